#include <executorch/exir/passes/fold_constants.h>
#include <executorch/exir/passes/pass.h>

namespace executorch::exir {

/// Makes floats of small quantized weights that no backend has taken: less to
/// do at each run.
Expected<bool> widen_weights_pass(Graph& graph) {
  return fold_constants(graph, kMaxWidenedNbytes);
}

}  // namespace executorch::exir
