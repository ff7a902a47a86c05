#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

#include <type_traits>
#include <utility>

namespace executorch {
namespace backends {
namespace engine {

/// The node as it is with float32 where it has float16: types and constants.
class FloatView {
 public:
  /// @retval Error::MemoryAllocationFailed
  static Result<FloatView> make(const NodeView& node);

  const NodeView& node() const { return node_; }
  std::vector<AlignedBuffer> take_constants() { return std::move(constants_); }

 private:
  NodeView node_;
  std::vector<std::unique_ptr<TensorType>> types_;
  std::vector<AlignedBuffer> constants_;  ///< by operand; empty: none
};

/// A kernel of float32 for a node of float16: operands and results are
/// converted as a whole, in scratch memory.
std::unique_ptr<Kernel> make_half_kernel(const NodeView& node, FloatView view,
                                         std::unique_ptr<Kernel> kernel);

bool has_half(const NodeView& node);

/// Operators of floats alone, whose kernels take float32. The others take
/// float16 as it is.
template <typename Operator>
inline constexpr bool kTakesFloat32Only =
    std::is_same_v<Operator, Conv2d> || std::is_same_v<Operator, Pool2d> ||
    std::is_same_v<Operator, MatMul> || std::is_same_v<Operator, Mean> ||
    std::is_same_v<Operator, Softmax> || std::is_same_v<Operator, LayerNorm> ||
    std::is_same_v<Operator, BatchNorm> ||
    std::is_same_v<Operator, QuantizeRows>;

/// Calls `make`, which gives the kernel of a view; where that takes float32 and
/// the node has float16, with the float32 form of it.
template <typename Operator, typename Make>
KernelResult with_half(const Operator&, const NodeView& node,
                       const Make& make) {
  if (!kTakesFloat32Only<Operator> || !has_half(node)) {
    return make(node);
  }
  Result<FloatView> view = FloatView::make(node);
  ET_CHECK_OK_OR_RETURN_ERROR(view.error());
  KernelResult kernel = make(view->node());
  ET_CHECK_OK_OR_RETURN_ERROR(kernel.error());
  return make_half_kernel(node, std::move(*view), std::move(*kernel));
}

}  // namespace engine
}  // namespace backends
}  // namespace executorch
