#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/pass.h>

#include <algorithm>

namespace executorch::exir {
namespace {

/// The dequantization of a constant that nothing but `permute` reads.
Node* permuted_dequantize(const Graph& graph, const Node& permute) {
  Value* input = permute.tensor("self");
  Node* producer = input->producer;
  if (producer == nullptr || input->users.size() != 1 ||
      graph.is_output(input)) {
    return nullptr;
  }
  const ops::Schema& schema = producer->op().schema;
  const bool dequantizes = schema.ns == "quantized_decomposed" &&
                           (schema.name == "dequantize_per_channel" ||
                            schema.name == "dequantize_per_tensor");
  return dequantizes && producer->tensor("input")->is_constant() ? producer
                                                                 : nullptr;
}

/// Where the channels are after the permutation.
SymInt permuted_axis(const Node& dequantize, const std::vector<SymInt>& dims) {
  const auto rank = static_cast<int64_t>(dims.size());
  const int64_t axis = (dequantize.int_value("axis") + rank) % rank;
  const auto at =
      std::find_if(dims.begin(), dims.end(), [&](const SymInt& dim) {
        return (dim.constant().value_or(0) + rank) % rank == axis;
      });
  return SymInt(static_cast<int64_t>(at - dims.begin()));
}

void swap(Rewriter& rewriter, Node* dequantize, Node* permute) {
  rewriter.set_insertion_point(permute);
  const std::vector<SymInt>& dims = permute->ints("dims");
  const ops::Schema& schema = dequantize->op().schema;
  std::vector<Argument> args = dequantize->args();
  args[0] =
      rewriter.call("aten::permute_copy", {dequantize->tensor("input"), dims});
  if (const auto axis = schema.param_index("axis")) {
    args[*axis] = permuted_axis(*dequantize, dims);
  }
  Value* out = rewriter.call(schema.qualified_name(), std::move(args));
  rewriter.replace(permute, {out});
  if (!rewriter.error()) {
    rewriter.erase(dequantize);
  }
}

}  // namespace

/// Permutes quantized weights before they are dequantized, not after: what is
/// permuted is constant then, and only a dequantization is left for each run.
Expected<bool> permute_quantized_pass(Graph& graph) {
  Rewriter rewriter(graph);
  for (auto it = graph.nodes().begin(); it != graph.nodes().end();) {
    Node* node = (it++)->get();
    if (node->op().schema.name != "permute_copy") {
      continue;
    }
    if (Node* dequantize = permuted_dequantize(graph, *node)) {
      swap(rewriter, dequantize, node);
    }
    if (rewriter.error()) {
      return fail(*rewriter.error());
    }
  }
  return rewriter.changed();
}

}  // namespace executorch::exir
