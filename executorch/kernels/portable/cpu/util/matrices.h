#pragma once

#include <executorch/kernels/portable/cpu/util/convert.h>
#include <executorch/kernels/portable/cpu/util/strided.h>

namespace executorch::kernels::portable {

/// The matrices [*, rows, columns] of a tensor of real numbers, read and written one by
/// one as doubles.
class Matrices {
 public:
  /// The tensor has at least two dimensions.
  explicit Matrices(const Tensor& tensor);

  size_t rows() const { return rows_; }
  size_t columns() const { return columns_; }
  size_t numel() const { return rows_ * columns_; }
  /// Row-major; `first` is the element that the matrix starts at.
  void load(int64_t first, double* to) const;
  void store(const double* from, int64_t first) const;

  /// Loops over the matrices; operand 0 is the tensor.
  LoopNest batch() const;

 private:
  const Tensor& tensor_;
  size_t rows_;
  size_t columns_;
  LoadFn load_;
  StoreFn store_;
};

/// Appends `tensor` as an operand that has the nest's dimensions and `inner`
/// more, which are not walked.
void add_batch(LoopNest& nest, const Tensor& tensor, size_t inner = 2);

/// True if the tensor has real numbers and at least two dimensions; otherwise
/// reports and fails.
bool check_matrices(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& tensor);

/// Temporary memory of the context for doubles; null, reported, without.
double* temporary_doubles(KernelRuntimeContext& ctx, const char* op,
                          size_t count);

}  // namespace executorch::kernels::portable
