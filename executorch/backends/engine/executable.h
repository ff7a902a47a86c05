#pragma once

#include <executorch/backends/engine/graph/graph.h>
#include <executorch/backends/engine/packing/fingerprint.h>
#include <executorch/runtime/core/span.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// What an executable does at a time: one node, and those fused into it.
struct StepInfo {
  std::string name;   ///< the operator and the kernel: "Conv2d simd gemm"
  TensorType output;  ///< of the first result
  int64_t multiply_adds = 0;
  int64_t nbytes = 0;  ///< of operands and results, each counted once
};

/// Is told of each step of an execution.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  /// @param[in] start, end Ticks of the platform (et_pal_current_ticks()).
  virtual void on_step(size_t index, const StepInfo& info, uint64_t start,
                       uint64_t end) = 0;
};

/// Where packed weights are kept from one start to the next.
struct PackedWeights {
  std::string path;     ///< of a file (packing/packed_file.h); empty: nowhere
  Fingerprint program;  ///< of all that the graph is built from
};

class Workspaces;

struct CompileOptions {
  PackedWeights packed;
  /// Memory for intermediate results, shared with others; null: its own.
  std::shared_ptr<Workspaces> workspaces;
};

/// A graph made ready for this CPU: operators chosen, weights packed, every
/// intermediate placed in one arena. Not for two threads at a time.
class Executable {
 public:
  /// Keeps what it needs of `graph`, which may then go; constants of the graph
  /// that are used as they are must outlive the executable.
  ///
  /// @retval Error::MemoryAllocationFailed There is no memory for the arena or
  ///     for packed weights.
  /// @retval Error::InvalidProgram An output of the graph is no value of it.
  /// A file of packed weights that cannot be read or written is logged, and
  /// the weights are packed.
  static Result<std::unique_ptr<Executable>> compile(
      const Graph& graph, const CompileOptions& options = {});

  virtual ~Executable() = default;

  /// Runs. `inputs` and `outputs` are as Graph::inputs() and outputs(): dense
  /// row-major bytes of the types there, aligned to the element. Outputs do not
  /// overlap with inputs or one another. Allocates nothing, unless more of
  /// those that share workspaces run at a time than ever before.
  ///
  /// @param[in] observer Null: nobody is told.
  /// @retval Error::InvalidArgument An index of a Gather or Scatter is out of
  ///     range, or an integer is divided by zero; it is logged.
  virtual Error execute(runtime::Span<const void* const> inputs,
                        runtime::Span<void* const> outputs,
                        StepObserver* observer = nullptr) = 0;

  /// Bytes of the arena, which others may share, and of packed weights in
  /// memory of its own.
  virtual size_t arena_nbytes() const = 0;
  virtual size_t packed_nbytes() const = 0;

 protected:
  Executable() = default;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
