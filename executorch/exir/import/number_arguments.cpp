#include <executorch/exir/import/number_arguments.h>

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>

#include <cstring>

namespace executorch::exir {
namespace {

/// True if each number is for a Scalar, and each tensor for a Tensor.
bool takes_numbers(const OpInfo& op, const std::vector<NamedArgument>& args) {
  for (size_t i = 0; i < args.size(); ++i) {
    const auto index = param_of(op, args[i].first, i);
    if (!index) {
      return false;
    }
    const ops::ParamType& type = op.schema.params[*index].type;
    const bool is_tensor = type.base == ops::BaseType::kTensor && !type.is_list;
    if ((is_number(args[i].second) && is_tensor) ||
        (std::holds_alternative<Value*>(args[i].second) &&
         !is_number(args[i].second) && !is_tensor)) {
      return false;
    }
  }
  return true;
}

int category(ScalarType dtype) {
  return dtype == ScalarType::Bool                            ? 0
         : executorch::runtime::isIntegralType(dtype, false) ? 1
                                                              : 2;
}

/// dtype of a Python number.
ScalarType own_dtype(const Argument& number) {
  using Kind = ScalarSpec::Kind;
  const auto* value = std::get_if<Value*>(&number);
  const Kind kind =
      value != nullptr ? std::get<ScalarSpec>((*value)->spec).kind
      : std::holds_alternative<bool>(number)   ? Kind::kBool
      : std::holds_alternative<double>(number) ? Kind::kFloat
                                               : Kind::kInt;
  return kind == Kind::kBool    ? ScalarType::Bool
         : kind == Kind::kFloat ? ScalarType::Float
                                : ScalarType::Long;
}

/// dtype that makes a 0-d tensor take part in promotion as the number would:
/// the numbers' own, or that of 0-d tensors of the same category.
ScalarType dtype_of_number(const Argument& number,
                           const std::vector<NamedArgument>& args,
                           const std::vector<ValueSpec>& outputs) {
  ScalarType dtype = own_dtype(number);
  bool has_dimensions = false;
  std::optional<ScalarType> zero_d;
  for (const auto& [name, argument] : args) {
    for_each_value(argument, [&](const Value* value) {
      if (value->is_tensor()) {
        has_dimensions |= !value->sizes().empty();
        zero_d = value->dtype();
      }
    });
  }
  if (!has_dimensions && zero_d && category(*zero_d) == category(dtype)) {
    dtype = *zero_d;
  }
  const auto* result =
      outputs.empty() ? nullptr : std::get_if<TensorSpec>(&outputs[0]);
  return dtype == ScalarType::Float && result != nullptr &&
                 result->dtype == ScalarType::Double
             ? ScalarType::Double
             : dtype;
}

template <class T>
ConstantData bytes_of(T value) {
  auto bytes = std::make_shared<std::vector<std::byte>>(sizeof(T));
  std::memcpy(bytes->data(), &value, sizeof(T));
  return {*bytes, bytes, false};
}

/// A 0-d constant of the number, as Long, Bool or Double.
Value* add_number(Graph& graph, const Argument& number) {
  if (const auto* sym = std::get_if<SymInt>(&number)) {
    return graph.add_constant("number", TensorSpec{ScalarType::Long, {}},
                              bytes_of<int64_t>(*sym->constant()));
  }
  if (const auto* flag = std::get_if<bool>(&number)) {
    return graph.add_constant("number", TensorSpec{ScalarType::Bool, {}},
                              bytes_of<uint8_t>(*flag ? 1 : 0));
  }
  return graph.add_constant("number", TensorSpec{ScalarType::Double, {}},
                            bytes_of<double>(std::get<double>(number)));
}

}  // namespace

bool is_number(const Argument& argument) {
  const auto* value = std::get_if<Value*>(&argument);
  if (value != nullptr) {
    return *value != nullptr && !(*value)->is_tensor();
  }
  return std::holds_alternative<SymInt>(argument) ||
         std::holds_alternative<double>(argument) ||
         std::holds_alternative<bool>(argument);
}

std::optional<size_t> param_of(const OpInfo& op, const std::string& name,
                               size_t position) {
  const auto index = op.schema.param_index(name);
  return !index && name.empty() && position < op.schema.params.size()
             ? std::optional(position)
             : index;
}

const OpInfo* overload_for_numbers(const OpInfo* op,
                                   const std::vector<NamedArgument>& args) {
  if (takes_numbers(*op, args)) {
    return op;
  }
  const bool in_place = op->is_in_place();
  std::string base = op->schema.name;
  if (in_place) {
    base.pop_back();
  }
  for (const OpInfo& other : all_ops()) {
    if (other.schema.name == base && other.schema.ns == op->schema.ns &&
        takes_numbers(other, args)) {
      return in_place ? find_in_place_op(fmt::format(
                            "{}::{}_.{}", other.schema.ns, base,
                            other.schema.overload))
                      : &other;
    }
  }
  return op;
}

Expected<Value*> tensor_of_number(Graph& graph, const Argument& number,
                                  const std::vector<NamedArgument>& args,
                                  const std::vector<ValueSpec>& results) {
  const ScalarType dtype = dtype_of_number(number, args, results);
  const Argument none = std::monostate{};
  const std::vector<ValueSpec> spec{TensorSpec{dtype, {}}};
  const auto* sym = std::get_if<SymInt>(&number);
  if (std::holds_alternative<Value*>(number) ||
      (sym != nullptr && !sym->is_constant())) {
    const OpInfo* op = find_op("aten::scalar_tensor");
    if (op == nullptr) {
      return fail("a size is given for a tensor, which is not supported");
    }
    return graph
        .insert(nullptr, *op, {number, dtype, none, none, none}, spec, nullptr,
                "number")
        ->output();
  }
  Value* constant = add_number(graph, number);
  if (constant->dtype() == dtype) {
    return constant;
  }
  return graph
      .insert(nullptr, *find_op("aten::_to_copy"),
              {constant, dtype, none, none, none, false, none}, spec, nullptr,
              "number")
      ->output();
}

}  // namespace executorch::exir
