#include <executorch/kernels/portable/cpu/util/convolution.h>
#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "aten::convolution.out";

bool check_tensors(KernelRuntimeContext& ctx, const Tensor& input,
                   const Tensor& weight, const std::optional<Tensor>& bias,
                   const Tensor& out) {
  const ScalarType type = input.scalar_type();
  if ((!is_integral(type) && !check_floating(ctx, kOp, input)) ||
      !check_same_dtype(ctx, kOp, weight, type) ||
      !check_same_dtype(ctx, kOp, out, type)) {
    return false;
  }
  return !bias.has_value() || (check_same_dtype(ctx, kOp, *bias, type) &&
                               check_default_order(ctx, kOp, *bias));
}

bool check_bias(KernelRuntimeContext& ctx, const std::optional<Tensor>& bias,
                const Tensor& out) {
  if (!bias.has_value() || (bias->dim() == 1 && bias->size(0) == out.size(1))) {
    return true;
  }
  ET_LOG(Error,
         "%s: bias has %zd elements in %zd dimensions, expected %zd in 1", kOp,
         static_cast<ssize_t>(bias->numel()), static_cast<ssize_t>(bias->dim()),
         static_cast<ssize_t>(out.size(1)));
  ctx.fail(Error::InvalidArgument);
  return false;
}

ConvGeometry geometry_of(const Tensor& input, const Tensor& weight,
                         const Tensor& out, const ops::ConvolutionParams& p) {
  ConvGeometry g;
  g.transposed = p.transposed;
  g.groups = static_cast<size_t>(p.groups);
  g.batch = static_cast<size_t>(input.size(0));
  g.in_channels = static_cast<size_t>(input.size(1)) / g.groups;
  g.out_channels = static_cast<size_t>(out.size(1)) / g.groups;
  const auto dims = static_cast<size_t>(input.dim()) - 2;
  for (size_t i = 0; i < dims; ++i) {
    const size_t d = 3 - dims + i;
    const auto at = static_cast<ssize_t>(i) + 2;
    g.in[d] = input.size(at);
    g.out[d] = out.size(at);
    g.kernel[d] = weight.size(at);
    g.stride[d] = p.stride.broadcast(i);
    g.padding[d] = p.padding.broadcast(i);
    g.dilation[d] = p.dilation.broadcast(i);
  }
  return g;
}

/// Small integers and other dim orders are rare: one path takes them all.
bool is_rare(const Tensor& input, const Tensor& weight, const Tensor& out) {
  const ScalarType type = input.scalar_type();
  return (is_integral(type) && type != ScalarType::Long) ||
         !is_default_order(input) || !is_default_order(weight) ||
         !is_default_order(out);
}

template <class T>
void compute(const ConvGeometry& g, const Tensor& input, const Tensor& weight,
             const std::optional<Tensor>& bias, Tensor& out) {
  const ConvTensors<T> tensors{
      input.const_data_ptr<T>(), weight.const_data_ptr<T>(),
      bias.has_value() ? bias->const_data_ptr<T>() : nullptr,
      out.mutable_data_ptr<T>()};
  if constexpr (std::is_same_v<T, float>) {
    if (is_depthwise(g)) {
      conv_depthwise_f32(g, tensors);
      return;
    }
    if (!g.transposed) {
      conv_gemm_f32(g, tensors);
      return;
    }
  } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    if (!g.transposed && g.in_channels * g.kernel_plane() > 16) {
      conv_gemm_converted(g, tensors);
      return;
    }
  }
  conv_rows<T>(g, tensors);
}

}  // namespace

Tensor& convolution_out(KernelRuntimeContext& ctx, const Tensor& input,
                        const Tensor& weight, const std::optional<Tensor>& bias,
                        IntArrayRef stride, IntArrayRef padding,
                        IntArrayRef dilation, bool transposed,
                        IntArrayRef output_padding, int64_t groups,
                        Tensor& out) {
  const ops::ConvolutionParams params{span_of(stride),         span_of(padding),
                                      span_of(dilation),       transposed,
                                      span_of(output_padding), groups};
  if (!check_tensors(ctx, input, weight, bias, out) ||
      !check_magnitudes(ctx, kOp,
                        {params.stride,
                         params.padding,
                         params.dilation,
                         params.output_padding,
                         {&groups, 1}}) ||
      !resize_out(
          ctx, kOp,
          ops::convolution_shape(sizes_of(input), sizes_of(weight), params),
          out) ||
      !check_bias(ctx, bias, out)) {
    return out;
  }
  const ConvGeometry g = geometry_of(input, weight, out, params);
  if (is_rare(input, weight, out)) {
    conv_strided(g, input, weight, bias.has_value() ? &*bias : nullptr, out);
    return out;
  }
  const auto run = [&](auto tag) {
    compute<typename decltype(tag)::Type>(g, input, weight, bias, out);
  };
  if (input.scalar_type() == ScalarType::Long) {
    run(TypeTag<int64_t>());
  } else {
    dispatch_floating(input.scalar_type(), run);
  }
  return out;
}

}  // namespace executorch::kernels::portable
