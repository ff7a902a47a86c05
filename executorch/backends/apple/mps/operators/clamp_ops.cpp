#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>

#include <cmath>
#include <limits>

namespace executorch::backends::mps {
namespace {

/// A bound of a clamp, or the infinity that does nothing.
double bound(const exir::Node& node, std::string_view name, double none) {
  return node.is_none(name) ? none : node.number(name);
}

}  // namespace

Refusal visit_clamp(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double min = bound(node, "min", -kInfinity);
  const double max = bound(node, "max", kInfinity);
  if (std::isnan(min) || std::isnan(max)) {
    return "a bound is not a number";
  }
  const MPSDataType form = form_of(writer, node, node.output()->dtype());
  for (const double limit : {min, max}) {
    const bool is_exact =
        static_cast<double>(static_cast<float>(limit)) == limit;
    if (!is_float(form) && !is_exact) {
      return "a bound is no float32 number";
    }
  }
  writer.define(node.output(),
                clamp(writer, writer.get(node.tensor("self"), form),
                      static_cast<float>(min), static_cast<float>(max)));
  return std::nullopt;
}

Refusal visit_where(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  const exir::Value* condition = node.tensor("condition");
  if (condition->dtype() != exir::ScalarType::Bool) {
    return "the condition is not bool";
  }
  const MPSDataType form = form_of(writer, node, node.output()->dtype());
  writer.define(node.output(), where(writer, writer.get(condition),
                                     writer.get(node.tensor("self"), form),
                                     writer.get(node.tensor("other"), form)));
  return std::nullopt;
}

Refusal visit_masked_fill(GraphWriter& writer, const exir::Node& node,
                          MPSNodeUnion) {
  const MPSDataType form = form_of(writer, node, node.output()->dtype());
  const double value = node.number("value");
  if (!is_float(form) && std::abs(value) > 127) {
    return "the value is large for an integer";
  }
  const Tensor x = writer.get(node.tensor("self"), form);
  writer.define(node.output(), where(writer, writer.get(node.tensor("mask")),
                                     writer.scalar(value, form), x));
  return std::nullopt;
}

}  // namespace executorch::backends::mps
