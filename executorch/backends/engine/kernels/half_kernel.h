#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

#include <map>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// Constants of float16 as float32; all others as they are.
class FloatConstants final : public ConstantSource {
 public:
  /// @param[in] node Outlives this.
  explicit FloatConstants(const NodeView& node) : node_(node) {}
  Result<const void*> bytes(ValueId id) override;

 private:
  const NodeView& node_;
  std::map<ValueId, AlignedBuffer> floats_;
};

/// The node as it is with float32 where it has float16: types and constants.
class FloatView {
 public:
  /// @param[in] node Outlives the view.
  /// @retval Error::MemoryAllocationFailed
  static Result<FloatView> make(const NodeView& node);

  const NodeView& node() const { return node_; }

 private:
  NodeView node_;
  std::vector<std::unique_ptr<TensorType>> types_;
  std::unique_ptr<FloatConstants> constants_;
};

/// A kernel of float32 for a node of float16: operands and results are
/// converted as a whole, in scratch memory.
KernelResult make_half_kernel(const NodeView& node, const FloatView& view,
                              std::unique_ptr<Kernel> kernel);

bool has_half(const NodeView& node);

/// Operators of floats alone, whose kernels take float32. The others take
/// float16 as it is.
template <typename Operator>
inline constexpr bool kTakesFloat32Only =
    std::is_same_v<Operator, Conv2d> || std::is_same_v<Operator, Pool2d> ||
    std::is_same_v<Operator, MatMul> || std::is_same_v<Operator, Mean> ||
    std::is_same_v<Operator, Softmax> || std::is_same_v<Operator, Attention> ||
    std::is_same_v<Operator, LayerNorm> ||
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
  return make_half_kernel(node, *view, std::move(*kernel));
}

}  // namespace engine
}  // namespace backends
}  // namespace executorch
