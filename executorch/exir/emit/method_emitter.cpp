#include <executorch/exir/emit/method_emitter.h>

#include <executorch/exir/emit/write_delegate.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/passes/sym_values.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

namespace executorch::exir {
namespace {

namespace fb = executorch_flatbuffer;

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

class MethodEmitter {
 public:
  MethodEmitter(FlatBufferBuilder& builder, const PlannedMethod& method,
                ProgramData& data)
      : builder_(builder),
        method_(method),
        graph_(*method.program->graph),
        data_(data) {}

  Expected<Offset<fb::ExecutionPlan>> run() {
    std::vector<int32_t> inputs;
    for (const Value* input : graph_.inputs()) {
      ET_ASSIGN(inputs.emplace_back(), value_index(input));
      sym_values_.add(const_cast<Value*>(input));
    }
    for (const auto& node : graph_.nodes()) {
      ET_TRY(emit_node(*node));
    }
    std::vector<int32_t> outputs;
    for (const GraphOutput& output : graph_.outputs()) {
      ET_ASSIGN(outputs.emplace_back(), argument_index(output.value));
    }
    return finish(inputs, outputs);
  }

 private:
  template <class T>
  int32_t push(fb::KernelTypes type, Offset<T> value) {
    values_.push_back(fb::CreateEValue(builder_, type, value.Union()));
    return static_cast<int32_t>(values_.size()) - 1;
  }

  /// One value for each distinct literal, by its text.
  template <class Make>
  int32_t literal(const std::string& key, const Make& make) {
    const auto found = literals_.find(key);
    if (found != literals_.end()) {
      return found->second;
    }
    const int32_t index = make();
    literals_.emplace(key, index);
    return index;
  }

  int32_t none() {
    return literal("none", [&] {
      return push(fb::KernelTypes::Null, fb::CreateNull(builder_));
    });
  }

  int32_t int_literal(int64_t value) {
    return literal(fmt::format("i{}", value), [&] {
      return push(fb::KernelTypes::Int, fb::CreateInt(builder_, value));
    });
  }

  int32_t double_literal(double value) {
    return literal(fmt::format("d{}", std::bit_cast<uint64_t>(value)), [&] {
      return push(fb::KernelTypes::Double, fb::CreateDouble(builder_, value));
    });
  }

  int32_t bool_literal(bool value) {
    return literal(value ? "true" : "false", [&] {
      return push(fb::KernelTypes::Bool, fb::CreateBool(builder_, value));
    });
  }

  int32_t string_literal(const std::string& text) {
    return literal("s" + text, [&] {
      return push(fb::KernelTypes::String,
                  fb::CreateString(builder_, builder_.CreateString(text)));
    });
  }

  Expected<int32_t> sym_int(const SymInt& value) {
    if (value.is_constant()) {
      return int_literal(*value.constant());
    }
    const Value* holder = sym_values_.find(value);
    if (holder == nullptr) {
      return fail(fmt::format("size {} has no value", value.str()));
    }
    return value_index(holder);
  }

  Expected<int32_t> int_list(const std::vector<SymInt>& list) {
    std::vector<int64_t> items;
    std::string key = "I";
    for (const SymInt& item : list) {
      ET_ASSIGN(const int32_t index, sym_int(item));
      items.push_back(index);
      key += fmt::format(",{}", index);
    }
    return literal(key, [&] {
      return push(fb::KernelTypes::IntList,
                  fb::CreateIntListDirect(builder_, &items));
    });
  }

  int32_t double_list(const std::vector<double>& list) {
    return push(fb::KernelTypes::DoubleList,
                fb::CreateDoubleListDirect(builder_, &list));
  }

  int32_t bool_list(const std::vector<bool>& list) {
    const std::vector<uint8_t> items(list.begin(), list.end());
    return push(fb::KernelTypes::BoolList,
                fb::CreateBoolListDirect(builder_, &items));
  }

  Expected<int32_t> tensor_list(const std::vector<Value*>& list,
                                bool optional) {
    std::vector<int32_t> items;
    for (const Value* item : list) {
      if (item == nullptr) {
        items.push_back(-1);
      } else {
        ET_ASSIGN(items.emplace_back(), value_index(item));
      }
    }
    return optional ? push(fb::KernelTypes::OptionalTensorList,
                           fb::CreateOptionalTensorListDirect(builder_, &items))
                    : push(fb::KernelTypes::TensorList,
                           fb::CreateTensorListDirect(builder_, &items));
  }

