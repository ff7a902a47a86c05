#include <executorch/backends/engine/kernels/half_kernel.h>
#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>

namespace executorch::backends::engine {
namespace {

/// The kernels of each operator: the first that serves a node is taken. The
/// last is the scalar one, which serves every node.
template <typename Operator>
constexpr KernelRow<Operator> kRows[] = {{"scalar", scalar::make}};

template <>
constexpr KernelRow<Unary> kRows<Unary>[] = {{"simd", simd::make_pointwise},
                                             {"scalar", scalar::make}};
template <>
constexpr KernelRow<Binary> kRows<Binary>[] = {{"simd", simd::make_pointwise},
                                               {"scalar", scalar::make}};
template <>
constexpr KernelRow<Clamp> kRows<Clamp>[] = {{"simd", simd::make_pointwise},
                                             {"scalar", scalar::make}};
template <>
constexpr KernelRow<LeakyRelu> kRows<LeakyRelu>[] = {
    {"simd", simd::make_pointwise}, {"scalar", scalar::make}};
template <>
constexpr KernelRow<Transpose> kRows<Transpose>[] = {
    {"simd interleave", simd::make_interleave}, {"scalar", scalar::make}};
template <>
constexpr KernelRow<Chain> kRows<Chain>[] = {{"simd", simd::make_chain},
                                             {"scalar", scalar::make}};
template <>
constexpr KernelRow<Conv2d> kRows<Conv2d>[] = {
    {"simd depthwise", simd::make_depthwise},
    {"simd winograd", simd::make_winograd},
    {"simd gemm", simd::make_gemm},
    {"scalar", scalar::make}};
template <>
constexpr KernelRow<QuantizedConv2d> kRows<QuantizedConv2d>[] = {
    {"simd depthwise", simd::make_depthwise},
    {"simd gemm", simd::make_gemm},
    {"scalar", scalar::make}};
template <>
constexpr KernelRow<QuantizedAdd> kRows<QuantizedAdd>[] = {
    {"simd", simd::make_pointwise}, {"scalar", scalar::make}};
template <>
constexpr KernelRow<QuantizeRows> kRows<QuantizeRows>[] = {
    {"simd rows", simd::make_rows}, {"scalar", scalar::make}};
template <>
constexpr KernelRow<QuantizedMatMul> kRows<QuantizedMatMul>[] = {
    {"simd gemm", simd::make_gemm}, {"scalar", scalar::make}};
template <>
constexpr KernelRow<Pool2d> kRows<Pool2d>[] = {
    {"simd windows", simd::make_windows}, {"scalar", scalar::make}};
template <>
constexpr KernelRow<MatMul> kRows<MatMul>[] = {{"simd gemm", simd::make_gemm},
                                               {"scalar", scalar::make}};
template <>
constexpr KernelRow<Mean> kRows<Mean>[] = {{"simd rows", simd::make_rows},
                                           {"scalar", scalar::make}};
template <>
constexpr KernelRow<Softmax> kRows<Softmax>[] = {{"simd rows", simd::make_rows},
                                                 {"scalar", scalar::make}};
template <>
constexpr KernelRow<Attention> kRows<Attention>[] = {
    {"simd", simd::make_attention}, {"scalar", scalar::make}};
template <>
constexpr KernelRow<LayerNorm> kRows<LayerNorm>[] = {
    {"simd rows", simd::make_rows}, {"scalar", scalar::make}};
template <>
constexpr KernelRow<BatchNorm> kRows<BatchNorm>[] = {
    {"simd rows", simd::make_rows}, {"scalar", scalar::make}};

template <typename Operator>
KernelResult choose(const Operator& op, const NodeView& node) {
  for (const KernelRow<Operator>& row : kRows<Operator>) {
    KernelResult kernel = row.make(op, node);
    ET_CHECK_OK_OR_RETURN_ERROR(kernel.error());
    if (*kernel != nullptr) {
      (*kernel)->set_name(row.name);
      return kernel;
    }
  }
  return Error::Internal;
}

}  // namespace

KernelResult choose_kernel(const Op& op, const NodeView& node) {
  return std::visit(
      [&](const auto& one) {
        return with_half(
            one, node, [&](const NodeView& view) { return choose(one, view); });
      },
      op);
}

}  // namespace executorch::backends::engine
