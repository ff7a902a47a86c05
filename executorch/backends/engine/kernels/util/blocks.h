#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <cstddef>
#include <cstdint>

/// \file
/// Elements of any dtype as T = float or int64_t, a block at a time, so that
/// loops are written for these two. The floats are float32 and float16, the
/// others are integers; what is read as the other kind is converted.
namespace executorch {
namespace backends {
namespace engine {

/// Elements of a block.
inline constexpr size_t kBlock = 512;

/// Reads `n` elements.
template <typename T>
using LoadBlock = void (*)(const void* from, T* to, size_t n);
/// Writes `n` elements. Floats are rounded to nearest even; as integers they
/// are cut off towards zero, beyond int64 its nearest (NaN: 0). Integers wrap.
/// Bool is x != 0.
template <typename T>
using StoreBlock = void (*)(const T* from, void* to, size_t n);

template <typename T>
LoadBlock<T> block_loader(ScalarType dtype);
template <typename T>
StoreBlock<T> block_storer(ScalarType dtype);

extern template LoadBlock<float> block_loader<float>(ScalarType);
extern template LoadBlock<int64_t> block_loader<int64_t>(ScalarType);
extern template StoreBlock<float> block_storer<float>(ScalarType);
extern template StoreBlock<int64_t> block_storer<int64_t>(ScalarType);

inline const std::byte* advance(const void* p, size_t nbytes) {
  return static_cast<const std::byte*>(p) + nbytes;
}
inline std::byte* advance(void* p, size_t nbytes) {
  return static_cast<std::byte*>(p) + nbytes;
}

}  // namespace engine
}  // namespace backends
}  // namespace executorch