  Expected<int32_t> argument_index(const Argument& argument,
                                   bool elements_optional = false) {
    if (std::holds_alternative<std::monostate>(argument)) {
      return none();
    }
    if (const auto* value = std::get_if<Value*>(&argument)) {
      return value_index(*value);
    }
    if (const auto* value = std::get_if<SymInt>(&argument)) {
      return sym_int(*value);
    }
    if (const auto* value = std::get_if<double>(&argument)) {
      return double_literal(*value);
    }
    if (const auto* value = std::get_if<bool>(&argument)) {
      return bool_literal(*value);
    }
    if (const auto* text = std::get_if<std::string>(&argument)) {
      return string_literal(*text);
    }
    if (const auto* dtype = std::get_if<ScalarType>(&argument)) {
      return int_literal(static_cast<int64_t>(*dtype));
    }
    if (const auto* format = std::get_if<MemoryFormat>(&argument)) {
      return int_literal(static_cast<int64_t>(*format));
    }
    if (const auto* list = std::get_if<std::vector<SymInt>>(&argument)) {
      return int_list(*list);
    }
    if (const auto* list = std::get_if<std::vector<double>>(&argument)) {
      return double_list(*list);
    }
    if (const auto* list = std::get_if<std::vector<bool>>(&argument)) {
      return bool_list(*list);
    }
    return tensor_list(std::get<std::vector<Value*>>(argument),
                       elements_optional);
  }

  Expected<int32_t> value_index(const Value* value) {
    const auto found = indices_.find(value);
    if (found != indices_.end()) {
      return found->second;
    }
    ET_ASSIGN(const int32_t index,
              value->is_tensor() ? tensor_value(*value) : scalar_value(*value));
    indices_.emplace(value, index);
    return index;
  }

  /// Slot of an integer that the program computes or takes as input; inputs of
  /// other kinds hold nothing until they are set.
  Expected<int32_t> scalar_value(const Value& value) {
    const auto& spec = std::get<ScalarSpec>(value.spec);
    switch (spec.kind) {
      case ScalarSpec::Kind::kInt:
        return push(fb::KernelTypes::Int,
                    fb::CreateInt(builder_, spec.sym.constant().value_or(0)));
      case ScalarSpec::Kind::kFloat:
        return push(fb::KernelTypes::Double,
                    fb::CreateDouble(builder_, spec.number));
      case ScalarSpec::Kind::kBool:
        return push(fb::KernelTypes::Bool,
                    fb::CreateBool(builder_, spec.number != 0));
      case ScalarSpec::Kind::kString:
        return push(fb::KernelTypes::String,
                    fb::CreateString(builder_, builder_.CreateString("")));
      case ScalarSpec::Kind::kNone:
        break;
    }
    return push(fb::KernelTypes::Null, fb::CreateNull(builder_));
  }

  /// The rows of a stacked result are added one by one.
  static bool is_variable(const Value& value) {
    return value.producer != nullptr && value.producer->op().is_variable();
  }

  /// Where a tensor's data are; nothing for what is computed.
  struct StoredData {
    uint32_t index = 0;
    Offset<fb::ExtraTensorInfo> extra;
  };

  StoredData store(const Value& value) {
    if (value.kind == Value::Kind::kMutableBuffer) {
      return {static_cast<uint32_t>(data_.mutable_data.add(value.data)),
              fb::CreateExtraTensorInfoDirect(builder_, 0, value.fqn.c_str())};
    }
    if (value.kind != Value::Kind::kConstant) {
      return {};
    }
    if (data_.constants_are_external && !value.data.bytes.empty()) {
      const std::string& key = data_.external.add(value);
      return {
          0, fb::CreateExtraTensorInfoDirect(builder_, 0, key.c_str(),
                                             fb::TensorDataLocation::EXTERNAL)};
    }
    return {static_cast<uint32_t>(data_.constants.add(value.data)), {}};
  }

  Expected<int32_t> tensor_value(const Value& value) {
    const TensorSpec& spec = value.tensor();
    std::vector<int32_t> sizes;
    std::vector<uint8_t> dim_order;
    for (const SymInt& size : spec.sizes) {
      const auto max = size.range().max;
      if (!max || *max < 0 || *max > INT32_MAX) {
        return fail(
            fmt::format("%{} is {}: the format holds sizes up to 2^31 - 1",
                        value.name, spec.str()));
      }
      dim_order.push_back(spec.dim_order.empty()
                              ? static_cast<uint8_t>(sizes.size())
                              : spec.dim_order[sizes.size()]);
      sizes.push_back(static_cast<int32_t>(*max));
    }
    Offset<fb::AllocationDetails> allocation;
    const auto planned = method_.plan->allocations.find(&value);
    if (planned != method_.plan->allocations.end()) {
      allocation = fb::CreateAllocationDetails(
          builder_, planned->second.memory_id,
          static_cast<uint32_t>(planned->second.offset),
          static_cast<uint32_t>(planned->second.offset >> 32));
    }
    const StoredData stored = store(value);
    return push(fb::KernelTypes::Tensor,
                fb::CreateTensorDirect(
                    builder_, static_cast<fb::ScalarType>(spec.dtype), 0,
                    &sizes, &dim_order, false, stored.index, allocation, 0,
                    spec.is_static() && !is_variable(value)
                        ? fb::TensorShapeDynamism::STATIC
                        : fb::TensorShapeDynamism::DYNAMIC_BOUND,
                    stored.extra));
  }

