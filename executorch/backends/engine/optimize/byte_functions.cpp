#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/optimize.h>
#include <executorch/backends/engine/packing/packed_store.h>

#include <algorithm>

namespace executorch::backends::engine {
namespace {

using Table = std::array<uint8_t, 256>;

/// The operand of a chain from bytes to bytes whose other operands are one
/// constant number each; else kNoValue.
ValueId only_operand(const Graph& graph, const Node& node) {
  if (!std::holds_alternative<Chain>(node.op) ||
      graph.type(node.outputs[0]).dtype != ScalarType::Byte) {
    return kNoValue;
  }
  ValueId found = kNoValue;
  for (const ValueId id : node.inputs) {
    const Value& value = graph.values()[id];
    if (value.is_constant() && value.type.numel() == 1) {
      continue;
    }
    if (found != kNoValue || !(value.type == graph.type(node.outputs[0]))) {
      return kNoValue;
    }
    found = id;
  }
  return found;
}

/// What the chain makes of every byte.
Error evaluate(const Graph& graph, const Node& node, ValueId operand,
               Table& table) {
  Table bytes;
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(i);
  }
  const TensorType type{ScalarType::Byte, {static_cast<int64_t>(bytes.size())}};
  std::vector<TensorType> numbers(node.inputs.size());
  std::vector<const void*> inputs;
  for (const ValueId id : node.inputs) {
    inputs.push_back(id == operand ? bytes.data() : graph.values()[id].data);
  }
  ConstantsInMemory constants(inputs);
  PackedStore store;
  NodeView view;
  view.store = &store;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const Value& value = graph.values()[node.inputs[i]];
    const bool is_operand = node.inputs[i] == operand;
    numbers[i] = {value.type.dtype, {}};
    view.inputs.push_back({is_operand ? &type : &numbers[i],
                           is_operand ? nullptr : &constants,
                           static_cast<ValueId>(i)});
  }
  view.outputs = {&type};
  KernelResult kernel = choose_kernel(node.op, view);
  ET_CHECK_OK_OR_RETURN_ERROR(kernel.error());
  AlignedBuffer scratch;
  ET_CHECK_OK_OR_RETURN_ERROR(scratch.allocate((*kernel)->scratch_nbytes()));
  void* outputs[] = {table.data()};
  return (*kernel)->run({inputs.data(), outputs, scratch.data()});
}

/// The table as bounds, if it is no more.
Op simplest(const Table& table) {
  const Clamp clamp{static_cast<double>(table.front()),
                    static_cast<double>(table.back())};
  for (size_t i = 0; i < table.size(); ++i) {
    if (table.front() > table.back() ||
        table[i] != std::clamp<size_t>(i, table.front(), table.back())) {
      return Lookup{table};
    }
  }
  return clamp;
}

}  // namespace

Result<Graph> tabulate_bytes(const Graph& graph) {
  GraphCopy copy(graph);
  ET_CHECK_OK_OR_RETURN_ERROR(copy.start());
  for (const Node& node : graph.nodes()) {
    const ValueId operand = only_operand(graph, node);
    if (operand == kNoValue) {
      ET_CHECK_OK_OR_RETURN_ERROR(copy.copy(node));
      continue;
    }
    Table table;
    ET_CHECK_OK_OR_RETURN_ERROR(evaluate(graph, node, operand, table));
    ET_CHECK_OK_OR_RETURN_ERROR(
        copy.copy(node, simplest(table), {copy.id(operand)}));
  }
  return copy.take();
}

}  // namespace executorch::backends::engine
