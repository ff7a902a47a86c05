#include <executorch/exir/import/mapped_file.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/printer.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/evaluate.h>
#include <executorch/exir/passes/fold_constants.h>
#include <executorch/exir/passes/pass.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace executorch::exir {
namespace {

/// A result of no tensor operands (aten::full) becomes data up to this size;
/// larger ones are cheaper to make on the device than to store.
constexpr int64_t kMaxCreatedNbytes = 4096;

/// True for integers that would take more than `max_nbytes` of further memory
/// as the real numbers they stand for: quantized weights, which stay as they
/// are stored.
bool widens(const Node& node, int64_t max_nbytes) {
  const TensorSpec& result = node.output()->tensor();
  const size_t width = runtime::elementSize(result.dtype);
  int64_t grows = 0;
  for (const Argument& argument : node.args()) {
    for_each_value(argument, [&](const Value* value) {
      const ScalarType dtype = value->dtype();
      if (runtime::isIntegralType(dtype, false) &&
          runtime::elementSize(dtype) < width) {
        grows = std::max(grows, result.max_nbytes().value_or(0) -
                                    value->tensor().max_nbytes().value_or(0));
      }
    });
  }
  return runtime::isFloatingType(result.dtype) && grows > max_nbytes;
}

bool has_symbolic_argument(const Node& node) {
  return std::any_of(
      node.args().begin(), node.args().end(), [](const Argument& argument) {
        if (const auto* value = std::get_if<SymInt>(&argument)) {
          return !value->is_constant();
        }
        const auto* list = std::get_if<std::vector<SymInt>>(&argument);
        return list != nullptr &&
               std::any_of(list->begin(), list->end(), [](const SymInt& item) {
                 return !item.is_constant();
               });
      });
}

bool is_foldable(const Node& node, int64_t max_widened_nbytes) {
  if (!node.op().has_kernel || node.op().is_in_place() || node.op().is_random ||
      node.op().schema.ns == "executorch_prim" || has_symbolic_argument(node)) {
    return false;
  }
  bool all_constant = true;
  size_t operands = 0;
  for (const Argument& argument : node.args()) {
    for_each_value(argument, [&](const Value* value) {
      all_constant &= value->is_constant();
      ++operands;
    });
  }
  for (const Value* output : node.outputs()) {
    if (!output->is_tensor() || !output->tensor().is_static()) {
      return false;
    }
    const auto nbytes = output->tensor().max_nbytes();
    if (!nbytes || (operands == 0 && *nbytes > kMaxCreatedNbytes)) {
      return false;
    }
  }
  return all_constant && !widens(node, max_widened_nbytes);
}

Expected<std::vector<ConstantData>> fold(const Node& node) {
  if (node.op().schema.name == "view_copy") {
    return std::vector<ConstantData>{node.tensor("self")->data};
  }
  ET_ASSIGN(const auto results, evaluate(node));
  std::vector<ConstantData> data;
  for (const HostValue& result : results) {
    data.push_back(std::get<HostTensor>(result).data);
  }
  return data;
}

/// Results by the text of the operator and its arguments: an unrolled model
/// asks for the same transposed weight at every step.
class Folded {
 public:
  /// Results of an equal node that still have their bytes, or nothing.
  std::vector<Value*> find(const Node& node) const {
    const auto found = results_.find(key_of(node));
    if (found == results_.end()) {
      return {};
    }
    const bool are_there = std::ranges::all_of(
        found->second,
        [](const Value* value) { return !value->data.bytes.empty(); });
    return are_there ? found->second : std::vector<Value*>{};
  }

  void add(const Node& node, const std::vector<Value*>& results) {
    results_[key_of(node)] = results;
  }

 private:
  static std::string key_of(const Node& node) {
    const std::string text = print_node(node);
    return text.substr(text.find(" = ") + 3);
  }

  std::unordered_map<std::string, std::vector<Value*>> results_;
};

/// Lets go of the bytes of constants that nothing reads any more.
void release(const Graph& graph, const std::vector<Value*>& operands) {
  for (Value* value : operands) {
    if (graph.is_unused(value)) {
      if (value->data.is_mapped) {
        release_pages(value->data.bytes);
      }
      value->data = {};
    }
  }
}

}  // namespace

Expected<bool> fold_constants(Graph& graph, int64_t max_widened_nbytes) {
  Rewriter rewriter(graph);
  Folded folded;
  for (auto it = graph.nodes().begin(); it != graph.nodes().end();) {
    Node* node = (it++)->get();
    if (!is_foldable(*node, max_widened_nbytes)) {
      continue;
    }
    if (const auto known = folded.find(*node); !known.empty()) {
      rewriter.replace(node, known);
      continue;
    }
    ET_ASSIGN(const auto data, fold(*node));
    std::vector<Value*> operands;
    for (const Argument& argument : node->args()) {
      for_each_value(argument,
                     [&](Value* value) { operands.push_back(value); });
    }
    std::vector<Value*> constants;
    for (size_t i = 0; i < data.size(); ++i) {
      const Value& output = *node->output(i);
      constants.push_back(
          rewriter.add_constant(output.name, output.tensor(), data[i]));
    }
    folded.add(*node, constants);
    rewriter.replace(node, constants);
    release(graph, operands);
  }
  graph.erase_unused_constants();
  return rewriter.changed();
}

/// Computes nodes of constants with the portable kernels themselves. Quantized
/// weights stay.
Expected<bool> fold_constants_pass(Graph& graph) {
  return fold_constants(graph, 0);
}

}  // namespace executorch::exir
