#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>

#include <algorithm>
#include <cmath>

namespace executorch::backends::mps {

/// Negative padding is a slice.
Refusal visit_constant_pad_nd(GraphWriter& writer, const exir::Node& node,
                              MPSNodeUnion) {
  const double value = node.number("value");
  Tensor x = writer.get(node.tensor("self"));
  if (x.dtype == MPSDataType::mps_data_type_bool) {
    return "padded bool";
  }
  if (!is_float(x.dtype) &&
      static_cast<double>(static_cast<float>(value)) != value) {
    return "the value is no float32 number";
  }
  std::vector<int32_t> pad;
  const auto& given = node.ints("pad");
  for (size_t i = 0; i < given.size() / 2; ++i) {
    const size_t axis = x.sizes.size() - 1 - i;
    const int64_t before = *given[2 * i].constant();
    const int64_t after = *given[2 * i + 1].constant();
    const int64_t start = std::max<int64_t>(0, -before);
    const int64_t end = x.sizes[axis] - std::max<int64_t>(0, -after);
    if (start >= end) {
      return "more is cut off than there is";
    }
    x = slice(writer, x, axis, start, end);
    pad.push_back(static_cast<int32_t>(std::max<int64_t>(0, before)));
    pad.push_back(static_cast<int32_t>(std::max<int64_t>(0, after)));
  }
  if (std::all_of(pad.begin(), pad.end(), [](int32_t n) { return n == 0; })) {
    writer.define(node.output(), x);
    return std::nullopt;
  }
  Tensor result = writer.new_tensor(x.dtype, sizes_of(node.output()));
  writer.add(
      MPSNodeUnion::MPSConstantPadND,
      mpsgraph::CreateMPSConstantPadNDDirect(writer.builder(), x.id, result.id,
                                             &pad, static_cast<float>(value))
          .Union());
  writer.define(node.output(), result);
  return std::nullopt;
}

}  // namespace executorch::backends::mps
