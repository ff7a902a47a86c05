#include <executorch/kernels/quantized/cpu/util/embedding.h>

#include <executorch/ops/shape_rules/quantized.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::quantized {
namespace {

constexpr int64_t kBlock = 256;

bool check_params_of_rows(KernelRuntimeContext& ctx, const char* op,
                          const Tensor& weight, const Tensor& values,
                          int64_t columns) {
  ET_KERNEL_CHECK_MSG(
      ctx,
      (values.dim() == 1 || values.dim() == 2) &&
          values.size(0) == weight.size(0),
      InvalidArgument, false,
      "%s: quantization parameters of rank %zd, expected [%zd] or [%zd, "
      "groups]",
      op, static_cast<ssize_t>(values.dim()),
      static_cast<ssize_t>(weight.size(0)),
      static_cast<ssize_t>(weight.size(0)));
  const int64_t groups = values.dim() == 2 ? values.size(1) : 1;
  ET_KERNEL_CHECK_MSG(ctx, groups > 0 && columns % groups == 0, InvalidArgument,
                      false,
                      "%s: %" PRId64 " groups, expected a divisor of %" PRId64,
                      op, groups, columns);
  return check_params(ctx, op, values, values.numel());
}

bool check_embedding(KernelRuntimeContext& ctx, const char* op,
                     const EmbeddingWeight& w, const Tensor& indices) {
  const ScalarType dtype = w.weight.scalar_type();
  ET_KERNEL_CHECK_MSG(ctx,
                      dtype == ScalarType::Byte ||
                          (dtype == ScalarType::Char && w.per_byte == 1),
                      InvalidArgument, false,
                      "%s: weight of dtype %s, expected bytes", op,
                      runtime::toString(dtype));
  ET_KERNEL_CHECK_MSG(ctx, w.quant_min <= w.quant_max, InvalidArgument, false,
                      "%s: quantized values %" PRId64 " to %" PRId64
                      ", expected a range",
                      op, w.quant_min, w.quant_max);
  const ScalarType index = indices.scalar_type();
  ET_KERNEL_CHECK_MSG(
      ctx, index == ScalarType::Long || index == ScalarType::Int,
      InvalidArgument, false, "%s: indices of dtype %s, expected Long or Int",
      op, runtime::toString(index));
  const int64_t columns = w.weight.size(1) * w.per_byte;
  if (!check_params_of_rows(ctx, op, w.weight, w.scales, columns)) {
    return false;
  }
  if (w.zero_points) {
    ET_KERNEL_CHECK_MSG(ctx,
                        w.zero_points->dim() == w.scales.dim() &&
                            w.zero_points->numel() == w.scales.numel(),
                        InvalidArgument, false,
                        "%s: %zd zero points, expected %zd as there are scales",
                        op, static_cast<ssize_t>(w.zero_points->numel()),
                        static_cast<ssize_t>(w.scales.numel()));
    return check_params_of_rows(ctx, op, w.weight, *w.zero_points, columns);
  }
  return true;
}

int64_t index_at(const Tensor& indices, int64_t i) {
  return indices.scalar_type() == ScalarType::Int
             ? indices.const_data_ptr<int32_t>()[i]
             : indices.const_data_ptr<int64_t>()[i];
}

/// One row; `store` writes floats as the result's dtype.
void embed_row(const EmbeddingWeight& w, int64_t row, portable::StoreFn store,
               char* out, int64_t out_nbytes) {
  const int64_t bytes = w.weight.size(1);
  const int64_t columns = bytes * w.per_byte;
  const int64_t groups = w.scales.dim() == 2 ? w.scales.size(1) : 1;
  const int64_t group = columns / groups;
  const char* data =
      static_cast<const char*>(w.weight.const_data_ptr()) + row * bytes;
  float block[kBlock];
  for (int64_t first = 0; first < columns;) {
    const int64_t at = row * groups + first / group;
    const int64_t end = (first / group + 1) * group;
    const int64_t n = std::min(kBlock, end - first);
    const float scale = element_of(w.scales, at);
    const float zero = w.zero_points ? element_of(*w.zero_points, at) : 0;
    w.unpack(data, first, block, n);
    for (int64_t i = 0; i < n; ++i) {
      block[i] = (block[i] - zero) * scale;
    }
    store(block, out + first * out_nbytes, 1, static_cast<size_t>(n));
    first += n;
  }
}

}  // namespace

void embed(KernelRuntimeContext& ctx, const char* op, const EmbeddingWeight& w,
           const Tensor& indices, ScalarType dtype, Tensor& out) {
  const auto store = portable::store_function(ScalarType::Float, dtype);
  ET_KERNEL_CHECK_MSG(ctx, is_floating(dtype), InvalidArgument, ,
                      "%s: result of dtype %s, expected a floating one", op,
                      runtime::toString(dtype));
  if (!portable::check_same_dtype(ctx, op, out, dtype) ||
      !portable::resize_out(
          ctx, op,
          ops::packed_embedding_shape(sizes_of(w.weight), sizes_of(indices),
                                      w.per_byte),
          out) ||
      !check_embedding(ctx, op, w, indices) ||
      !portable::check_default_order(ctx, op, w.weight) ||
      !portable::check_default_order(ctx, op, indices) ||
      !portable::check_default_order(ctx, op, out)) {
    return;
  }
  const int64_t rows = w.weight.size(0);
  const auto nbytes = static_cast<int64_t>(runtime::elementSize(dtype));
  const int64_t columns = w.weight.size(1) * w.per_byte;
  char* to = static_cast<char*>(out.mutable_data_ptr());
  for (int64_t i = 0; i < indices.numel(); ++i, to += columns * nbytes) {
    const int64_t row = index_at(indices, i);
    ET_KERNEL_CHECK_MSG(ctx, row >= 0 && row < rows, InvalidArgument, ,
                        "%s: index %" PRId64 " at %" PRId64
                        ", expected 0 to %" PRId64,
                        op, row, i, rows - 1);
    embed_row(w, row, store, to, nbytes);
  }
}

}  // namespace executorch::kernels::quantized
