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

Refusal reason_against(const Value& value) {
  if (!value.is_tensor()) {
    return fmt::format("%{} is a number of the run", value.name);
  }
  const exir::TensorSpec& spec = value.tensor();
  if (data_type(spec.dtype) == MPSDataType::mps_data_type_invalid) {
    return fmt::format("{} is no dtype of MPSGraph",
                       exir::dtype_name(spec.dtype));
  }
  if (!spec.dim_order.empty()) {
    return fmt::format("%{} is not row-major", value.name);
  }
  const auto sizes = exir::static_sizes(value);
  if (!sizes) {
    return fmt::format("sizes of %{} depend on the run: {}", value.name,
                       spec.str());
  }
  for (const int64_t size : *sizes) {
    if (size <= 0 || size > INT32_MAX) {
      return fmt::format("%{} has size {}", value.name, size);
    }
  }
  return std::nullopt;
}

/// What holds for every node: static, not empty, of dtypes that MPSGraph has.
Refusal check_values(const exir::Node& node) {
  Refusal refusal;
  const auto check = [&](const Value* value) {
    if (!refusal) {
      refusal = reason_against(*value);
    }
  };
  for (const exir::Argument& argument : node.args()) {
    exir::for_each_value(argument, check);
    if (const auto* ints = std::get_if<std::vector<exir::SymInt>>(&argument)) {
      for (const exir::SymInt& item : *ints) {
        if (!refusal && !item.is_constant()) {
          refusal = "size " + item.str() + " depends on the run";
        }
      }
    } else if (const auto* item = std::get_if<exir::SymInt>(&argument)) {
      if (!refusal && !item->is_constant()) {
        refusal = "argument " + item->str() + " depends on the run";
      }
    }
  }
  for (const Value* output : node.outputs()) {
    if (!output->users.empty() || node.graph().is_output(output)) {
      check(output);
    }
  }
  return refusal;
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

std::vector<int64_t> sizes_of(const Value* value) {
  return *exir::static_sizes(*value);
}

std::array<int64_t, 2> window_pair(const exir::Node& node,
                                   std::string_view name,
                                   std::array<int64_t, 2> missing) {
  const auto& list = node.ints(name);
  return list.empty() ? missing
                      : std::array<int64_t, 2>{*list.front().constant(),
                                               *list.back().constant()};
}

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