  int32_t operator_index(const std::string& out_name) {
    const auto [it, added] = operators_.emplace(
        out_name, static_cast<int32_t>(operator_names_.size()));
    if (added) {
      operator_names_.push_back(out_name);
    }
    return it->second;
  }

  /// Arguments in the out form: those of the schema, the results, and what the
  /// call returns (the result again, or the list of results).
  Expected<void> emit_node(const Node& node) {
    const OpInfo& op = node.op();
    if (op.is_delegate_call()) {
      return emit_delegate_call(node);
    }
    if (op.is_control) {
      return emit_control_flow(node);
    }
    std::vector<int32_t> args;
    for (size_t i = 0; i < node.args().size(); ++i) {
      if (op.schema.is_dropped_in_out_form(i)) {
        continue;
      }
      ET_ASSIGN(args.emplace_back(),
                argument_index(node.args()[i],
                               op.schema.params[i].type.elements_optional));
    }
    std::vector<int32_t> results;
    for (const Value* output : node.outputs()) {
      if (op.is_in_place()) {
        indices_[output] = args[0];
      }
      ET_ASSIGN(results.emplace_back(), value_index(output));
      sym_values_.add(const_cast<Value*>(output));
    }
    const bool is_prim = op.schema.ns == "executorch_prim" ||
                         op.schema.name == "sym_size" ||
                         op.schema.name == "_local_scalar_dense";
    if (!is_prim && !op.is_in_place()) {
      args.insert(args.end(), results.begin(), results.end());
    }
    if (!op.schema.returns.empty()) {
      args.push_back(results.size() == 1 && !op.schema.returns[0].is_list
                         ? results[0]
                         : result_list(results));
    }
    emit_call(op.out_name, args);
    return {};
  }

  void emit_call(const std::string& name, const std::vector<int32_t>& args) {
    const auto call =
        fb::CreateKernelCallDirect(builder_, operator_index(name), &args);
    instructions_.push_back(
        {fb::InstructionArguments::KernelCall, call.Union()});
  }

  /// Inputs, then outputs. The segment of a payload has its number.
  Expected<void> emit_delegate_call(const Node& node) {
    const Delegate& delegate =
        graph_.delegates()[static_cast<size_t>(node.int_value("delegate"))];
    std::vector<int32_t> args;
    for (const Value* input : std::get<std::vector<Value*>>(node.args()[1])) {
      ET_ASSIGN(args.emplace_back(), value_index(input));
    }
    for (const Value* output : node.outputs()) {
      ET_ASSIGN(args.emplace_back(), value_index(output));
    }
    const auto call = fb::CreateDelegateCallDirect(
        builder_, static_cast<int32_t>(delegates_.size()), &args);
    instructions_.push_back(
        {fb::InstructionArguments::DelegateCall, call.Union()});
    ET_ASSIGN(delegates_.emplace_back(),
              write_delegate(builder_, delegate, data_));
    return {};
  }

  void emit_move(int32_t from, int32_t to) {
    const auto move = fb::CreateMoveCall(builder_, from, to);
    instructions_.push_back({fb::InstructionArguments::MoveCall, move.Union()});
  }

  /// The destination may be set later, by land_jump.
  size_t emit_jump_if_false(int32_t condition, size_t destination = 0) {
    instructions_.push_back({fb::InstructionArguments::JumpFalseCall,
                             {},
                             condition,
                             static_cast<int32_t>(destination)});
    return instructions_.size() - 1;
  }

  /// Makes a jump lead to the next instruction.
  void land_jump(size_t jump) {
    instructions_[jump].destination =
        static_cast<int32_t>(instructions_.size());
  }

  Expected<void> emit_control_flow(const Node& node) {
    const std::string& name = node.op().schema.name;
    if (node.op().is_variable()) {
      sym_values_.add(node.output());
      ET_ASSIGN(const int32_t index, value_index(node.output()));
      static_cast<void>(index);
      return {};
    }
    if (name == "assign") {
      return emit_assignment(node);
    }
    if (name == "_assert_scalar") {
      return emit_check(node);
    }
    if (name == "begin_if" || name == "exit_loop_unless") {
      ET_ASSIGN(const int32_t condition, argument_index(node.args()[0]));
      if (name == "begin_if") {
        regions_.push_back({0, 0, sym_values_});
      }
      regions_.back().jump = emit_jump_if_false(condition);
    } else if (name == "begin_loop") {
      regions_.push_back({instructions_.size(), 0, sym_values_});
    } else if (name == "begin_else") {
      const size_t to_end = emit_jump_if_false(bool_literal(false));
      land_jump(regions_.back().jump);
      regions_.back().jump = to_end;
      sym_values_ = regions_.back().outside;
    } else {
      if (name == "end_loop") {
        emit_jump_if_false(bool_literal(false), regions_.back().first);
      }
      land_jump(regions_.back().jump);
      sym_values_ = regions_.back().outside;
      regions_.pop_back();
    }
    return {};
  }

