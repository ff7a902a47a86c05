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
constexpr KernelRow<Conv2d> kRows<Conv2d>[] = {
    {"simd plane", with_half<Conv2d, simd::make_plane>},
    {"simd depthwise", with_half<Conv2d, simd::make_depthwise>},
    {"simd gemm", with_half<Conv2d, simd::make_gemm>},
    {"scalar", with_half<Conv2d, scalar::make>}};
template <>
constexpr KernelRow<Pool2d> kRows<Pool2d>[] = {
    {"simd maximum", with_half<Pool2d, simd::make_max>},
    {"simd rows", with_half<Pool2d, simd::make_rows>},
    {"simd average", with_half<Pool2d, simd::make_average>},
    {"scalar", with_half<Pool2d, scalar::make>}};
template <>
constexpr KernelRow<MatMul> kRows<MatMul>[] = {
    {"simd gemm", with_half<MatMul, simd::make_gemm>},
    {"scalar", with_half<MatMul, scalar::make>}};
template <>
constexpr KernelRow<Mean> kRows<Mean>[] = {
    {"simd rows", with_half<Mean, simd::make_rows>},
    {"scalar", with_half<Mean, scalar::make>}};
template <>
constexpr KernelRow<Softmax> kRows<Softmax>[] = {
    {"simd rows", with_half<Softmax, simd::make_rows>},
    {"scalar", with_half<Softmax, scalar::make>}};
template <>
constexpr KernelRow<LayerNorm> kRows<LayerNorm>[] = {
    {"simd rows", with_half<LayerNorm, simd::make_rows>},
    {"scalar", with_half<LayerNorm, scalar::make>}};
template <>
constexpr KernelRow<BatchNorm> kRows<BatchNorm>[] = {
    {"simd rows", with_half<BatchNorm, simd::make_rows>},
    {"scalar", with_half<BatchNorm, scalar::make>}};

template <typename Operator>
KernelResult choose(const Operator& op, const NodeView& node) {
  for (const KernelRow<Operator>& row : kRows<Operator>) {
    KernelResult kernel = row.make(op, node);
    if (!kernel.ok() || *kernel != nullptr) {
      return kernel;
    }
  }
  return Error::Internal;
}

}  // namespace

KernelResult choose_kernel(const Op& op, const NodeView& node) {
  return std::visit([&](const auto& one) { return choose(one, node); }, op);
}

}  // namespace executorch::backends::engine
