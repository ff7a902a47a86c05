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
constexpr KernelRow<Conv2d> kRows<Conv2d>[] = {
    {"simd depthwise", with_half<Conv2d, simd::make_depthwise>},
    {"simd gemm", with_half<Conv2d, simd::make_gemm>},
    {"scalar", with_half<Conv2d, scalar::make>}};
template <>
constexpr KernelRow<Pool2d> kRows<Pool2d>[] = {
    {"simd maximum", with_half<Pool2d, simd::make_max>},
    {"scalar", with_half<Pool2d, scalar::make>}};
template <>
constexpr KernelRow<MatMul> kRows<MatMul>[] = {
    {"simd gemm", with_half<MatMul, simd::make_gemm>},
    {"scalar", with_half<MatMul, scalar::make>}};
template <>
constexpr KernelRow<Mean> kRows<Mean>[] = {
    {"scalar", with_half<Mean, scalar::make>}};
template <>
constexpr KernelRow<Softmax> kRows<Softmax>[] = {
    {"scalar", with_half<Softmax, scalar::make>}};
template <>
constexpr KernelRow<LayerNorm> kRows<LayerNorm>[] = {
    {"scalar", with_half<LayerNorm, scalar::make>}};
template <>
constexpr KernelRow<BatchNorm> kRows<BatchNorm>[] = {
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
