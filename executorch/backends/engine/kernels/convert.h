#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {

void halves_to_floats(const void* from, float* to, size_t n);
/// Rounds to nearest even.
void floats_to_halves(const float* from, void* to, size_t n);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
