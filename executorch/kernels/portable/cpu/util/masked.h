#pragma once

#include <executorch/kernels/portable/cpu/util/copy_ops.h>

namespace executorch::kernels::portable {

/// Calls `f(index, offsets)` for every position of the nest in index order.
template <class F>
void for_each_position(LoopNest nest, const F& f) {
  if (nest.numel() == 0) {
    return;
  }
  if (nest.rank == 0) {
    nest.rank = 1;
    nest.sizes[0] = 1;
  }
  const size_t last = nest.rank - 1;
  int64_t index[ops::kMaxRank] = {};
  int64_t at[LoopNest::kMaxOperands] = {};
  for (;;) {
    for (index[last] = 0; index[last] < nest.sizes[last]; ++index[last]) {
      f(index, at);
      for (size_t k = 0; k < nest.operands; ++k) {
        at[k] += nest.strides[k][last];
      }
    }
    size_t i = last;
    for (;; --i) {
      for (size_t k = 0; k < nest.operands; ++k) {
        at[k] -= i == last || index[i] == nest.sizes[i]
                     ? nest.strides[k][i] * nest.sizes[i]
                     : 0;
      }
      index[i] = 0;
      if (i == 0) {
        return;
      }
      ++index[i - 1];
      for (size_t k = 0; k < nest.operands; ++k) {
        at[k] += nest.strides[k][i - 1];
      }
      if (index[i - 1] < nest.sizes[i - 1]) {
        break;
      }
    }
  }
}

/// Whether elements of a tensor of any dtype are not zero.
class Truth {
 public:
  bool init(KernelRuntimeContext& ctx, const char* op, const Tensor& tensor) {
    load_ = load_function(tensor.scalar_type(), ScalarType::Bool);
    data_ = static_cast<const char*>(tensor.const_data_ptr());
    nbytes_ = static_cast<int64_t>(runtime::elementSize(tensor.scalar_type()));
    return load_ != nullptr || refuse_dtype(ctx, op, tensor.scalar_type());
  }

  bool at(int64_t element) const {
    bool value = false;
    load_(data_ + element * nbytes_, 1, &value, 1);
    return value;
  }

 private:
  LoadFn load_ = nullptr;
  const char* data_ = nullptr;
  int64_t nbytes_ = 0;
};

/// Common sizes of self and a mask of Bool or Byte, reported if there are none.
bool broadcast_mask(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& self, const Tensor& mask, Sizes& sizes);
/// Loops over `sizes` in index order: operands are the tensors.
LoopNest nest_of(const Sizes& sizes,
                 std::initializer_list<const Tensor*> tensors);
/// Copies one element.
void copy_element(const Tensor& from, int64_t from_element, Tensor& to,
                  int64_t to_element);

/// The indices of the elements that are not zero, a row for each.
void list_nonzero(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                  Tensor& out);

}  // namespace executorch::kernels::portable
