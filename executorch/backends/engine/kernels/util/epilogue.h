#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

namespace executorch {
namespace backends {
namespace engine {

/// What an epilogue makes of the `numel` floats of a result.
inline void apply(const Epilogue& epilogue, const KernelArgs& args, float* y,
                  size_t numel) {
  const auto min = static_cast<float>(epilogue.min);
  const auto max = static_cast<float>(epilogue.max);
  const float* residual =
      epilogue.has_residual ? args.input<float>(Epilogue::kResidual) : nullptr;
  for (size_t i = 0; i < numel; ++i) {
    const float value = residual == nullptr ? y[i] : y[i] + residual[i];
    y[i] = value < min ? min : value > max ? max : value;
  }
}

}  // namespace engine
}  // namespace backends
}  // namespace executorch
