#include <executorch/exir/import/node_names.h>

#include <fmt/format.h>

#include <memory>

namespace executorch::exir {
namespace {

constexpr std::string_view kOpsPrefix = "torch.ops.";
constexpr std::string_view kDefaultOverload = ".default";

/// "torch.ops.aten.add.Tensor" -> "aten::add.Tensor"; other targets
/// (`_operator.mul`, `math.ceil`) stay as they are.
std::string qualified_name(std::string_view target) {
  if (!target.starts_with(kOpsPrefix)) {
    return std::string(target);
  }
  std::string name(target.substr(kOpsPrefix.size()));
  if (name.ends_with(kDefaultOverload)) {
    name.resize(name.size() - kDefaultOverload.size());
  }
  const size_t dot = name.find('.');
  return dot == std::string::npos
             ? name
             : name.substr(0, dot) + "::" + name.substr(dot + 1);
}

/// Functions of Python on sizes, bools and floats, and the operators that
/// compute them; one name for both where the export has such operators.
struct ScalarFunction {
  std::string_view target;
  std::string_view op;
};

constexpr ScalarFunction kScalarFunctions[] = {
    {"_operator.add", "executorch_prim::add.Scalar"},
    {"_operator.sub", "executorch_prim::sub.Scalar"},
    {"_operator.mul", "executorch_prim::mul.Scalar"},
    {"_operator.truediv", "executorch_prim::truediv.Scalar"},
    {"_operator.floordiv", "executorch_prim::floordiv.Scalar"},
    {"_operator.mod", "executorch_prim::mod.Scalar"},
    {"_operator.neg", "executorch_prim::neg.Scalar"},
    {"_operator.eq", "executorch_prim::eq.Scalar"},
    {"_operator.gt", "executorch_prim::gt.Scalar"},
    {"_operator.ge", "executorch_prim::ge.Scalar"},
    {"_operator.lt", "executorch_prim::lt.Scalar"},
    {"_operator.le", "executorch_prim::le.Scalar"},
    {"torch.sym_float", "executorch_prim::sym_float.Scalar"},
    {"torch.sym_not", "executorch_prim::sym_not.Scalar"},
    {"torch.sym_max", "executorch_prim::sym_max.Scalar"},
    {"torch.sym_min", "executorch_prim::sym_min.Scalar"},
    {"torch.sym_ite", "executorch_prim::sym_ite.Scalar"},
    {"math.ceil", "executorch_prim::ceil.Scalar"},
    {"math.trunc", "executorch_prim::trunc.Scalar"},
    {"round", "executorch_prim::round.Scalar"},
    {"aten::item", "aten::_local_scalar_dense"},
};

std::string scalar_operator(std::string name) {
  for (const ScalarFunction& function : kScalarFunctions) {
    if (function.target == name) {
      return std::string(function.op);
    }
  }
  return name;
}

/// `key,path,type;key,path,type` -> path of the last entry.
std::string innermost_module(std::string_view stack) {
  stack = stack.substr(stack.rfind(';') + 1);
  const size_t first = stack.find(',');
  const size_t second =
      first == std::string_view::npos ? first : stack.find(',', first + 1);
  return second == std::string_view::npos
             ? std::string()
             : std::string(stack.substr(first + 1, second - first - 1));
}

}  // namespace

std::string operator_name(std::string_view target) {
  return scalar_operator(qualified_name(target));
}

std::string first_output_name(const json::array& outputs) {
  for (const json::element output : outputs) {
    const auto tagged = json::tagged(output, "outputs");
    const auto name = tagged ? json::string_member(tagged->value, "name")
                             : Expected<std::string_view>(std::string_view());
    if (name && !name->empty()) {
      return fmt::format("%{}", *name);
    }
  }
  return {};
}

SourceLocationPtr read_location(json::element node) {
  const auto metadata = json::optional_member(node, "metadata");
  auto location = std::make_shared<SourceLocation>();
  if (metadata) {
    if (const auto trace = json::string_member(*metadata, "stack_trace")) {
      location->stack_trace = *trace;
    }
    if (const auto stack = json::string_member(*metadata, "nn_module_stack")) {
      location->module_path = innermost_module(*stack);
    }
  }
  return location;
}

}  // namespace executorch::exir
