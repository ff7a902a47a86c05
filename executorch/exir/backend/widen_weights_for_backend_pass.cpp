#include <executorch/exir/backend/backend.h>
#include <executorch/exir/passes/fold_constants.h>

namespace executorch::exir {

/// Makes floats of small quantized weights, if the backend has no use for the
/// integers.
Expected<bool> widen_weights_for_backend_pass(Graph& graph,
                                              const Backend& backend) {
  return backend.takes_quantized_weights()
             ? Expected<bool>(false)
             : fold_constants(graph, kMaxWidenedNbytes);
}

}  // namespace executorch::exir
