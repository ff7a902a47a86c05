#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

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

/// A row function for float32, made to serve float16 too.
template <typename Operator,
          KernelResult (*make)(const Operator&, const NodeView&)>
KernelResult with_half(const Operator& op, const NodeView& node) {
  if (!has_half(node)) {
    return make(op, node);
  }
  Result<FloatView> view = FloatView::make(node);
  ET_CHECK_OK_OR_RETURN_ERROR(view.error());
  KernelResult kernel = make(op, view->node());
  ET_CHECK_OK_OR_RETURN_ERROR(kernel.error());
  if (*kernel == nullptr) {
    return KernelResult(nullptr);
  }
  return make_half_kernel(node, std::move(*view), std::move(*kernel));
}

}  // namespace engine
}  // namespace backends
}  // namespace executorch
