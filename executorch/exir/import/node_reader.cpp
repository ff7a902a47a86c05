#include <executorch/exir/import/node_reader.h>

#include <executorch/exir/import/control_flow.h>
#include <executorch/exir/import/node_names.h>
#include <executorch/exir/import/number_arguments.h>
#include <executorch/exir/import/result_bounds.h>
#include <executorch/exir/import/tensor_meta.h>
#include <executorch/exir/ir/arguments.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace executorch::exir {
namespace {

/// A node that only names expressions of sizes, which are no values here.
/// Reading an element of a tensor is a computation.
bool computes_only_sym_ints(const std::string& name,
                            const json::array& outputs) {
  if (name == "aten::_local_scalar_dense") {
    return false;
  }
  for (const json::element output : outputs) {
    const auto tagged = json::tagged(output, "outputs");
    if (!tagged || tagged->tag != "as_sym_int") {
      return false;
    }
  }
  return outputs.size() > 0;
}

constexpr std::string_view kSubclassPart = "export::access_subclass_inner_tensor";

/// The export's own checks of what it has recorded.
bool is_check(std::string_view name) {
  return name == "aten::_assert_tensor_metadata" ||
         name.starts_with("aten::_assert_async") ||
         name.starts_with("aten::sym_constrain_range");
}

tl::unexpected<Diagnostic> unsupported(std::string_view name) {
  return fail(fmt::format(
      "operator {} is not supported{}", name,
      name.starts_with("torch._functorch")
          ? ": the export keeps parts of a transform (torch.vmap, "
            "associative_scan)"
          : ""));
}

/// Name of a symbolic number of the export, or nothing for another argument.
std::optional<std::string> number_name(json::element argument) {
  const auto tagged = json::tagged(argument, "arg");
  if (!tagged || !tagged->tag.starts_with("as_sym_")) {
    return std::nullopt;
  }
  const auto name = json::string_member(tagged->value, "as_name");
  return name ? std::optional(std::string(*name)) : std::nullopt;
}

}  // namespace

Expected<void> NodeReader::read_tables() {
  ET_ASSIGN(tensor_values_, json::object_member(document_, "tensor_values"));
  const auto table = json::optional_member(document_, "sym_int_values");
  if (!table) {
    return {};
  }
  ET_ASSIGN(const auto fields, json::as_object(*table, "sym_int_values"));
  for (const auto field : fields) {
    ET_ASSIGN(SymInt value, read_sym_int(field.value, scope_.ranges));
    scope_.sym_ints.emplace(std::string(field.key), std::move(value));
  }
  return {};
}

Expected<TensorMeta> NodeReader::tensor_meta(const std::string& name) const {
  json::element meta;
  if (tensor_values_.at_key(name).get(meta) != simdjson::SUCCESS) {
    return fail(fmt::format("tensor {} has no entry in tensor_values", name));
  }
  auto read = read_tensor_meta(meta, scope_.ranges);
  if (!read) {
    return fail(fmt::format("tensor {}: {}", name, read.error().message));
  }
  return read;
}

Expected<void> NodeReader::define(const std::string& name, Value* value) {
  if (!scope_.values.emplace(name, value).second) {
    return fail(fmt::format("value {} is defined twice", name));
  }
  return {};
}

Expected<void> NodeReader::read(json::element node) {
  ET_ASSIGN(const auto target, json::string_member(node, "target"));
  const std::string name = operator_name(target);
  ET_ASSIGN(const auto outputs, json::array_member(node, "outputs"));
  if (concerns_layout(node, name, outputs) ||
      computes_only_sym_ints(name, outputs)) {
    return {};
  }
  auto result = read_operator(node, name, outputs);
  if (!result) {
    Diagnostic error = std::move(result).error();
    error.location = read_location(node);
    if (error.message.find(name) == std::string::npos) {
      error.message = name + ": " + error.message;
    }
    error.node = first_output_name(outputs);
    error.pass = "import";
    return fail(std::move(error));
  }
  return {};
}

std::optional<std::string> NodeReader::unsupported_operator(
    json::element node) {
  const auto target = json::string_member(node, "target");
  const auto outputs = json::array_member(node, "outputs");
  if (!target || !outputs) {
    return std::nullopt;
  }
  std::string name = operator_name(*target);
  const bool is_read = computes_only_sym_ints(name, *outputs) ||
                       find_op(name) != nullptr ||
                       find_in_place_op(name) != nullptr ||
                       ControlFlowReader::reads(name) || is_check(name) ||
                       name == kSubclassPart;
  return is_read ? std::nullopt : std::optional(std::move(name));
}

