#pragma once

#include <executorch/backends/engine/executable.h>
#include <executorch/backends/engine/graph/graph.h>
#include <executorch/runtime/backend/backend_init_context.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/event_tracer.h>
#include <executorch/runtime/core/span.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// A graph and the constants that were made for it; others stay where they are.
struct BuiltGraph {
  Graph graph;
  std::vector<std::vector<std::byte>> constants;

  /// Graph::add_constant() of bytes that it keeps.
  Result<ValueId> add_constant(TensorType type, std::vector<std::byte> bytes);
};

/// The arguments of a delegate as its payload declares them.
struct Signature {
  std::vector<TensorType> inputs;   ///< at their upper bounds
  std::vector<size_t> input_args;   ///< index of the argument, by input
  std::vector<size_t> output_args;  ///< the same by output
  size_t n_args = 0;                ///< above all indices
};

/// A payload that was read.
class GraphSource {
 public:
  virtual ~GraphSource() = default;

  virtual const Signature& signature() const = 0;
  /// The graph for inputs of these types: dtypes and ranks are as declared,
  /// sizes at most.
  ///
  /// @retval Error::InvalidProgram The payload is damaged; it is logged.
  /// @retval Error::NotSupported A node that the engine does not compute.
  virtual Result<BuiltGraph> build(
      const std::vector<TensorType>& inputs) const = 0;
};

/// What runs the graphs of payloads: the CPU engine, or a GPU.
struct GraphRuntime {
  /// Whether it works on this machine.
  bool (*is_available)();
  /// As Executable::compile().
  Result<std::unique_ptr<Executable>> (*compile)(const Graph& graph,
                                                 const CompileOptions& options);
  /// How many executables a delegate keeps, for inputs of as many sizes.
  size_t max_executables;
};

/// The inputs that are constants of the program, checked as those of a call;
/// without data: the others.
///
/// @param[in] arguments Null: none is known to be one.
/// @retval Error::InvalidArgument One is not what the signature says; it is
///     logged.
Result<std::vector<Value>> constant_inputs(
    const Signature& signature, const runtime::ConstantArguments* arguments);

/// One payload made ready to run. It is compiled for the sizes that the payload
/// declares, and again for every other sizes of inputs that come.
class GraphDelegate {
 public:
  /// @param[in] runtime Outlives the delegate.
  /// @param[in] constants By input, as constant_inputs() has them; the data
  ///     outlive the delegate. They are constants of the graph.
  static Result<std::unique_ptr<GraphDelegate>> create(
      std::unique_ptr<GraphSource> source, const GraphRuntime& runtime,
      CompileOptions options, std::vector<Value> constants);

  /// Runs on the arguments of the signature; outputs take the sizes of the
  /// results. Allocates only where inputs of these sizes have no executable,
  /// and what the runtime itself allocates.
  ///
  /// @param[in] tracer Told of each step of the CPU engine; may be null.
  /// @retval Error::InvalidArgument Not these tensors; it is logged.
  Error execute(runtime::Span<runtime::EValue*> args,
                runtime::EventTracer* tracer);

 private:
  struct Compiled {
    std::vector<TensorType> inputs;
    std::vector<size_t> passed;  ///< inputs that are none of the constants
    std::vector<TensorType> outputs;
    std::vector<std::vector<std::byte>> constants;
    std::unique_ptr<Executable> executable;
  };

  GraphDelegate(std::unique_ptr<GraphSource> source,
                const GraphRuntime& runtime, CompileOptions options,
                std::vector<Value> constants)
      : source_(std::move(source)),
        runtime_(runtime),
        options_(std::move(options)),
        constants_(std::move(constants)) {}

  const Signature& signature() const { return source_->signature(); }
  Error compile(const std::vector<TensorType>& inputs);
  std::vector<size_t> fix_constants(const std::vector<TensorType>& inputs,
                                    Graph& graph) const;
  Error choose(runtime::Span<runtime::EValue*> args);
  Error check_inputs(runtime::Span<runtime::EValue*> args) const;
  void take_inputs(runtime::Span<runtime::EValue*> args);
  Error take_outputs(runtime::Span<runtime::EValue*> args);

  /// The one in use.
  Compiled& compiled() { return compiled_.front(); }

  std::unique_ptr<GraphSource> source_;
  const GraphRuntime& runtime_;
  CompileOptions options_;
  std::vector<Value> constants_;  ///< by input
  std::vector<Compiled> compiled_;  ///< the last used first
  std::vector<const void*> input_data_;
  std::vector<void*> output_data_;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
