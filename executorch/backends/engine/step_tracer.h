#pragma once

#include <executorch/backends/engine/executable.h>
#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/runtime/core/event_tracer_hooks_delegate.h>

#include <string>

namespace executorch {
namespace backends {
namespace engine {

/// Tells an event tracer of each step, as an operation of the delegate: by the
/// name of the step and its result, "Conv2d simd gemm Float[1, 56, 56, 64]".
/// Metadata are the text "multiply_adds=<n> nbytes=<n>", of operands and
/// results.
class StepTracer : public StepObserver {
 public:
  explicit StepTracer(runtime::EventTracer& tracer) : tracer_(tracer) {}

  void on_step(size_t, const StepInfo& info, uint64_t start,
               uint64_t end) override {
    const std::string work =
        "multiply_adds=" + std::to_string(info.multiply_adds) +
        " nbytes=" + std::to_string(info.nbytes);
    const std::string name = info.name + " " + to_string(info.output);
    runtime::event_tracer_log_profiling_delegate(
        &tracer_, name.c_str(), runtime::kUnsetDelegateDebugIntId, start, end,
        work.data(), work.size());
  }

 private:
  runtime::EventTracer& tracer_;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
