#pragma once

#include <executorch/kernels/portable/cpu/util/copy_ops.h>

#include <cstring>

namespace executorch::kernels::portable {

/// What an index expression `self[indices]` addresses: for every position of
/// the broadcast index tensors, a block over the dimensions that have none.
/// Integer indices may be negative; Bool and Byte tensors are masks, whose
/// positions are found as the walk goes on.
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
  /// Calls `f(offset in a tensor of shape() with strides, offset in self)` for
  /// the block of each position, in index order.
  template <class F>
  void for_each(const int64_t* result_strides, const F& f) const {
    if (positions() == 0) {
      return;
    }
    Cursor cursor(*this, result_strides);
    do {
      f(cursor.result_offset(), cursor.self_offset());
    } while (cursor.next());
  }
  /// Loops of a block: operand 0 with `result_strides`, operand 1 self's.
  LoopNest block(const int64_t* result_strides) const;

 private:
  struct Index {
    size_t dim = 0;
    const void* data = nullptr;
    bool is_int32 = false;
    bool is_mask = false;
    int64_t numel = 0;
    Sizes sizes;  ///< of a mask: the number of its hits
    int64_t strides[ops::kMaxRank] = {};  ///< over the broadcast sizes
    LoopNest mask;  ///< the mask's elements and, as operand 1, self's
  };

  /// One position of the broadcast index tensors.
  class Cursor {
   public:
    Cursor(const IndexPlan& plan, const int64_t* result_strides)
        : plan_(plan),
          strides_(result_strides + plan.result_dim_of_index()) {}

    int64_t result_offset() const { return result_; }
    int64_t self_offset();
    /// False after the last position.
    bool next();

   private:
    /// Offset in self of hit number `hit` of a mask.
    int64_t mask_offset(size_t i, int64_t hit);

    /// Where the walk over a mask is: an element and the number of its hit.
    struct MaskPlace {
      int64_t at[ops::kMaxRank] = {};
      int64_t element = 0;
      int64_t self_offset = 0;
      int64_t hit = -1;
    };

    const IndexPlan& plan_;
    const int64_t* strides_;
    int64_t at_[ops::kMaxRank] = {};
    int64_t result_ = 0;
    int64_t offsets_[ops::kMaxRank] = {};  ///< in each index tensor
    MaskPlace masks_[ops::kMaxRank];
  };

  bool add(KernelRuntimeContext& ctx, const char* op, const Tensor& index,
           size_t dim);
  bool add_mask(KernelRuntimeContext& ctx, const char* op, const Tensor& mask,
                size_t dim);
  bool broadcast(KernelRuntimeContext& ctx, const char* op);
  bool check_range(KernelRuntimeContext& ctx, const char* op) const;
  size_t result_dim_of_index() const;

  static int64_t value(const Index& index, int64_t element) {
    return index.is_int32 ? static_cast<const int32_t*>(index.data)[element]
                          : static_cast<const int64_t*>(index.data)[element];
  }

  Sizes self_sizes_;
  int64_t self_strides_[ops::kMaxRank] = {};
  bool indexed_[ops::kMaxRank] = {};
  Index indices_[ops::kMaxRank];
  size_t count_ = 0;
  Sizes index_sizes_;
};

/// Moves blocks of elements: one element and dense runs without a loop nest.
class BlockCopy {
 public:
  /// Operand 0 is written, operand 1 read.
  BlockCopy(const LoopNest& nest, size_t element_nbytes)
      : nest_(nest), nbytes_(element_nbytes) {
    nest_.simplify();
    const bool dense = nest_.rank == 1 && (nest_.sizes[0] == 1 ||
                                           (nest_.strides[0][0] == 1 &&
                                            nest_.strides[1][0] == 1));
    run_nbytes_ = dense ? static_cast<size_t>(nest_.sizes[0]) * nbytes_ : 0;
  }

  void operator()(void* dst, const void* src) const {
    switch (run_nbytes_) {
      case 0:
        return copy_strided(nest_, dst, src, nbytes_);
      case 4:
        std::memcpy(dst, src, 4);
        return;
      case 8:
        std::memcpy(dst, src, 8);
        return;
      default:
        std::memcpy(dst, src, run_nbytes_);
    }
  }

 private:
  LoopNest nest_;
  size_t nbytes_;
  size_t run_nbytes_ = 0;
};

}  // namespace executorch::kernels::portable
