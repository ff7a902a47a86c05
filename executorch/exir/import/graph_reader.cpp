#include <executorch/exir/import/graph_reader.h>

#include <executorch/exir/import/argument_reader.h>
#include <executorch/exir/ir/arguments.h>
#include <executorch/exir/ir/op_info.h>
#include <fmt/format.h>

#include <string_view>

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

class GraphReader {
 public:
  GraphReader(json::element document, const TensorTables& tables)
      : document_(document), tables_(tables) {}

  Expected<ExportedProgram> read() {
    ET_TRY(check_schema_version());
    program_.graph = std::make_unique<Graph>();
    ET_TRY(read_ranges());
    ET_ASSIGN(module_, json::member(document_, "graph_module"));
    ET_ASSIGN(graph_, json::member(module_, "graph"));
    ET_ASSIGN(tensor_values_, json::object_member(graph_, "tensor_values"));
    ET_TRY(read_sym_ints());
    ET_ASSIGN(const auto signature, json::member(module_, "signature"));
    ET_TRY(read_inputs(signature));
    ET_ASSIGN(const auto nodes, json::array_member(graph_, "nodes"));
    for (const json::element node : nodes) {
      ET_TRY(read_node(node));
    }
    ET_TRY(read_outputs(signature));
    read_trees();
    return std::move(program_);
  }

 private:
  Graph& graph() { return *program_.graph; }

  Expected<void> check_schema_version() {
    if (const auto torch = json::optional_member(document_, "torch_version")) {
      ET_ASSIGN(const auto text, json::as_string(*torch, "torch_version"));
      program_.torch_version = text;
    }
    ET_ASSIGN(const auto version, json::member(document_, "schema_version"));
    ET_ASSIGN(const int64_t major, json::int_member(version, "major"));
    if (major != 8) {
      return fail(fmt::format(
          "the archive has export schema version {}, expected 8", major));
    }
    return {};
  }

  Expected<void> read_ranges() {
    ET_ASSIGN(const auto table,
              json::object_member(document_, "range_constraints"));
    for (const auto field : table) {
      SymRange range{0, std::nullopt};
      if (const auto min = json::optional_member(field.value, "min_val")) {
        ET_ASSIGN(const int64_t value, json::as_int(*min, "min_val"));
        range.min = std::max<int64_t>(0, value);
      }
      if (const auto max = json::optional_member(field.value, "max_val")) {
        ET_ASSIGN(const int64_t value, json::as_int(*max, "max_val"));
        range.max = value;
      }
      scope_.ranges.emplace(std::string(field.key), range);
    }
    return {};
  }

