#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/blocks.h>
#include <executorch/backends/engine/kernels/util/strided_copy.h>

#include <numeric>

namespace executorch::backends::engine::scalar {
namespace {

using Strides = std::vector<int64_t>;

/// The elements of an operand from `offset` on, under strides.
class ViewKernel : public Kernel {
 public:
  /// The result is dense; `sizes` are its sizes or a finer division of them.
  ViewKernel(const NodeView& node, const std::vector<int64_t>& sizes,
             const Strides& strides, int64_t offset = 0)
      : copy_(sizes, dense_strides(sizes), strides,
              element_nbytes(node.input(0).dtype)),
        offset_nbytes_(static_cast<size_t>(offset) *
                       element_nbytes(node.input(0).dtype)) {}

  Error run(const KernelArgs& args) const override {
    copy_.run(advance(args.inputs[0], offset_nbytes_), args.outputs[0]);
    return Error::Ok;
  }

 private:
  StridedCopy copy_;
  size_t offset_nbytes_;
};

template <typename... Args>
KernelResult make_view(const Args&... args) {
  return KernelResult(std::make_unique<ViewKernel>(args...));
}

/// Operands, each in its part of the result; what is left is filled before.
class PartsKernel : public Kernel {
 public:
  explicit PartsKernel(const NodeView& node)
      : strides_(dense_strides(node.output().sizes)),
        element_nbytes_(element_nbytes(node.output().dtype)) {}

  /// The next operand, at such an offset in the result.
  void add(const TensorType& operand, int64_t offset) {
    parts_.push_back(
        {StridedCopy(operand.sizes, strides_, dense_strides(operand.sizes),
                     element_nbytes_),
         static_cast<size_t>(offset) * element_nbytes_});
  }
  void fill_with(uint64_t element, int64_t numel) {
    element_ = element;
    fill_numel_ = static_cast<size_t>(numel);
  }

  Error run(const KernelArgs& args) const override {
    fill_elements(args.outputs[0], &element_, element_nbytes_, fill_numel_);
    for (size_t i = 0; i < parts_.size(); ++i) {
      parts_[i].copy.run(args.inputs[i],
                         advance(args.outputs[0], parts_[i].offset_nbytes));
    }
    return Error::Ok;
  }

 private:
  struct Part {
    StridedCopy copy;
    size_t offset_nbytes;
  };
  Strides strides_;
  size_t element_nbytes_;
  uint64_t element_ = 0;
  size_t fill_numel_ = 0;
  std::vector<Part> parts_;
};

}  // namespace

KernelResult make(const Reshape&, const NodeView& node) {
  const std::vector<int64_t>& sizes = node.output().sizes;
  return make_view(node, sizes, dense_strides(sizes));
}

KernelResult make(const Transpose& op, const NodeView& node) {
  const Strides from = dense_strides(node.input(0).sizes);
  Strides strides;
  for (const int32_t axis : op.axes) {
    strides.push_back(from[static_cast<size_t>(axis)]);
  }
  return make_view(node, node.output().sizes, strides);
}

KernelResult make(const Broadcast&, const NodeView& node) {
  const std::vector<int64_t>& sizes = node.output().sizes;
  return make_view(node, sizes, broadcast_strides(node.input(0).sizes, sizes));
}

KernelResult make(const Slice& op, const NodeView& node) {
  const auto axis = static_cast<size_t>(op.axis);
  Strides strides = dense_strides(node.input(0).sizes);
  const int64_t offset = op.start * strides[axis];
  // With one element the step is free, and its product may not fit.
  strides[axis] *= node.output().sizes[axis] > 1 ? op.step : 1;
  return make_view(node, node.output().sizes, strides, offset);
}

KernelResult make(const Concat& op, const NodeView& node) {
  const auto axis = static_cast<size_t>(op.axis);
  const Strides strides = dense_strides(node.output().sizes);
  auto kernel = std::make_unique<PartsKernel>(node);
  int64_t start = 0;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    kernel->add(node.input(i), start * strides[axis]);
    start += node.input(i).sizes[axis];
  }
  return KernelResult(std::move(kernel));
}

KernelResult make(const Pad& op, const NodeView& node) {
  const TensorType& result = node.output();
  const Strides strides = dense_strides(result.sizes);
  uint64_t element = 0;
  ET_CHECK_OK_OR_RETURN_ERROR(
      encode_scalar(Pad::kName, result.dtype, op.value, &element));
  auto kernel = std::make_unique<PartsKernel>(node);
  kernel->fill_with(element, result.numel());
  if (node.input(0).numel() == 0) {
    return KernelResult(std::move(kernel));
  }
  kernel->add(node.input(0), std::inner_product(strides.begin(), strides.end(),
                                                op.before.begin(), int64_t{0}));
  return KernelResult(std::move(kernel));
}

KernelResult make(const PixelShuffle& op, const NodeView& node) {
  const std::vector<int64_t>& x = node.input(0).sizes;
  const int64_t r = op.factor;
  const int64_t plane = x[2] * x[3];
  return make_view(
      node, std::vector<int64_t>{x[0], x[1] / (r * r), x[2], r, x[3], r},
      Strides{x[1] * plane, r * r * plane, x[3], r * plane, 1, plane});
}

}  // namespace executorch::backends::engine::scalar
