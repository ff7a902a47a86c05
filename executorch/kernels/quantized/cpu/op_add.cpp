#include <executorch/kernels/portable/cpu/util/strided.h>
#include <executorch/kernels/quantized/cpu/util/affine.h>
#include <executorch/kernels/quantized/kernels.h>
#include <executorch/ops/shape_rules/pointwise.h>

#include <algorithm>

namespace executorch::kernels::quantized {
namespace {

constexpr int64_t kBlock = 256;

/// A quantized operand, read as reals.
struct Addend {
  const char* data;
  int64_t nbytes;
  portable::LoadFn load;
  float scale;
  float zero_point;

  void read(int64_t first, int64_t stride, float* out, size_t n) const {
    load(data + first * nbytes, static_cast<ptrdiff_t>(stride), out, n);
    for (size_t i = 0; i < n; ++i) {
      out[i] = (out[i] - zero_point) * scale;
    }
  }
};

Addend addend(const Tensor& tensor, double scale, int64_t zero_point) {
  return {static_cast<const char*>(tensor.const_data_ptr()),
          static_cast<int64_t>(runtime::elementSize(tensor.scalar_type())),
          load_quantized(tensor.scalar_type(), ScalarType::Float),
          static_cast<float>(scale), static_cast<float>(zero_point)};
}

/// Operands of the nest: out, a, b.
void add_quantized(const portable::LoopNest& nest, const Addend& a,
                   const Addend& b, double out_scale, int64_t out_zero_point,
                   const QuantizedRange& range, Tensor& out) {
  const auto store = store_quantized(out.scalar_type());
  const auto nbytes =
      static_cast<int64_t>(runtime::elementSize(out.scalar_type()));
  char* to = static_cast<char*>(out.mutable_data_ptr());
  float inverse[kBlock];
  float zero[kBlock];
  std::fill_n(inverse, kBlock, static_cast<float>(1.0 / out_scale));
  std::fill_n(zero, kBlock, static_cast<float>(out_zero_point));
  const size_t last = nest.rank - 1;
  portable::OuterLoop loop(nest);
  do {
    for (int64_t i = 0; i < nest.sizes[last]; i += kBlock) {
      const auto n =
          static_cast<size_t>(std::min(kBlock, nest.sizes[last] - i));
      const auto* strides = nest.strides;
      float x[kBlock];
      float y[kBlock];
      int32_t whole[kBlock];
      a.read(loop.offset(1) + i * strides[1][last], strides[1][last], x, n);
      b.read(loop.offset(2) + i * strides[2][last], strides[2][last], y, n);
      for (size_t k = 0; k < n; ++k) {
        x[k] += y[k];
      }
      quantize_block(x, inverse, zero, range, whole, n);
      store(whole, to + (loop.offset(0) + i * strides[0][last]) * nbytes,
            static_cast<ptrdiff_t>(strides[0][last]), n);
    }
  } while (loop.next());
}

}  // namespace

Tensor& quantized_add_out(KernelRuntimeContext& ctx, const Tensor& a,
                          double a_scale, int64_t a_zero_point,
                          int64_t a_quant_min, int64_t a_quant_max,
                          const Tensor& b, double b_scale, int64_t b_zero_point,
                          int64_t b_quant_min, int64_t b_quant_max,
                          double out_scale, int64_t out_zero_point,
                          int64_t out_quant_min, int64_t out_quant_max,
                          Tensor& out) {
  constexpr const char* kOp = "quantized add";
  const ScalarType dtype = a.scalar_type();
  if (!check_range(ctx, kOp, dtype, a_quant_min, a_quant_max) ||
      !check_range(ctx, kOp, dtype, b_quant_min, b_quant_max) ||
      !check_range(ctx, kOp, dtype, out_quant_min, out_quant_max) ||
      !portable::check_same_dtype(ctx, kOp, b, dtype) ||
      !portable::check_same_dtype(ctx, kOp, out, dtype) ||
      !portable::resize_out(
          ctx, kOp, ops::broadcast_shapes(sizes_of(a), sizes_of(b)), out)) {
    return out;
  }
  ET_KERNEL_CHECK_MSG(
      ctx, dtype == ScalarType::Byte || dtype == ScalarType::Char,
      InvalidArgument, out, "%s: operands of dtype %s, expected Byte or Char",
      kOp, runtime::toString(dtype));
  portable::LoopNest nest = portable::nest_over(out);
  portable::add_broadcast(nest, a);
  portable::add_broadcast(nest, b);
  nest.simplify();
  add_quantized(nest, addend(a, a_scale, a_zero_point),
                addend(b, b_scale, b_zero_point), out_scale, out_zero_point,
                {out_quant_min, out_quant_max}, out);
  return out;
}

}  // namespace executorch::kernels::quantized
