#include <executorch/backends/engine/executable.h>

#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/kernels/simd/targets.h>
#include <executorch/backends/engine/optimize/optimize.h>
#include <executorch/backends/engine/packing/packed_file.h>
#include <executorch/backends/engine/packing/packed_store.h>
#include <executorch/backends/engine/plan/constants.h>
#include <executorch/backends/engine/plan/liveness.h>
#include <executorch/backends/engine/plan/memory_plan.h>
#include <executorch/backends/engine/plan/row_groups.h>
#include <executorch/backends/engine/plan/step_info.h>
#include <executorch/backends/engine/plan/workspaces.h>
#include <executorch/runtime/platform/platform.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace executorch::backends::engine {
namespace {

using Kind = Location::Kind;

/// A kernel and its operands. Pointers to inputs and outputs of the graph are
/// put in at each execution.
struct Step {
  std::unique_ptr<Kernel> kernel;
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  void* scratch = nullptr;

  Error run() const {
    return kernel->run({inputs.data(), outputs.data(), scratch});
  }
};

/// An operand or result of a step that is an input or output of the graph.
struct Patch {
  size_t step;
  size_t slot;
  Kind kind;
  size_t index;
  bool is_result;
};

/// An operand or result of a step that is in the arena, or its scratch memory.
struct ArenaSlot {
  enum class Kind { kInput, kOutput, kScratch };
  size_t step;
  Kind kind;
  size_t slot;
  size_t offset;
};

/// Bytes that are copied to an output at the end.
struct OutputCopy {
  const void* from;  ///< of a constant; null: see `kind` and `index`
  Kind kind;
  size_t index;
  size_t output;
  size_t nbytes;
};

class CompiledGraph : public Executable {
 public:
  CompiledGraph(std::unique_ptr<PackedSection> packed,
                std::shared_ptr<Workspaces> workspaces)
      : store_(std::move(packed)), workspaces_(std::move(workspaces)) {}
  ~CompiledGraph() override {
    if (arena_nbytes_ != 0) {
      workspaces_->remove_user();
    }
  }

  Error compile(const Graph& source);
  const PackedStore& store() const { return store_; }

  Error execute(runtime::Span<const void* const> inputs,
                runtime::Span<void* const> outputs,
                StepObserver* observer) override;

  size_t arena_nbytes() const override { return arena_nbytes_; }
  size_t packed_nbytes() const override {
    return constants_.nbytes() + store_.nbytes();
  }

 private:
  Result<std::vector<PlannedNode>> choose_kernels(const Graph& graph,
                                                  const Liveness& liveness);
  void make_steps(std::vector<PlannedNode> nodes, const MemoryPlan& plan);
  void make_operands(const PlannedNode& node, const MemoryPlan& plan,
                     Step& step);
  Error make_copies(const Graph& graph, const MemoryPlan& plan);
  const void* constant_bytes(const Location& location) const;
  void bind_arena(std::byte* arena);
  Error run(runtime::Span<const void* const> inputs,
            runtime::Span<void* const> outputs, const std::byte* arena,
            StepObserver* observer);
  Error run_steps();
  Error run_steps(StepObserver& observer);