  /// A tensor is copied, and takes the source's sizes; a number moves.
  Expected<void> emit_assignment(const Node& node) {
    ET_ASSIGN(const int32_t to, argument_index(node.args()[0]));
    ET_ASSIGN(const int32_t from, argument_index(node.args()[1]));
    if (node.op().schema.overload == "Tensor") {
      emit_call("aten::clone.out", {from, none(), to, to});
    } else {
      emit_move(from, to);
    }
    return {};
  }

  /// A call that every runtime refuses, unless the condition holds: et_view
  /// takes 3 arguments; given the message alone, it fails with that.
  Expected<void> emit_check(const Node& node) {
    ET_ASSIGN(const int32_t condition, argument_index(node.args()[0]));
    ET_ASSIGN(const int32_t message, argument_index(node.args()[1]));
    const size_t at = instructions_.size();
    emit_jump_if_false(condition, at + 2);
    emit_jump_if_false(bool_literal(false), at + 3);
    emit_call("executorch_prim::et_view.default", {message});
    return {};
  }

  int32_t result_list(const std::vector<int32_t>& results) {
    return push(fb::KernelTypes::TensorList,
                fb::CreateTensorListDirect(builder_, &results));
  }

  std::vector<Offset<fb::Instruction>> write_instructions() {
    std::vector<Offset<fb::Instruction>> written;
    for (const Instruction& instruction : instructions_) {
      Offset<void> arguments = instruction.arguments;
      if (instruction.type == fb::InstructionArguments::JumpFalseCall) {
        arguments = fb::CreateJumpFalseCall(builder_, instruction.condition,
                                            instruction.destination)
                        .Union();
      }
      written.push_back(
          fb::CreateInstruction(builder_, instruction.type, arguments));
    }
    return written;
  }

  std::vector<Offset<fb::Operator>> write_operators() {
    std::vector<Offset<fb::Operator>> operators;
    for (const std::string& name : operator_names_) {
      const size_t colon = name.find("::");
      const size_t dot = name.find('.', colon);
      const std::string overload =
          dot == std::string::npos ? "" : name.substr(dot + 1);
      operators.push_back(fb::CreateOperatorDirect(
          builder_, name.substr(0, dot).c_str(), overload.c_str()));
    }
    return operators;
  }

  Offset<fb::ExecutionPlan> finish(const std::vector<int32_t>& inputs,
                                   const std::vector<int32_t>& outputs) {
    const std::vector<int32_t> no_values;
    const auto instructions = write_instructions();
    const std::vector<Offset<fb::Chain>> chains{
        fb::CreateChainDirect(builder_, &no_values, &no_values, &instructions)};
    const auto operators = write_operators();
    const auto trees = fb::CreateContainerMetadataDirect(
        builder_, method_.program->input_tree.c_str(),
        method_.program->output_tree.c_str());
    return fb::CreateExecutionPlanDirect(
        builder_, method_.name.c_str(), trees, &values_, &inputs, &outputs,
        &chains, &operators, &delegates_, &method_.plan->buffer_nbytes);
  }

  /// Jumps are written when their destinations are known.
  struct Instruction {
    fb::InstructionArguments type = fb::InstructionArguments::KernelCall;
    Offset<void> arguments;
    int32_t condition = 0;
    int32_t destination = 0;
  };

  /// A branch or a loop that is open. What is known of sizes inside of it is
  /// not known behind it.
  struct Region {
    size_t first = 0;  ///< instruction of a loop's start
    size_t jump = 0;   ///< leads to the else branch, or the end
    SymValues outside;
  };

  FlatBufferBuilder& builder_;
  const PlannedMethod& method_;
  const Graph& graph_;
  ProgramData& data_;
  SymValues sym_values_;
  std::unordered_map<const Value*, int32_t> indices_;
  std::map<std::string, int32_t> literals_;
  std::map<std::string, int32_t> operators_;
  std::vector<std::string> operator_names_;
  std::vector<Offset<fb::EValue>> values_;
  std::vector<Instruction> instructions_;
  std::vector<Offset<fb::BackendDelegate>> delegates_;
  std::vector<Region> regions_;
};

}  // namespace

Expected<Offset<fb::ExecutionPlan>> emit_method(FlatBufferBuilder& builder,
                                                const PlannedMethod& method,
                                                ProgramData& data) {
  return MethodEmitter(builder, method, data).run();
}

}  // namespace executorch::exir
