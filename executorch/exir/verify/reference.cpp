#include <executorch/exir/verify/reference.h>

#include <executorch/exir/exir.h>

#include <algorithm>

namespace executorch::exir {

namespace {

/// An integer that is given for a float input becomes one.
void adapt(const Graph& graph, std::vector<HostValue>& inputs) {
  for (size_t i = 0; i < std::min(inputs.size(), graph.inputs().size()); ++i) {
    const auto* spec = std::get_if<ScalarSpec>(&graph.inputs()[i]->spec);
    const auto* number = std::get_if<int64_t>(&inputs[i]);
    if (spec != nullptr && number != nullptr &&
        spec->kind == ScalarSpec::Kind::kFloat) {
      inputs[i] = static_cast<double>(*number);
    }
  }
}

Expected<HostRun> interpret_samples(Reference& reference) {
  Expected<HostRun> first = fail("");
  for (const SampleKind& kind : sample_kinds()) {
    ET_ASSIGN(reference.inputs, sample_inputs(reference.graph(), kind));
    reference.kind = kind;
    auto run = interpret(reference.graph(), reference.inputs);
    if (run) {
      return run;
    }
    if (&kind == &sample_kinds().front()) {
      first = std::move(run);
    }
  }
  Diagnostic error = std::move(first).error();
  error.pass = "verify";
  error.notes.push_back(
      "these are made-up inputs; --input gives others to verify with");
  return fail(std::move(error));
}

bool has_dynamic_inputs(const Graph& graph) {
  return std::ranges::any_of(graph.inputs(), [](const Value* input) {
    return input->is_tensor() && !input->tensor().is_static();
  });
}

/// Bytes of all values at the upper bound of their sizes.
std::optional<int64_t> max_nbytes(const Graph& graph) {
  int64_t total = 0;
  for (const auto& node : graph.nodes()) {
    for (const Value* output : node->outputs()) {
      const auto nbytes =
          output->is_tensor() ? output->tensor().max_nbytes() : 0;
      if (!nbytes || __builtin_add_overflow(total, *nbytes, &total)) {
        return std::nullopt;
      }
    }
  }
  return total;
}

}  // namespace

std::span<const PassInfo> reference_passes(std::span<const PassInfo> passes) {
  const auto last = std::ranges::find(passes, "decompose", &PassInfo::name);
  return passes.first(static_cast<size_t>(
      std::min(last - passes.begin() + 1, std::ssize(passes))));
}

Expected<ExportedProgram> import_reference(const std::string& archive,
                                           std::span<const PassInfo> passes) {
  ET_ASSIGN(ExportedProgram program, import_pt2(archive));
  LowerOptions options;
  options.passes = reference_passes(passes);
  ET_TRY(lower(program, options));
  return program;
}

Expected<Reference> make_reference(const std::string& archive,
                                   std::span<const PassInfo> passes,
                                   std::vector<HostValue> inputs) {
  Reference reference;
  ET_ASSIGN(reference.program, import_reference(archive, passes));
  if (inputs.empty()) {
    ET_ASSIGN(reference.run, interpret_samples(reference));
    return reference;
  }
  adapt(reference.graph(), inputs);
  reference.inputs = std::move(inputs);
  ET_ASSIGN(reference.run, interpret(reference.graph(), reference.inputs));
  return reference;
}

std::optional<Reference> at_bounds(const std::string& archive,
                                   std::span<const PassInfo> passes,
                                   const Reference& reference) {
  constexpr int64_t kMaxNbytes = int64_t{256} << 20;
  const auto nbytes = max_nbytes(reference.graph());
  if (!has_dynamic_inputs(reference.graph()) || !nbytes ||
      *nbytes > kMaxNbytes) {
    return std::nullopt;
  }
  auto inputs = sample_inputs(reference.graph(), reference.kind.at_bounds());
  if (!inputs) {
    return std::nullopt;
  }
  auto made = make_reference(archive, passes, *std::move(inputs));
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

}  // namespace executorch::exir
