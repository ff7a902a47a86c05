#pragma once

#include <executorch/backends/engine/kernels/util/loops.h>

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {

/// Copies elements of 1, 2, 4 or 8 bytes from one strided tensor to another.
class StridedCopy {
 public:
  /// Strides in elements.
  StridedCopy(const std::vector<int64_t>& sizes,
              const std::vector<int64_t>& to_strides,
              const std::vector<int64_t>& from_strides, size_t element_nbytes);

  void run(const void* from, void* to) const;

 private:
  void run_part(const void* from, void* to, size_t first, size_t last) const;

  using Line = void (*)(const std::byte* from, int64_t from_stride,
                        std::byte* to, int64_t to_stride, size_t n);
  /// Rows that follow one another where they come from, as columns.
  using Plane = void (*)(const std::byte* from, int64_t from_stride,
                         std::byte* to, int64_t to_stride, size_t rows,
                         size_t columns);

  void put_plane_last();
  size_t outer_dims() const { return loops_.size() - (has_plane_ ? 2 : 1); }
  /// The loop of which parts may be copied one by one.
  const Dim<2>& divided() const { return loops_[outer_dims()]; }

  Loops<2> loops_;
  size_t element_nbytes_;
  size_t n_workers_;
  Line line_;
  Plane plane_;
  bool has_plane_ = false;  ///< the last two loops are a plane to transpose
};

/// Writes `n` times the element of 1, 2, 4 or 8 bytes.
void fill_elements(void* to, const void* element, size_t element_nbytes,
                   size_t n);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
