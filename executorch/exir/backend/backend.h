#pragma once

#include <executorch/exir/ir/graph.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace executorch::exir {

/// Nodes that one delegate takes over, in execution order.
struct Region {
  std::vector<Node*> nodes;
  std::vector<Value*> inputs;   ///< computed outside, constants left out
  std::vector<Value*> outputs;  ///< read outside
};

/// Where the constants of a payload are: in it, or in a `.ptd` file, in which
/// they are found by name.
enum class PayloadConstants { kInside, kByName };

/// The compile-time half of a delegate: judges nodes and writes payloads. What
/// it refuses stays with the portable kernels.
class Backend {
 public:
  virtual ~Backend() = default;

  /// Name of the runtime's backend, `MPSBackend`.
  virtual std::string_view id() const = 0;

  /// Why the delegate does not compute this node exactly as ATen does, in
  /// words for a report ("dim 0 is symbolic"); nothing if it does. Everything
  /// counts: operator, dtypes, shapes, arguments, which outputs are used.
  virtual std::optional<std::string> reason_against(const Node& node) const = 0;

  /// Whether it computes with the integers of constants that a node
  /// dequantizes; else small ones become floats before it sees them.
  virtual bool takes_quantized_weights() const { return false; }

  /// Where preprocess() leaves the constants of payloads.
  virtual PayloadConstants payload_constants() const {
    return PayloadConstants::kInside;
  }

  /// Payload and options of a region of nodes that it accepted.
  virtual Expected<Delegate> preprocess(const Region& region) const = 0;
};

/// Moves the nodes that `backend` computes into delegates, as few as the order
/// of computation allows. Regions that only rearrange elements stay outside.
Expected<bool> partition_pass(Graph& graph, const Backend& backend);

Expected<bool> widen_weights_for_backend_pass(Graph& graph,
                                              const Backend& backend);

}  // namespace executorch::exir
