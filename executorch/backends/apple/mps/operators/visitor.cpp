#include <executorch/backends/apple/mps/operators/visitor.h>

#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/printer.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>

#include <unordered_map>
#include <vector>

namespace executorch::backends::mps {

#define MPS_OP(name, visitor, type) \
  Refusal visit_##visitor(GraphWriter&, const exir::Node&, MPSNodeUnion);
#include <executorch/backends/apple/mps/operators/visitors.def>
#undef MPS_OP

namespace {

using exir::Value;

struct Row {
  Visitor visitor = nullptr;
  MPSNodeUnion type = MPSNodeUnion::NONE;
};

constexpr std::string_view kNames[] = {
#define MPS_OP(name, visitor, type) name,
#include <executorch/backends/apple/mps/operators/visitors.def>
#undef MPS_OP
};

const std::unordered_map<std::string_view, Row>& rows() {
  static const std::unordered_map<std::string_view, Row> rows{
#define MPS_OP(name, visitor, type) \
  {name, {visit_##visitor, MPSNodeUnion::type}},
#include <executorch/backends/apple/mps/operators/visitors.def>
#undef MPS_OP
  };
  return rows;
}

/// What holds for every node: static, not empty, of dtypes that MPSGraph has.
Refusal check_values(const exir::Node& node) {
  return exir::check_static(node, [](const Value& value) -> Refusal {
    const exir::ScalarType dtype = value.tensor().dtype;
    return data_type(dtype) == MPSDataType::mps_data_type_invalid
               ? Refusal(fmt::format("{} is no dtype of MPSGraph",
                                     exir::dtype_name(dtype)))
               : std::nullopt;
  });
}

}  // namespace

Refusal visit(GraphWriter& writer, const exir::Node& node) {
  const auto found = rows().find(node.op().schema.qualified_name());
  if (found == rows().end()) {
    return "no visitor for the operator";
  }
  if (Refusal refusal = check_values(node)) {
    return refusal;
  }
  return found->second.visitor(writer, node, found->second.type);
}

std::span<const std::string_view> visited_operators() { return kNames; }

MPSDataType form_of(GraphWriter& writer, const exir::Node& node,
                    exir::ScalarType dtype) {
  bool wide = false;
  for (const exir::Argument& argument : node.args()) {
    exir::for_each_value(argument, [&](const Value* value) {
      wide = wide || writer.is_wide(value);
    });
  }
  const MPSDataType type = writer.compute_type(dtype);
  return wide && is_float(type) ? MPSDataType::mps_data_type_float32 : type;
}

Refusal require_float(const exir::Node& node, std::string_view argument) {
  const Value* value = node.tensor(argument);
  if (runtime::isFloatingType(value->dtype())) {
    return std::nullopt;
  }
  return fmt::format("{} is {}, only floats are computed", argument,
                     exir::dtype_name(value->dtype()));
}

}  // namespace executorch::backends::mps