  size_t n_inputs_ = 0;
  size_t n_outputs_ = 0;
  Constants constants_;
  PackedStore store_;
  std::shared_ptr<Workspaces> workspaces_;
  size_t arena_nbytes_ = 0;
  const std::byte* bound_arena_ = nullptr;  ///< to which the slots point
  std::vector<ArenaSlot> arena_slots_;
  std::vector<Step> steps_;
  std::vector<StepInfo> infos_;  ///< by step
  std::vector<Patch> patches_;
  std::vector<OutputCopy> copies_;
};

/// Whether the node has no element to write.
bool is_empty(const NodeView& view) {
  return std::all_of(view.outputs.begin(), view.outputs.end(),
                     [](const TensorType* type) {
                       return type == nullptr || type->numel() == 0;
                     });
}

Error CompiledGraph::compile(const Graph& source) {
  const Result<Graph> optimized = optimize(source);
  ET_CHECK_OK_OR_RETURN_ERROR(optimized.error());
  const Graph& graph = *optimized;
  n_inputs_ = graph.inputs().size();
  n_outputs_ = graph.outputs().size();
  const Liveness liveness(graph);
  constants_ = Constants(graph, liveness.nodes);
  Result<std::vector<PlannedNode>> nodes = choose_kernels(graph, liveness);
  ET_CHECK_OK_OR_RETURN_ERROR(nodes.error());
  std::vector<std::unique_ptr<Node>> groups;
  std::vector<PlannedNode> steps = group_rows(graph, std::move(*nodes), groups);
  const Result<MemoryPlan> plan = MemoryPlan::make(graph, constants_, steps);
  ET_CHECK_OK_OR_RETURN_ERROR(plan.error());
  if (plan->arena_nbytes != 0) {
    ET_CHECK_OK_OR_RETURN_ERROR(workspaces_->add_user(plan->arena_nbytes));
    arena_nbytes_ = plan->arena_nbytes;
  }
  make_steps(std::move(steps), *plan);
  ET_CHECK_OK_OR_RETURN_ERROR(make_copies(graph, *plan));
  return Error::Ok;
}

Result<std::vector<PlannedNode>> CompiledGraph::choose_kernels(
    const Graph& graph, const Liveness& liveness) {
  GraphConstants source(graph, constants_);
  std::vector<PlannedNode> nodes;
  for (size_t i = 0; i < graph.nodes().size(); ++i) {
    const Node& node = graph.nodes()[i];
    if (!liveness.nodes[i] || constants_.is_known(node.outputs[0]) ||
        std::holds_alternative<Reshape>(node.op)) {
      continue;
    }
    NodeView view = view_of(graph, node, source, store_, liveness.values);
    KernelResult kernel = choose_kernel(node.op, view);
    ET_CHECK_OK_OR_RETURN_ERROR(kernel.error());
    for (size_t j = 0; j < view.inputs.size(); ++j) {
      NodeView::Operand& operand = view.inputs[j];
      if (operand.is_constant() && (*kernel)->reads(j)) {
        ET_CHECK_OK_OR_RETURN_ERROR(
            constants_.keep(graph, node.inputs[j], store_));
      }
      // Nothing asks any more.
      operand.source = nullptr;
    }
    constants_.release_operands(node);
    nodes.push_back({&node, std::move(view), std::move(*kernel)});
    nodes.back().info = info_of(nodes.back());
  }
  return nodes;
}

/// Null for what is no constant.
const void* CompiledGraph::constant_bytes(const Location& location) const {
  return location.kind == Kind::kConstant
             ? constants_.data(static_cast<ValueId>(location.index))
             : nullptr;
}

void CompiledGraph::make_operands(const PlannedNode& node,
                                  const MemoryPlan& plan, Step& step) {
  const size_t index = steps_.size();
  const auto place = [&](size_t slot, const Location& location,
                         bool is_result) {
    if (location.kind == Kind::kArena) {
      arena_slots_.push_back(
          {index,
           is_result ? ArenaSlot::Kind::kOutput : ArenaSlot::Kind::kInput, slot,
           location.index});
    } else {
      patches_.push_back(
          {index, slot, location.kind, location.index, is_result});
    }
  };
  for (size_t i = 0; i < node.view.inputs.size(); ++i) {
    step.inputs.push_back(nullptr);
    if (!node.view.has(i) || !step.kernel->reads(i)) {
      continue;
    }
    const Location location = plan.values[node.node->inputs[i]];
    step.inputs.back() = constant_bytes(location);
    if (step.inputs.back() == nullptr) {
      place(i, location, false);
    }
  }
  for (size_t i = 0; i < node.view.outputs.size(); ++i) {
    step.outputs.push_back(nullptr);
    if (node.view.wants(i)) {
      place(i, plan.values[node.node->outputs[i]], true);
    }
  }
}

void CompiledGraph::make_steps(std::vector<PlannedNode> nodes,
                               const MemoryPlan& plan) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (is_empty(nodes[i].view)) {
      continue;
    }
    infos_.push_back(std::move(nodes[i].info));
    Step step;
    step.kernel = std::move(nodes[i].kernel);
    if (step.kernel->scratch_nbytes() != 0) {
      arena_slots_.push_back({steps_.size(), ArenaSlot::Kind::kScratch, 0,
                              plan.scratch_offsets[i]});
    }
    make_operands(nodes[i], plan, step);
    steps_.push_back(std::move(step));
  }
}

Error CompiledGraph::make_copies(const Graph& graph, const MemoryPlan& plan) {
  for (const MemoryPlan::Copy& copy : plan.copies) {
    const Location location = plan.values[copy.from];
    if (location.kind == Kind::kConstant) {
      ET_CHECK_OK_OR_RETURN_ERROR(constants_.keep(graph, copy.from, store_));
    }
    copies_.push_back({constant_bytes(location), location.kind, location.index,
                       copy.output, graph.type(copy.from).nbytes()});
  }
  return Error::Ok;
}

Error CompiledGraph::run_steps(StepObserver& observer) {
  for (size_t i = 0; i < steps_.size(); ++i) {
    const uint64_t start = et_pal_current_ticks();
    ET_CHECK_OK_OR_RETURN_ERROR(steps_[i].run());
    observer.on_step(i, infos_[i], start, et_pal_current_ticks());
  }
  return Error::Ok;
}

Error CompiledGraph::run_steps() {
  for (const Step& step : steps_) {
    ET_CHECK_OK_OR_RETURN_ERROR(step.run());
  }
  return Error::Ok;
}

