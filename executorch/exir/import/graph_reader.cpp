#include <executorch/exir/import/graph_reader.h>

#include <executorch/exir/import/node_reader.h>
#include <fmt/format.h>

#include <memory>
#include <set>
#include <string_view>

namespace executorch::exir {
namespace {

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
    nodes_ = std::make_unique<NodeReader>(graph(), scope_, tables_, graph_);
    ET_TRY(nodes_->read_tables());
    ET_ASSIGN(const auto signature, json::member(module_, "signature"));
    ET_TRY(read_inputs(signature));
    ET_ASSIGN(const auto nodes, json::array_member(graph_, "nodes"));
    for (const json::element node : nodes) {
      auto result = nodes_->read(node);
      if (!result) {
        return fail(with_missing_operators(std::move(result).error(), nodes));
      }
    }
    ET_TRY(read_outputs(signature));
    read_trees();
    return std::move(program_);
  }

 private:
  Graph& graph() { return *program_.graph; }

  /// A refusal, with the names of all operators that are not supported.
  static Diagnostic with_missing_operators(Diagnostic error,
                                           const json::array& nodes) {
    std::set<std::string> names;
    for (const json::element node : nodes) {
      if (const auto name = NodeReader::unsupported_operator(node)) {
        names.insert(*name);
      }
    }
    for (const std::string& name : names) {
      if (error.message.find(name) == std::string::npos) {
        error.notes.push_back(
            fmt::format("operator {} is not supported", name));
      }
    }
    return error;
  }

  Expected<void> check_schema_version() {
    if (const auto torch = json::optional_member(document_, "torch_version")) {
      ET_ASSIGN(const auto text, json::as_string(*torch, "torch_version"));
      program_.torch_version = text;
    }
    ET_ASSIGN(const auto version, json::member(document_, "schema_version"));
    ET_ASSIGN(const int64_t major, json::int_member(version, "major"));
    if (major != 7 && major != 8) {
      return fail(fmt::format(
          "the archive has export schema version {}, expected 7 or 8", major));
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
    ET_ASSIGN(const TensorMeta meta, nodes_->tensor_meta(name));
    if (tables_.is_subclass(fqn)) {
      nodes_->define_subclass(name, fqn);
      return {};
    }
    ET_ASSIGN(StoredTensor tensor, tables_.load(fqn));
    if (meta.spec.str() != tensor.spec.str()) {
      return fail(fmt::format("{} is {} in the graph and {} in the archive",
                              fqn, meta.spec.str(), tensor.spec.str()));
    }
    Value* value = graph().add_constant(name, std::move(tensor.spec),
                                        std::move(tensor.data));
    value->fqn = fqn;
    return nodes_->define(name, value);
  }

  Expected<void> read_user_input(json::element arg) {
    ET_ASSIGN(const json::Tagged tagged, json::tagged(arg, "user_input"));
    if (tagged.tag == "as_tensor") {
      ET_ASSIGN(const std::string name, read_tensor_name(tagged.value));
      ET_ASSIGN(const TensorMeta meta, nodes_->tensor_meta(name));
      for (const SymInt& size : meta.spec.sizes) {
        if (!size.range().max) {
          return fail(fmt::format(
              "input {} is {}, and {} has no upper bound; give one with "
              "torch.export.Dim(min=…, max=…)",
              name, meta.spec.str(), size.str()));
        }
      }
      return nodes_->define(name, add_tensor_input(name, meta));
    }
    return read_scalar_input(tagged);
  }

  /// The input, as the row-major tensor that the graph computes with. Its own
  /// layout is the export's (channels last, say), where elements have no gaps.
  Value* add_tensor_input(const std::string& name, const TensorMeta& meta) {
    TensorSpec spec = meta.spec;
    spec.dim_order = meta.dim_order();
    Value* input = graph().add_input(name, spec);
    if (spec.dim_order.empty()) {
      return input;
    }
    return graph()
        .insert(nullptr, *find_op("dim_order_ops::_as_default_order"), {input},
                {meta.spec}, nullptr, name)
        ->output();
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
  std::unique_ptr<NodeReader> nodes_;
};

}  // namespace

Expected<ExportedProgram> read_exported_program(json::element document,
                                                const TensorTables& tables) {
  return GraphReader(document, tables).read();
}

}  // namespace executorch::exir
