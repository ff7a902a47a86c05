#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {

/// Gives back the memory of those whole pages of [data, data + nbytes) that are
/// unchanged pages of a mapped file; they are read from it again when they are
/// needed. All other memory stays as it is. Does nothing where the system does
/// not tell which pages are mapped.
void release_mapped_pages(const void* data, size_t nbytes);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