  Expected<void> read_sym_ints() {
    const auto table = json::optional_member(graph_, "sym_int_values");
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

  Expected<TensorMeta> meta_of(const std::string& name) {
    json::element meta;
    if (tensor_values_.at_key(name).get(meta) != simdjson::SUCCESS) {
      return fail(fmt::format("tensor {} has no entry in tensor_values", name));
    }
    auto read = read_tensor_meta(meta, scope_.ranges);
    if (!read) {
      return fail(
          fmt::format("tensor {}: {}", name, read.error().message));
    }
    return read;
  }

  Expected<void> define(const std::string& name, Value* value) {
    if (!scope_.values.emplace(name, value).second) {
      return fail(fmt::format("value {} is defined twice", name));
    }
    return {};
  }

  Expected<void> read_inputs(json::element signature) {
    ET_ASSIGN(const auto inputs, json::array_member(graph_, "inputs"));
    ET_ASSIGN(const auto specs, json::array_member(signature, "input_specs"));
    if (inputs.size() != specs.size()) {
      return fail(fmt::format("the graph has {} inputs, its signature {}",
                              inputs.size(), specs.size()));
    }
    for (const json::element spec : specs) {
      ET_ASSIGN(const json::Tagged tagged, json::tagged(spec, "input_specs"));
      ET_TRY(read_input(tagged));
    }
    return {};
  }

  Expected<void> read_input(const json::Tagged& spec) {
    if (spec.tag == "user_input") {
      ET_ASSIGN(const auto arg, json::member(spec.value, "arg"));
      return read_user_input(arg);
    }
    if (spec.tag == "constant_input") {
      ET_ASSIGN(const auto value, json::member(spec.value, "value"));
      ET_ASSIGN(const json::Tagged constant, json::tagged(value, "value"));
      return read_scalar_input(constant);
    }
    const bool is_buffer = spec.tag == "buffer";
    const char* name_field = spec.tag == "parameter" ? "parameter_name"
                             : is_buffer             ? "buffer_name"
                             : spec.tag == "tensor_constant"
                                 ? "tensor_constant_name"
                                 : nullptr;
    if (name_field == nullptr) {
      return fail(
          fmt::format("signature input kind {} is not supported", spec.tag));
    }
    ET_ASSIGN(const auto fqn, json::string_member(spec.value, name_field));
    ET_ASSIGN(const auto arg, json::member(spec.value, "arg"));
    ET_ASSIGN(const std::string name, read_tensor_name(arg));
    return read_stored(name, std::string(fqn));
  }

  Expected<void> read_stored(const std::string& name, const std::string& fqn) {
    ET_ASSIGN(const TensorMeta meta, meta_of(name));
    ET_ASSIGN(StoredTensor tensor, tables_.load(fqn));
    if (meta.spec.str() != tensor.spec.str()) {
      return fail(fmt::format("{} is {} in the graph and {} in the archive",
                              fqn, meta.spec.str(), tensor.spec.str()));
    }
    Value* value = graph().add_constant(name, std::move(tensor.spec),
                                        std::move(tensor.data));
    value->fqn = fqn;
    return define(name, value);
  }

  Expected<void> read_user_input(json::element arg) {
    ET_ASSIGN(const json::Tagged tagged, json::tagged(arg, "user_input"));
    if (tagged.tag == "as_tensor") {
      ET_ASSIGN(const std::string name, read_tensor_name(tagged.value));
      ET_ASSIGN(const TensorMeta meta, meta_of(name));
      if (!meta.is_contiguous()) {
        return fail(fmt::format(
            "input {} was exported with strides that are not row-major; "
            "export it contiguous",
            name));
      }
      for (const SymInt& size : meta.spec.sizes) {
        if (!size.range().max) {
          return fail(fmt::format(
              "input {} is {}, and {} has no upper bound; give one with "
              "torch.export.Dim(min=…, max=…)",
              name, meta.spec.str(), size.str()));
        }
      }
      return define(name, graph().add_input(name, meta.spec));
    }
    return read_scalar_input(tagged);
  }

  Expected<void> read_scalar_input(const json::Tagged& tagged) {
    using Kind = ScalarSpec::Kind;
    if (tagged.tag == "as_sym_int") {
      ET_ASSIGN(const json::Tagged inner,
                json::tagged(tagged.value, "as_sym_int"));
      ET_ASSIGN(const auto name, json::as_string(inner.value, "as_name"));
      ET_ASSIGN(SymInt sym, scope_.sym_int(name));
      graph().add_input(std::string(name), ScalarSpec{Kind::kInt, sym, 0});
      return {};
    }
    const Kind kind = tagged.tag == "as_int"      ? Kind::kInt
                      : tagged.tag == "as_float"  ? Kind::kFloat
                      : tagged.tag == "as_bool"   ? Kind::kBool
                      : tagged.tag == "as_string" ? Kind::kString
                                                  : Kind::kNone;
    if (kind == Kind::kNone && tagged.tag != "as_none") {
      return fail(fmt::format("input kind {} is not supported", tagged.tag));
    }
    ScalarSpec spec{kind, SymInt(0), 0};
    if (kind == Kind::kInt) {
      ET_ASSIGN(const int64_t number, json::as_int(tagged.value, "as_int"));
      spec.sym = SymInt(number);
    } else if (kind == Kind::kFloat) {
      ET_ASSIGN(spec.number, json::as_double(tagged.value, "as_float"));
    } else if (kind == Kind::kBool) {
      ET_ASSIGN(const bool flag, json::as_bool(tagged.value, "as_bool"));
      spec.number = flag ? 1 : 0;
    }
    graph().add_input("constant", std::move(spec));
    return {};
  }

  Expected<void> read_node(json::element node) {
    ET_ASSIGN(const auto target, json::string_member(node, "target"));
    const std::string name = qualified_name(target);
    ET_ASSIGN(const auto outputs, json::array_member(node, "outputs"));
    if (computes_only_sym_ints(outputs)) {
      return {};
    }
    auto result = read_operator(node, name, outputs);
    if (!result) {
      Diagnostic error = std::move(result).error();
      error.location = read_location(node);
      if (error.message.find(name) == std::string::npos) {
        error.message = name + ": " + error.message;
      }
      error.node = describe(outputs);
      error.pass = "import";
      return fail(std::move(error));
    }
    return {};
  }

  static bool computes_only_sym_ints(const json::array& outputs) {
    for (const json::element output : outputs) {
      const auto tagged = json::tagged(output, "outputs");
      if (!tagged || tagged->tag != "as_sym_int") {
        return false;
      }
    }
    return outputs.size() > 0;
  }

  static std::string describe(const json::array& outputs) {
    for (const json::element output : outputs) {
      const auto tagged = json::tagged(output, "outputs");
      const auto name = tagged ? json::string_member(tagged->value, "name")
                               : Expected<std::string_view>(std::string_view());
      if (name && !name->empty()) {
        return "%" + std::string(*name);
      }
    }
    return {};
  }

  Expected<void> read_operator(json::element node, const std::string& name,
                               const json::array& outputs) {
    const OpInfo* op = find_op(name);
    if (op == nullptr) {
      op = find_in_place_op(name);
    }
    if (op == nullptr) {
      return fail(fmt::format("operator {} is not supported", name));
    }
    ET_ASSIGN(auto args, read_args(node, *op));
    std::vector<std::string> names;
    std::vector<ValueSpec> specs;
    for (const json::element output : outputs) {
      ET_ASSIGN(const json::Tagged tagged, json::tagged(output, "outputs"));
      if (tagged.tag != "as_tensor") {
        return fail(fmt::format("output kind {}, expected as_tensor",
                                tagged.tag));
      }
      ET_ASSIGN(names.emplace_back(), read_tensor_name(tagged.value));
      ET_ASSIGN(const TensorMeta meta, meta_of(names.back()));
      specs.push_back(meta.spec);
    }
    if (names.size() != op->schema.returns.size()) {
      return fail(fmt::format("found {} outputs, expected {}", names.size(),
                              op->schema.returns.size()));
    }
    Node* added = graph().insert(nullptr, *op, std::move(args), {},
                                 read_location(node), {});
    for (size_t i = 0; i < names.size(); ++i) {
      graph().set_outputs(added, {std::move(specs[i])}, names[i]);
      ET_TRY(define(names[i], added->output(i)));
    }
    return {};
  }

  Expected<std::vector<Argument>> read_args(json::element node,
                                            const OpInfo& op) {
    const auto& params = op.schema.params;
    std::vector<std::optional<Argument>> slots(params.size());
    ET_ASSIGN(const auto inputs, json::array_member(node, "inputs"));
    size_t position = 0;
    for (const json::element input : inputs) {
      ET_ASSIGN(const auto name, json::string_member(input, "name"));
      ET_ASSIGN(const auto arg, json::member(input, "arg"));
      auto index = op.schema.param_index(name);
      if (!index && name.empty() && position < params.size()) {
        index = position;
      }
      ++position;
      if (!index || slots[*index]) {
        return fail(fmt::format("argument {} is {}", name,
                                index ? "given twice" : "not in the schema"));
      }
      ET_ASSIGN(Argument value, read_argument(arg, scope_));
      ET_ASSIGN(slots[*index], fit_argument(params[*index], std::move(value)));
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

  SourceLocationPtr read_location(json::element node) {
    const auto metadata = json::optional_member(node, "metadata");
    auto location = std::make_shared<SourceLocation>();
    if (metadata) {
      if (const auto trace = json::string_member(*metadata, "stack_trace")) {
        location->stack_trace = *trace;
      }
      if (const auto stack = json::string_member(*metadata,
                                                 "nn_module_stack")) {
        location->module_path = innermost_module(*stack);
      }
    }
    return location;
  }

  /// `key,path,type;key,path,type` -> path of the last entry.
  static std::string innermost_module(std::string_view stack) {
    stack = stack.substr(stack.rfind(';') + 1);
    const size_t first = stack.find(',');
    const size_t second =
        first == std::string_view::npos ? first : stack.find(',', first + 1);
    return second == std::string_view::npos
               ? std::string()
               : std::string(stack.substr(first + 1, second - first - 1));
  }

  Expected<void> read_outputs(json::element signature) {
    ET_ASSIGN(const auto outputs, json::array_member(graph_, "outputs"));
    ET_ASSIGN(const auto specs, json::array_member(signature, "output_specs"));
    if (outputs.size() != specs.size()) {
      return fail(fmt::format("the graph has {} outputs, its signature {}",
                              outputs.size(), specs.size()));
    }
    for (size_t i = 0; i < specs.size(); ++i) {
      ET_ASSIGN(const json::Tagged tagged,
                json::tagged(specs.at(i).value_unsafe(), "output_specs"));
      ET_ASSIGN(Argument value,
                read_argument(outputs.at(i).value_unsafe(), scope_));
      ET_TRY(read_output(tagged, std::move(value)));
    }
    return {};
  }

  Expected<void> read_output(const json::Tagged& spec, Argument value) {
    GraphOutput output;
    output.value = std::move(value);
    if (spec.tag == "buffer_mutation") {
      ET_ASSIGN(const auto fqn, json::string_member(spec.value, "buffer_name"));
      output.kind = GraphOutput::Kind::kBufferMutation;
      output.target = find_stored(fqn);
    } else if (spec.tag == "user_input_mutation") {
      ET_ASSIGN(const auto name,
                json::string_member(spec.value, "user_input_name"));
      ET_ASSIGN(output.target, scope_.value(name));
      output.kind = GraphOutput::Kind::kInputMutation;
    } else if (spec.tag != "user_output") {
      return fail(
          fmt::format("signature output kind {} is not supported", spec.tag));
    }
    if (spec.tag != "user_output" && output.target == nullptr) {
      return fail(fmt::format("{} names a tensor that does not exist",
                              spec.tag));
    }
    graph().outputs().push_back(std::move(output));
    return {};
  }

  Value* find_stored(std::string_view fqn) {
    for (Value* constant : graph().constants()) {
      if (constant->fqn == fqn) {
        constant->kind = Value::Kind::kMutableBuffer;
        return constant;
      }
    }
    return nullptr;
  }

  void read_trees() {
    const auto calls = json::array_member(module_, "module_call_graph");
    if (!calls || calls->size() == 0) {
      return;
    }
    const auto signature =
        json::optional_member(calls->at(0).value_unsafe(), "signature");
    if (!signature) {
      return;
    }
    program_.input_tree =
        json::string_member(*signature, "in_spec").value_or("");
    program_.output_tree =
        json::string_member(*signature, "out_spec").value_or("");
  }

  json::element document_;
  const TensorTables& tables_;
  ExportedProgram program_;
  NameScope scope_;
  json::element module_;
  json::element graph_;
  json::object tensor_values_;
};

}  // namespace

Expected<ExportedProgram> read_exported_program(json::element document,
                                                const TensorTables& tables) {
  return GraphReader(document, tables).read();
}

}  // namespace executorch::exir
