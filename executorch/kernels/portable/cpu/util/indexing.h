#pragma once

#include <executorch/kernels/portable/cpu/util/copy_ops.h>

namespace executorch::kernels::portable {

/// What an index expression `self[indices]` addresses: for every position of
/// the broadcast index tensors, a block over the dimensions that have none.
/// Integer indices may be negative; Bool and Byte tensors are masks, whose
/// positions live in the context's temporary memory.
class IndexPlan {
 public:
  /// Reads and checks the index list. Too many indices, dtypes, masks of the
  /// wrong sizes, index tensors that do not broadcast and values out of range
  /// are reported and fail.
  bool init(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
            ArrayRef<std::optional<Tensor>> indices);

  /// Sizes of `self[indices]`.
  Shape shape() const {
    return ops::index_shape(self_sizes_, indexed_, index_sizes_);
  }
  /// Number of index positions, each of which is one block.
  int64_t positions() const { return ops::product(index_sizes_); }
  /// Offset of a position's block in self.
  int64_t self_offset(int64_t position) const;
  /// Offset of a position's block in a tensor of shape() with `strides`.
  int64_t result_offset(int64_t position, const int64_t* strides) const;
  /// Loops of a block: operand 0 with `result_strides`, operand 1 self's.
  LoopNest block(const int64_t* result_strides) const;

 private:
  struct Index {
    size_t dim = 0;
    const void* data = nullptr;
    bool is_int32 = false;
    Sizes sizes;
    int64_t strides[ops::kMaxRank] = {};  ///< over the broadcast sizes
  };

  bool add(KernelRuntimeContext& ctx, const char* op, const Tensor& index,
           size_t dim);
  bool add_mask(KernelRuntimeContext& ctx, const char* op, const Tensor& mask,
                size_t dim);
  bool broadcast(KernelRuntimeContext& ctx, const char* op);
  bool check_range(KernelRuntimeContext& ctx, const char* op) const;
  int64_t value(const Index& index, int64_t position) const;
  size_t result_dim_of_index() const;

  Sizes self_sizes_;
  int64_t self_strides_[ops::kMaxRank] = {};
  bool indexed_[ops::kMaxRank] = {};
  Index indices_[ops::kMaxRank];
  size_t count_ = 0;
  Sizes index_sizes_;
};

}  // namespace executorch::kernels::portable
