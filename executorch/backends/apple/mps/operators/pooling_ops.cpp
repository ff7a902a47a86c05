#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>
#include <executorch/exir/ir/op_info.h>

#include <algorithm>
#include <array>

namespace executorch::backends::mps {
namespace {

using exir::pool_windows;
using Window = exir::PoolWindow;

/// Elements of window `i` that lie in the input or, if it counts, in its
/// padding.
int64_t count_of(const Window& window, int64_t i, bool count_include_pad) {
  const int64_t start = i * window.stride - window.padding;
  if (count_include_pad) {
    return std::min(start + window.kernel, window.input + window.padding) -
           start;
  }
  return std::min(start + window.kernel, window.input) -
         std::max<int64_t>(start, 0);
}

/// [C, H, W] as [1, C, H, W].
std::vector<int64_t> batched(std::vector<int64_t> sizes) {
  if (sizes.size() == 3) {
    sizes.insert(sizes.begin(), 1);
  }
  return sizes;
}

/// A node whose windows are whole: ceil mode has become padding.
Tensor pool(GraphWriter& writer, MPSNodeUnion type, const Tensor& x,
            const std::array<Window, 2>& windows, bool count_include_pad,
            int64_t divisor) {
  Tensor result = writer.new_tensor(
      x.dtype, {x.sizes[0], x.sizes[1], windows[0].output, windows[1].output});
  const auto narrow = [](int64_t value) { return static_cast<int32_t>(value); };
  const auto& [h, w] = windows;
  writer.add(type, mpsgraph::CreateMPSPooling2D(
                       writer.builder(), x.id, narrow(h.kernel),
                       narrow(w.kernel), narrow(h.stride), narrow(w.stride),
                       narrow(w.padding), narrow(w.padding_after()),
                       narrow(h.padding), narrow(h.padding_after()),
                       narrow(h.dilation), narrow(w.dilation), false,
                       count_include_pad, narrow(divisor), result.id, -1)
                       .Union());
  return result;
}

/// Kernel elements over counted ones, for each window of the plane.
std::vector<float> corrections(const std::array<Window, 2>& windows,
                               bool count_include_pad) {
  const auto& [h, w] = windows;
  std::vector<float> factors;
  for (int64_t i = 0; i < h.output; ++i) {
    for (int64_t k = 0; k < w.output; ++k) {
      const int64_t count =
          count_of(h, i, count_include_pad) * count_of(w, k, count_include_pad);
      factors.push_back(static_cast<float>(h.kernel * w.kernel) /
                        static_cast<float>(count));
    }
  }
  return factors;
}

}  // namespace

Refusal visit_max_pool2d(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion) {
  if (Refusal refusal = require_float(node, "self")) {
    return refusal;
  }
  if (!node.graph().is_unused(node.output(1))) {
    return "the indices are used";
  }
  const exir::Value* self = node.tensor("self");
  const Tensor x =
      view(writer, writer.get(self, form_of(writer, node, self->dtype())),
           batched(sizes_of(self)));
  const Tensor result = pool(writer, MPSNodeUnion::MPSMaxPool2DWithIndices, x,
                             pool_windows(node), false, 0);
  writer.define(node.output(), view(writer, result, sizes_of(node.output())));
  return std::nullopt;
}

/// Windows that hang over the padding have fewer elements than the kernel:
/// where ceil mode makes some, each average is corrected by a factor.
Refusal visit_avg_pool2d(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion) {
  if (Refusal refusal = require_float(node, "self")) {
    return refusal;
  }
  const int64_t divisor =
      node.is_none("divisor_override") ? 0 : node.int_value("divisor_override");
  if (divisor < 0) {
    return "the divisor is negative";
  }
  const exir::Value* self = node.tensor("self");
  const Tensor x =
      view(writer, writer.get(self, form_of(writer, node, self->dtype())),
           batched(sizes_of(self)));
  const std::array<Window, 2> windows = pool_windows(node);
  const bool count_include_pad = node.bool_value("count_include_pad");
  const bool hangs_over =
      std::any_of(windows.begin(), windows.end(), [](const Window& window) {
        return window.padding_after() != window.padding;
      });
  Tensor result;
  if (hangs_over && divisor == 0) {
    result = pool(writer, MPSNodeUnion::MPSAvgPool2D, x, windows, true, 0);
    const Tensor factors =
        writer.constant({1, 1, windows[0].output, windows[1].output},
                        corrections(windows, count_include_pad), x.dtype);
    result = binary(writer, MPSNodeUnion::MPSMul, result, factors);
  } else {
    result = pool(writer, MPSNodeUnion::MPSAvgPool2D, x, windows,
                  count_include_pad || divisor != 0, divisor);
  }
  writer.define(node.output(), view(writer, result, sizes_of(node.output())));
  return std::nullopt;
}

}  // namespace executorch::backends::mps
