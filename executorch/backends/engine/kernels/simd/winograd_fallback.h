#pragma once

#include <executorch/backends/engine/kernels/simd/gemm.h>
#include <executorch/backends/engine/kernels/simd/winograd_loops.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// The plain sums of a 3x3 convolution whose weights are there in the form of
/// minimal filtering alone: they are restored for one panel of outputs at a
/// time, in scratch memory.
class WinogradFallback {
 public:
  /// @param[in] shape Outlives this.
  /// @param[in] transformed The product whose panels the weights are.
  WinogradFallback(const WindowShape& shape, size_t outputs,
                   const WinogradLoops& loops, const Gemm& transformed);

  /// Whether the bytes of a panel can be counted.
  bool can_run() const { return gemm_.can_pack(1); }
  /// What a thread needs.
  size_t scratch_nbytes() const;
  /// @param[in] weights Panels of the first element of the transformed weights;
  ///     those of the next ones follow.
  /// @param[in] zeros As many as a pixel has channels.
  /// @param[in] scratch Of the first of `n_workers` threads; those of the
  /// others
  ///     follow at distances of `worker_nbytes`.
  void run(const float* weights, const float* x, const float* zeros,
           const GemmOutput& output, size_t n_workers, std::byte* scratch,
           size_t worker_nbytes) const;

 private:
  size_t panel_nbytes() const;
  void restore_panel(const float* weights, size_t panel, float* to) const;

  const WindowShape& shape_;
  size_t channels_;
  WinogradLoops loops_;
  const Gemm& transformed_;
  Gemm gemm_;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
