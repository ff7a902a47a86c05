#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <cstring>

namespace executorch::kernels::portable {
namespace {

int64_t index_at(const Tensor& indices, int64_t i) {
  return indices.scalar_type() == ScalarType::Int
             ? indices.const_data_ptr<int32_t>()[i]
             : indices.const_data_ptr<int64_t>()[i];
}

bool check_indices(KernelRuntimeContext& ctx, const Tensor& indices) {
  const ScalarType dtype = indices.scalar_type();
  return (dtype == ScalarType::Long || dtype == ScalarType::Int ||
          refuse_dtype(ctx, "embedding: indices", dtype)) &&
         check_default_order(ctx, "embedding", indices);
}

}  // namespace

Tensor& embedding_out(KernelRuntimeContext& ctx, const Tensor& weight,
                      const Tensor& indices, int64_t, bool, bool, Tensor& out) {
  constexpr const char* kOp = "embedding";
  if (!check_movable(ctx, kOp, weight, out) || !check_indices(ctx, indices) ||
      !resize_out(ctx, kOp,
                  ops::embedding_shape(sizes_of(weight), sizes_of(indices)),
                  out) ||
      !check_default_order(ctx, kOp, weight) ||
      !check_default_order(ctx, kOp, out)) {
    return out;
  }
  const int64_t rows = weight.size(0);
  const auto nbytes = static_cast<size_t>(weight.size(1)) *
                      runtime::elementSize(weight.scalar_type());
  const char* from = static_cast<const char*>(weight.const_data_ptr());
  char* to = static_cast<char*>(out.mutable_data_ptr());
  for (int64_t i = 0; i < indices.numel(); ++i, to += nbytes) {
    const int64_t row = index_at(indices, i);
    ET_KERNEL_CHECK_MSG(ctx, row >= 0 && row < rows, InvalidArgument, out,
                        "embedding: index %" PRId64 " at %" PRId64
                        ", expected 0 to %" PRId64,
                        row, i, rows - 1);
    if (nbytes != 0) {
      std::memcpy(to, from + static_cast<size_t>(row) * nbytes, nbytes);
    }
  }
  return out;
}

}  // namespace executorch::kernels::portable
