#pragma once

#include <executorch/kernels/portable/cpu/util/copy_ops.h>

namespace executorch::kernels::portable {

/// What aten::gather and the aten::scatter family address: for each element of
/// `index` a place in `whole`, at index's own position except along `axis`,
/// where its value counts.
class IndexedPlaces {
 public:
  /// Checks dtype, sizes and values of the index. `aligned` (source or result)
  /// is walked at index's positions.
  bool init(KernelRuntimeContext& ctx, const char* op, const Tensor& whole,
            int64_t dim, const Tensor& index, const Tensor& aligned);

  /// Calls `f(aligned element, whole element)` in the order of index's memory.
  template <class F>
  void for_each(const F& f) const {
    for_each_offset(nest_, [&](const int64_t* at) {
      f(at[1], at[2] + index_[at[0]] * stride_);
    });
  }

 private:
  LoopNest nest_;
  const int64_t* index_ = nullptr;
  int64_t stride_ = 0;
};

enum class Combine { kAdd, kMultiply, kMax, kMin };

/// out = self, combined with the elements of `src` at the places of `index`.
/// With `replaces`, places that are written do not count themselves.
void scatter_combine(KernelRuntimeContext& ctx, const char* op,
                     const Tensor& self, int64_t dim, const Tensor& index,
                     const Tensor& src, Combine combine, bool replaces,
                     Tensor& out);

}  // namespace executorch::kernels::portable