void CompiledGraph::bind_arena(std::byte* arena) {
  for (const ArenaSlot& slot : arena_slots_) {
    Step& step = steps_[slot.step];
    std::byte* const place = arena + slot.offset;
    switch (slot.kind) {
      case ArenaSlot::Kind::kInput:
        step.inputs[slot.slot] = place;
        break;
      case ArenaSlot::Kind::kOutput:
        step.outputs[slot.slot] = place;
        break;
      case ArenaSlot::Kind::kScratch:
        step.scratch = place;
        break;
    }
  }
  bound_arena_ = arena;
}

Error CompiledGraph::run(runtime::Span<const void* const> inputs,
                         runtime::Span<void* const> outputs,
                         const std::byte* arena, StepObserver* observer) {
  const auto bytes = [&](Kind kind, size_t index) -> const void* {
    if (kind == Kind::kArena) {
      return arena + index;
    }
    return kind == Kind::kInput ? inputs[index] : outputs[index];
  };
  for (const Patch& patch : patches_) {
    Step& step = steps_[patch.step];
    if (patch.is_result) {
      step.outputs[patch.slot] = outputs[patch.index];
    } else {
      step.inputs[patch.slot] = bytes(patch.kind, patch.index);
    }
  }
  ET_CHECK_OK_OR_RETURN_ERROR(observer != nullptr ? run_steps(*observer)
                                                  : run_steps());
  for (const OutputCopy& copy : copies_) {
    if (copy.nbytes != 0) {
      std::memcpy(
          outputs[copy.output],
          copy.from != nullptr ? copy.from : bytes(copy.kind, copy.index),
          copy.nbytes);
    }
  }
  return Error::Ok;
}

Error CompiledGraph::execute(runtime::Span<const void* const> inputs,
                             runtime::Span<void* const> outputs,
                             StepObserver* observer) {
  ET_CHECK_OR_RETURN_ERROR(
      inputs.size() == n_inputs_ && outputs.size() == n_outputs_,
      InvalidArgument, "%zu inputs and %zu outputs, expected %zu and %zu",
      inputs.size(), outputs.size(), n_inputs_, n_outputs_);
  if (arena_nbytes_ == 0) {
    return run(inputs, outputs, nullptr, observer);
  }
  const Result<Workspaces::Lease> arena = workspaces_->take(arena_nbytes_);
  ET_CHECK_OK_OR_RETURN_ERROR(arena.error());
  if (arena->data() != bound_arena_) {
    bind_arena(arena->data());
  }
  return run(inputs, outputs, arena->data(), observer);
}

/// Of all that decides what the kernels pack.
Fingerprint fingerprint_of_graph(const Graph& graph,
                                 const PackedWeights& packed) {
  std::string text;
  for (const ValueId id : graph.inputs()) {
    text += to_string(graph.type(id)) + ' ';
  }
  for (const uint64_t number :
       {simd::cpu_targets(), packed.program.low, packed.program.high}) {
    text += std::to_string(number) + ' ';
  }
  return fingerprint_of(text.data(), text.size());
}

Result<std::unique_ptr<CompiledGraph>> compile_with(
    const Graph& graph, const CompileOptions& options,
    std::unique_ptr<PackedSection> packed) {
  auto compiled = std::make_unique<CompiledGraph>(
      std::move(packed), options.workspaces != nullptr
                             ? options.workspaces
                             : std::make_shared<Workspaces>());
  ET_CHECK_OK_OR_RETURN_ERROR(compiled->compile(graph));
  return compiled;
}

/// With the blocks of an earlier start, or leaves them to the next. What goes
/// wrong with the file is logged.
Result<std::unique_ptr<CompiledGraph>> compile_with_file(
    const Graph& graph, const CompileOptions& options) {
  const PackedWeights& packed = options.packed;
  const Fingerprint fingerprint = fingerprint_of_graph(graph, packed);
  Result<std::unique_ptr<PackedSection>> found =
      find_packed(packed.path, fingerprint);
  if (!found.ok()) {
    return compile_with(graph, options, nullptr);
  }
  const bool is_new = *found == nullptr;
  Result<std::unique_ptr<CompiledGraph>> compiled =
      compile_with(graph, options, std::move(*found));
  ET_CHECK_OK_OR_RETURN_ERROR(compiled.error());
  const PackedStore& store = (*compiled)->store();
  if (is_new) {
    (void)add_packed(packed.path, fingerprint, store.blocks());
  } else if (!store.is_known()) {
    ET_LOG(Error,
           "packed weights %s: blocks of a graph are not those that it asks "
           "for; they are packed again",
           packed.path.c_str());
  }
  return compiled;
}

}  // namespace

Result<std::unique_ptr<Executable>> Executable::compile(
    const Graph& graph, const CompileOptions& options) {
  Result<std::unique_ptr<CompiledGraph>> compiled =
      options.packed.path.empty() ? compile_with(graph, options, nullptr)
                                  : compile_with_file(graph, options);
  ET_CHECK_OK_OR_RETURN_ERROR(compiled.error());
  return std::unique_ptr<Executable>(std::move(*compiled));
}

}  // namespace executorch::backends::engine
