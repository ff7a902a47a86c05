#pragma once

#include <executorch/backends/engine/executable.h>
#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/runtime/core/event_tracer_hooks_delegate.h>

namespace executorch {
namespace backends {
namespace engine {

/// Tells an event tracer of each step, as an operation of the delegate: by the
/// name of the step and its result, "Conv2d simd gemm f32[1, 64, 56, 56]".
/// Metadata are two int64: multiply-adds, and bytes of operands and results.
class StepTracer : public StepObserver {
 public:
  explicit StepTracer(runtime::EventTracer& tracer) : tracer_(tracer) {}

  void on_step(size_t, const StepInfo& info, uint64_t start,
               uint64_t end) override {
    const int64_t work[] = {info.multiply_adds, info.nbytes};
    const std::string name = info.name + " " + to_string(info.output);
    runtime::event_tracer_log_profiling_delegate(
        &tracer_, name.c_str(), runtime::kUnsetDelegateDebugIntId, start, end,
        work, sizeof(work));
  }

 private:
  runtime::EventTracer& tracer_;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