Expected<void> NodeReader::read_operator(json::element node,
                                         const std::string& name,
                                         const json::array& outputs) {
  if (name == kSubclassPart) {
    return read_subclass_part(node, outputs);
  }
  if (ControlFlowReader::reads(name)) {
    return ControlFlowReader(graph_, scope_, tables_, *this).read(node, name);
  }
  ET_ASSIGN(auto arguments, read_arguments(node));
  if (name == "torch._sym_sqrt" && arguments.size() == 1) {
    return read_square_root(arguments[0].second, outputs);
  }
  if (outputs.size() == 0 && find_op(name) == nullptr) {
    return read_check(name, arguments);
  }
  const OpInfo* op = find_op(name);
  if (op == nullptr) {
    op = find_in_place_op(name);
  }
  if (op == nullptr) {
    return unsupported(name);
  }
  op = overload_for_numbers(op, arguments);
  if (const auto range = result_range(name, arguments)) {
    ET_TRY(bound_sizes(*range, outputs));
  }
  ET_ASSIGN(Outputs read, read_outputs(outputs));
  correct_results(name, arguments, read.specs);
  const auto& returns = op->schema.returns;
  const bool returns_list = returns.size() == 1 && returns[0].is_list;
  if (read.is_list != returns_list ||
      (!returns_list && read.names.size() != returns.size())) {
    return fail(fmt::format("found {} outputs, expected {}", read.names.size(),
                            returns.size()));
  }
  ET_ASSIGN(auto args, fit(*op, std::move(arguments), read));
  if (autocast_) {
    cast_operands(name, args);
  }
  Node* added = graph_.insert(nullptr, *op, std::move(args), {},
                              read_location(node), {});
  for (size_t i = 0; i < read.names.size(); ++i) {
    graph_.set_outputs(added, {std::move(read.specs[i])}, read.names[i]);
    ET_TRY(define(read.names[i], added->output(i)));
  }
  return {};
}

/// True for a check of where a tensor lies in memory, which is another here.
bool NodeReader::concerns_layout(json::element node, const std::string& name,
                                 const json::array& outputs) {
  bool concerns = name == "aten::sym_storage_offset";
  const auto inputs = json::array_member(node, "inputs");
  if (!concerns && !layout_numbers_.empty() && inputs &&
      (name.starts_with("executorch_prim::") ||
       name == "aten::_assert_scalar")) {
    for (const json::element input : *inputs) {
      const auto arg = json::member(input, "arg");
      const auto number = arg ? number_name(*arg) : std::nullopt;
      concerns = concerns || (number && layout_numbers_.contains(*number));
    }
  }
  for (const json::element output : outputs) {
    const auto number = concerns ? number_name(output) : std::nullopt;
    if (number) {
      layout_numbers_.insert(*number);
    }
  }
  return concerns;
}

/// The root of a number, taken by the operator on tensors.
Expected<void> NodeReader::read_square_root(const Argument& number,
                                            const json::array& outputs) {
  ET_ASSIGN(Outputs read, read_outputs(outputs));
  if (read.names.size() != 1) {
    return fail(fmt::format("found {} outputs, expected 1", read.names.size()));
  }
  const Argument none = std::monostate{};
  const TensorSpec spec{ScalarType::Double, {}};
  Node* tensor = graph_.insert(
      nullptr, *find_op("aten::full"),
      {std::vector<SymInt>{}, number, ScalarType::Double, none, none, none},
      {spec}, nullptr, "number");
  Node* root = graph_.insert(nullptr, *find_op("aten::sqrt"),
                             {tensor->output()}, {spec}, nullptr, "root");
  Node* element = graph_.insert(
      nullptr, *find_op("aten::_local_scalar_dense"), {root->output()},
      {std::move(read.specs[0])}, nullptr, read.names[0]);
  return define(read.names[0], element->output());
}

