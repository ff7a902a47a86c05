#include <executorch/exir/verify/verify_method.h>

#include <executorch/exir/verify/comparison.h>
#include <executorch/exir/verify/compiled_run.h>
#include <executorch/exir/verify/departure.h>
#include <fmt/format.h>

#include <algorithm>

namespace executorch::exir {
namespace {

/// One result of the method: what it is and what it must be.
struct Result {
  std::string name;  ///< `output 0`, `buffer cache.k`
  HostValue found;
  HostValue expected;
  const Value* value = nullptr;  ///< of the reference; null for a literal
};

Expected<HostValue> buffer_after(const VerifyTask& task, const CompiledRun& run,
                                 const Value& buffer, const HostValue& like) {
  const auto place = task.state.places.find(buffer.fqn);
  const auto* expected = std::get_if<HostTensor>(&like);
  if (place == task.state.places.end() || expected == nullptr) {
    return fail(fmt::format("buffer {} has no place", buffer.fqn));
  }
  const size_t offset = place->second.offset;
  const size_t nbytes = expected->data.bytes.size();
  if (offset + nbytes > run.state.size()) {
    return fail(fmt::format("buffer {} ends behind the state", buffer.fqn));
  }
  HostTensor tensor = *expected;
  tensor.data = {{run.state.data() + offset, nbytes}, nullptr, false};
  return tensor;
}

Expected<std::vector<Result>> results_of(const VerifyTask& task,
                                         const Reference& reference,
                                         const CompiledRun& run) {
  std::vector<Result> results;
  size_t next = 0;
  for (const GraphOutput& output : reference.graph().outputs()) {
    Result result;
    result.expected = reference.run.value_of(output.value);
    if (const auto* value = std::get_if<Value*>(&output.value)) {
      result.value = *value;
    }
    if (output.kind == GraphOutput::Kind::kBufferMutation) {
      result.name = "buffer " + output.target->fqn;
      ET_ASSIGN(result.found,
                buffer_after(task, run, *output.target, result.expected));
    } else if (output.kind == GraphOutput::Kind::kInputMutation) {
      const auto& inputs = reference.graph().inputs();
      const auto at = static_cast<size_t>(
          std::ranges::find(inputs, output.target) - inputs.begin());
      result.name = fmt::format("input {} after the run", at);
      result.found = run.inputs.at(at);
    } else {
      if (next == run.outputs.size()) {
        return fail(
            fmt::format("the compiled method has {} outputs, the model "
                        "has more",
                        next));
      }
      result.name = fmt::format("output {}", next);
      result.found = run.outputs[next++];
    }
    results.push_back(std::move(result));
  }
  return results;
}

/// Runs the compiled method as the reference ran.
Expected<void> compare_run(const VerifyTask& task, const Reference& reference,
                           Agreement& agreement) {
  ET_ASSIGN(const CompiledRun run,
            run_compiled(task.bytes, task.method, reference.inputs));
  ET_ASSIGN(const auto results, results_of(task, reference, run));
  agreement.outputs = 0;
  agreement.buffers = 0;
  for (const Result& result : results) {
    const Comparison comparison =
        compare(result.found, result.expected, task.computes_in_half);
    if (comparison.departs) {
      return fail(find_departure(
          task, reference, result.value,
          fmt::format("{} of the compiled method {} departs: {}", result.name,
                      task.method, comparison.text)));
    }
    ++(result.name.starts_with("buffer") ? agreement.buffers
                                         : agreement.outputs);
    if (comparison.largest > agreement.largest ||
        (comparison.largest == agreement.largest &&
         comparison.allowed > agreement.allowed)) {
      agreement.largest = comparison.largest;
      agreement.allowed = comparison.allowed;
    }
  }
  return {};
}

std::string count(size_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace

std::string Agreement::str() const {
  return count(outputs, "output") +
         (buffers == 0 ? "" : " and " + count(buffers, "buffer")) +
         (outputs + buffers == 1 ? " agrees" : " agree") +
         (runs == 1 ? "" : " in " + count(runs, "run")) +
         fmt::format(", largest difference {:.2g} (allowed {:.2g})", largest,
                     allowed);
}

Expected<Agreement> verify_method(const VerifyTask& task) {
  ET_ASSIGN(const Reference reference,
            make_reference(task.archive, task.passes, task.inputs));
  Agreement agreement;
  ET_TRY(compare_run(task, reference, agreement));
  if (task.inputs.empty()) {
    const auto larger = at_bounds(task.archive, task.passes, reference);
    if (larger) {
      ET_TRY(compare_run(task, *larger, agreement));
      agreement.runs = 2;
    }
  }
  return agreement;
}

}  // namespace executorch::exir
