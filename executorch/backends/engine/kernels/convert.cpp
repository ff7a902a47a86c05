#include <executorch/backends/engine/kernels/convert.h>

#include <executorch/backends/engine/kernels/util/blocks.h>

namespace executorch::backends::engine {

void halves_to_floats(const void* from, float* to, size_t n) {
  block_loader<float>(ScalarType::Half)(from, to, n);
}

void floats_to_halves(const float* from, void* to, size_t n) {
  block_storer<float>(ScalarType::Half)(from, to, n);
}

}  // namespace executorch::backends::engine