/// Symbols of the outputs' sizes that the export leaves without a bound.
Expected<void> NodeReader::bound_sizes(const SymRange& bound,
                                       const json::array& outputs) {
  constexpr int64_t kUnbounded = int64_t{1} << 48;
  ET_ASSIGN(const Outputs read, read_outputs(outputs));
  bool changed = false;
  for (const ValueSpec& spec : read.specs) {
    const auto* tensor = std::get_if<TensorSpec>(&spec);
    for (const SymInt& size :
         tensor == nullptr ? std::vector<SymInt>{} : tensor->sizes) {
      const auto symbol = size.as_symbol();
      if (symbol && size.range().max.value_or(INT64_MAX) > kUnbounded) {
        const int64_t min = std::max(bound.min, size.range().min);
        scope_.ranges[*symbol] = {min, std::max(*bound.max, min)};
        changed = true;
      }
    }
  }
  if (changed) {
    scope_.sym_ints.clear();
    ET_TRY(read_tables());
  }
  return {};
}

namespace {

/// What torch.autocast computes in the lower dtype on a CPU.
constexpr std::string_view kAutocast[] = {
    "aten::linear",           "aten::matmul",
    "aten::mm",               "aten::bmm",
    "aten::addmm",            "aten::baddbmm",
    "aten::addbmm",           "aten::linalg_vecdot",
    "aten::conv1d",           "aten::conv1d.padding",
    "aten::conv2d",           "aten::conv2d.padding",
    "aten::conv3d",           "aten::conv3d.padding",
    "aten::conv_transpose1d", "aten::conv_transpose2d.input",
    "aten::prelu",            "aten::conv_transpose3d.input",
    "aten::scaled_dot_product_attention"};

}  // namespace

void NodeReader::cast_operands(std::string_view op,
                               std::vector<Argument>& args) {
  if (std::ranges::find(kAutocast, op) == std::end(kAutocast)) {
    return;
  }
  const Argument none = std::monostate{};
  for (Argument& argument : args) {
    auto* value = std::get_if<Value*>(&argument);
    if (value == nullptr || *value == nullptr || !(*value)->is_tensor() ||
        (*value)->dtype() != ScalarType::Float) {
      continue;
    }
    TensorSpec spec = (*value)->tensor();
    spec.dtype = *autocast_;
    argument = graph_
                   .insert(nullptr, *find_op("aten::_to_copy"),
                           {*value, *autocast_, none, none, none, false, none},
                           {spec}, nullptr, (*value)->name)
                   ->output();
  }
}

/// (subclass tensor, attribute): a stored tensor, or a subclass again.
Expected<void> NodeReader::read_subclass_part(json::element node,
                                              const json::array& outputs) {
  ET_ASSIGN(const auto inputs, json::array_member(node, "inputs"));
  std::string source;
  std::string attribute;
  for (const json::element input : inputs) {
    ET_ASSIGN(const auto arg, json::member(input, "arg"));
    ET_ASSIGN(const json::Tagged tagged, json::tagged(arg, "arg"));
    if (tagged.tag == "as_tensor") {
      ET_ASSIGN(source, read_tensor_name(tagged.value));
    } else if (tagged.tag == "as_string") {
      ET_ASSIGN(const auto text, json::as_string(tagged.value, "as_string"));
      attribute = text;
    }
  }
  const auto subclass = subclasses_.find(source);
  if (subclass == subclasses_.end() || outputs.size() != 1) {
    return fail(fmt::format("{} is no tensor subclass of the archive", source));
  }
  ET_ASSIGN(const json::Tagged output,
            json::tagged(outputs.at(0).value_unsafe(), "outputs"));
  ET_ASSIGN(const std::string result, read_tensor_name(output.value));
  const std::string fqn = fmt::format("{}.{}", subclass->second, attribute);
  if (tables_.is_subclass(fqn)) {
    define_subclass(result, fqn);
    return {};
  }
  ET_ASSIGN(StoredTensor tensor, tables_.load(fqn));
  Value* value = graph_.add_constant(result, std::move(tensor.spec),
                                     std::move(tensor.data));
  value->fqn = fqn;
  return define(result, value);
}

