#pragma once

#include <executorch/kernels/portable/cpu/util/kernel_util.h>

#include <cstddef>
#include <initializer_list>

/// \file
/// Walks over several tensors of one shape, each with its own strides.
namespace executorch::kernels::portable {

/// A loop nest over up to kMaxOperands arrays. Strides count elements; a
/// stride of 0 repeats. Dimension 0 is the outermost.
struct LoopNest {
  static constexpr size_t kMaxOperands = 6;

  size_t rank = 0;
  size_t operands = 0;
  int64_t sizes[ops::kMaxRank] = {};
  int64_t strides[kMaxOperands][ops::kMaxRank] = {};

  int64_t numel() const;
  /// Orders the dimensions by operand 0's strides, drops those of size 1 and
  /// joins neighbours that every operand walks as one. Rank is at least 1
  /// afterwards. Loops with an empty dimension end with sizes[0] == 0.
  void simplify();
  /// Makes `dim` the innermost dimension; the others keep their order.
  void move_last(size_t dim);
};

/// Appends an operand whose tensor broadcasts to `sizes`; the caller has
/// checked that it does.
void add_broadcast(LoopNest& nest, const Tensor& tensor);
/// A nest over `tensor`'s own sizes with it as operand 0.
LoopNest nest_over(const Tensor& tensor);

/// Position of the outer loops of a nest: offsets of each operand, advanced
/// over all dimensions but the last.
class OuterLoop {
 public:
  explicit OuterLoop(const LoopNest& nest) : nest_(nest) {}
  /// Element offset of an operand.
  int64_t offset(size_t operand) const { return offsets_[operand]; }
  /// False after the last iteration.
  bool next();

 private:
  const LoopNest& nest_;
  int64_t index_[ops::kMaxRank] = {};
  int64_t offsets_[LoopNest::kMaxOperands] = {};
};

/// Calls `f(offsets)` for every position of the nest: offsets[k] is operand
/// k's element. The order is that of operand 0's memory.
template <class F>
void for_each_offset(LoopNest nest, const F& f) {
  nest.simplify();
  const size_t last = nest.rank - 1;
  OuterLoop loop(nest);
  int64_t at[LoopNest::kMaxOperands] = {};
  do {
    for (size_t k = 0; k < nest.operands; ++k) {
      at[k] = loop.offset(k);
    }
    for (int64_t i = 0; i < nest.sizes[last]; ++i) {
      f(at);
      for (size_t k = 0; k < nest.operands; ++k) {
        at[k] += nest.strides[k][last];
      }
    }
  } while (loop.next());
}

/// Loops over all dimensions of the first tensor but `axis`. The others have
/// its sizes, or lack that dimension.
LoopNest nest_without(size_t axis,
                      std::initializer_list<const Tensor*> tensors);
/// Size and stride of a dimension; a 0-d tensor is one element along it.
int64_t size_along(const Tensor& tensor, size_t axis);
int64_t stride_along(const Tensor& tensor, size_t axis);

/// Copies elements of `element_nbytes` (1, 2, 4, 8 or 16) bytes from operand 1
/// to operand 0 of the nest; the two do not overlap. Transposes in blocks.
void copy_strided(LoopNest nest, void* dst, const void* src,
                  size_t element_nbytes);

}  // namespace executorch::kernels::portable
