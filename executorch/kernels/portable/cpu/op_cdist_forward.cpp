#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/distance.h>
#include <executorch/kernels/portable/cpu/util/strided.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "_cdist_forward";

/// Batches of out, x1 and x2 as operands; the innermost dimension has size 1.
LoopNest batches(const Tensor& x1, const Tensor& x2, const Tensor& out) {
  LoopNest nest;
  nest.operands = 3;
  nest.rank = static_cast<size_t>(out.dim()) - 1;
  nest.sizes[nest.rank - 1] = 1;
  const Tensor* tensors[] = {&out, &x1, &x2};
  for (size_t i = 0; i + 1 < nest.rank; ++i) {
    nest.sizes[i] = out.sizes()[i];
    for (size_t k = 0; k < 3; ++k) {
      const auto rank = static_cast<size_t>(tensors[k]->dim());
      const size_t lead = nest.rank + 1 - rank;
      const bool walks = i >= lead && tensors[k]->sizes()[i - lead] != 1;
      nest.strides[k][i] = walks ? tensors[k]->strides()[i - lead] : 0;
    }
  }
  return nest;
}

template <class T>
void write_distances(const Tensor& x1, const Tensor& x2, double p,
                     Tensor& out) {
  const ssize_t rows = x1.size(x1.dim() - 2);
  const ssize_t columns = x2.size(x2.dim() - 2);
  const auto length = static_cast<size_t>(x1.size(x1.dim() - 1));
  const LoopNest nest = batches(x1, x2, out);
  OuterLoop batch(nest);
  do {
    const T* a = x1.const_data_ptr<T>() + batch.offset(1);
    T* to = out.mutable_data_ptr<T>() + batch.offset(0);
    for (ssize_t i = 0; i < rows; ++i, a += length) {
      const T* b = x2.const_data_ptr<T>() + batch.offset(2);
      for (ssize_t j = 0; j < columns; ++j, b += length) {
        *to++ = convert<double, T>(distance(a, b, length, p));
      }
    }
  } while (batch.next());
}

}  // namespace

Tensor& _cdist_forward_out(KernelRuntimeContext& ctx, const Tensor& x1,
                           const Tensor& x2, double p, std::optional<int64_t>,
                           Tensor& out) {
  if (!check_distance(ctx, kOp, p, x1, out) ||
      !check_distance(ctx, kOp, p, x2, out) ||
      !resize_out(ctx, kOp, ops::cdist_shape(sizes_of(x1), sizes_of(x2)),
                  out) ||
      out.numel() == 0) {
    return out;
  }
  dispatch_floating(x1.scalar_type(), [&](auto tag) {
    write_distances<typename decltype(tag)::Type>(x1, x2, p, out);
  });
  return out;
}

}  // namespace executorch::kernels::portable