/// Nodes without results: the export's own checks of what it has recorded.
Expected<void> NodeReader::read_check(const std::string& name,
                                      const std::vector<NamedArgument>& args) {
  if (name == "aten::_assert_tensor_metadata") {
    const auto* tensor =
        args.empty() ? nullptr : std::get_if<Value*>(&args[0].second);
    for (const auto& [arg, value] : args) {
      const auto* dtype = std::get_if<ScalarType>(&value);
      if (arg == "dtype" && dtype != nullptr && tensor != nullptr &&
          (*tensor)->dtype() != *dtype) {
        return fail(fmt::format("{} is of another dtype than the check asks",
                                (*tensor)->tensor().str()));
      }
    }
    return {};
  }
  if (name.starts_with("aten::_assert_async") && !args.empty()) {
    if (const auto* condition = std::get_if<Value*>(&args[0].second)) {
      Node* element = graph_.insert(
          nullptr, *find_op("aten::_local_scalar_dense"), {*condition},
          {ScalarSpec{ScalarSpec::Kind::kBool, SymInt(0), 0}}, nullptr,
          "condition");
      const auto* text = args.size() < 2
                             ? nullptr
                             : std::get_if<std::string>(&args[1].second);
      graph_.insert(nullptr, *find_op("aten::_assert_scalar"),
                    {element->output(),
                     text == nullptr ? std::string("assertion failed") : *text},
                    {}, nullptr, {});
      return {};
    }
  }
  if (is_check(name)) {
    return {};  // the ranges are in range_constraints
  }
  return unsupported(name);
}

Expected<std::vector<NamedArgument>> NodeReader::read_arguments(
    json::element node) const {
  ET_ASSIGN(const auto inputs, json::array_member(node, "inputs"));
  std::vector<NamedArgument> args;
  for (const json::element input : inputs) {
    ET_ASSIGN(const auto name, json::string_member(input, "name"));
    ET_ASSIGN(const auto arg, json::member(input, "arg"));
    ET_ASSIGN(Argument value, read_argument(arg, scope_));
    args.emplace_back(std::string(name), std::move(value));
  }
  return args;
}

Expected<void> NodeReader::add_tensor_output(json::element value,
                                             Outputs& outputs) const {
  ET_ASSIGN(outputs.names.emplace_back(), read_tensor_name(value));
  ET_ASSIGN(TensorMeta meta, tensor_meta(outputs.names.back()));
  outputs.specs.push_back(std::move(meta.spec));
  return {};
}

Expected<NodeReader::Outputs> NodeReader::read_outputs(
    const json::array& list) const {
  using Kind = ScalarSpec::Kind;
  Outputs outputs;
  for (const json::element output : list) {
    ET_ASSIGN(const json::Tagged tagged, json::tagged(output, "outputs"));
    if (tagged.tag == "as_tensor") {
      ET_TRY(add_tensor_output(tagged.value, outputs));
    } else if (tagged.tag == "as_tensors") {
      ET_ASSIGN(const auto items, json::as_array(tagged.value, "as_tensors"));
      for (const json::element item : items) {
        ET_TRY(add_tensor_output(item, outputs));
      }
      outputs.is_list = true;
    } else if (tagged.tag == "as_sym_int" || tagged.tag == "as_sym_bool" ||
               tagged.tag == "as_sym_float") {
      ET_ASSIGN(const auto name, json::string_member(tagged.value, "as_name"));
      ScalarSpec spec{tagged.tag == "as_sym_int"    ? Kind::kInt
                      : tagged.tag == "as_sym_bool" ? Kind::kBool
                                                    : Kind::kFloat,
                      SymInt(0), 0};
      if (spec.kind == Kind::kInt) {
        ET_ASSIGN(spec.sym, scope_.sym_int(name));
      }
      outputs.names.emplace_back(name);
      outputs.specs.emplace_back(std::move(spec));
    } else {
      return fail(fmt::format("output kind {}, expected a tensor or a number",
                              tagged.tag));
    }
  }
  return outputs;
}

Expected<std::vector<Argument>> NodeReader::fit(
    const OpInfo& op, std::vector<NamedArgument> given,
    const Outputs& outputs) {
  const auto& params = op.schema.params;
  Slots slots(params.size());
  for (size_t i = 0; i < given.size(); ++i) {
    auto& [name, value] = given[i];
    const auto index = param_of(op, name, i);
    if (!index || slots[*index]) {
      return fail(fmt::format("argument {} is {}", name,
                              index ? "given twice" : "not in the schema"));
    }
    const ops::ParamType& type = params[*index].type;
    if (type.base == ops::BaseType::kTensor && !type.is_list &&
        is_number(value)) {
      ET_ASSIGN(slots[*index],
                tensor_of_number(graph_, value, given, outputs.specs));
    } else {
      ET_ASSIGN(slots[*index], fit_argument(params[*index], value));
    }
  }
  std::vector<Argument> args;
  for (size_t i = 0; i < params.size(); ++i) {
    if (!slots[i]) {
      ET_ASSIGN(slots[i], default_argument(params[i]));
    }
    args.push_back(*std::move(slots[i]));
  }
  return args;
}

}  // namespace executorch::exir
