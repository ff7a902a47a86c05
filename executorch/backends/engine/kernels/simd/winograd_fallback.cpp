#include <executorch/backends/engine/kernels/simd/winograd_fallback.h>

#include <executorch/backends/engine/kernels/simd/window_rows.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

#include <algorithm>

namespace executorch::backends::engine::simd {
namespace {

constexpr size_t kTaps = 9;

}  // namespace

WinogradFallback::WinogradFallback(const WindowShape& shape, size_t outputs,
                                   const WinogradLoops& loops,
                                   const Gemm& transformed)
    : shape_(shape),
      channels_(static_cast<size_t>(shape.channels)),
      loops_(loops),
      transformed_(transformed),
      gemm_(static_cast<size_t>(shape.batch * shape.out[0] * shape.out[1]),
            outputs, kTaps, channels_) {}

size_t WinogradFallback::panel_nbytes() const {
  return align_up(gemm_.max_panel_numel() * sizeof(float));
}

size_t WinogradFallback::scratch_nbytes() const {
  return panel_nbytes() + align_up(gemm_.scratch_nbytes(0, false));
}

void WinogradFallback::restore_panel(const float* weights, size_t panel,
                                     float* to) const {
  gemm_.fill_panel(
      [&](size_t output, float* element, size_t step) {
        for (size_t c = 0; c < channels_; ++c) {
          float taps[kTaps];
          loops_.restore(weights + transformed_.packed_offset(c, output),
                         transformed_.packed_numel(), taps);
          for (size_t tap = 0; tap < kTaps; ++tap) {
            element[(tap * channels_ + c) * step] = taps[tap];
          }
        }
      },
      panel, to);
}

void WinogradFallback::run(const float* weights, const float* x,
                           const float* zeros, const GemmOutput& output,
                           size_t n_workers, std::byte* scratch,
                           size_t worker_nbytes) const {
  const WindowRows<float> rows(shape_, x, zeros);
  for_each_task(gemm_.n_panels(), n_workers, [&](size_t panel, size_t worker) {
    std::byte* own = scratch + worker * worker_nbytes;
    auto* const restored = reinterpret_cast<float*>(own);
    restore_panel(weights, panel, restored);
    for (size_t first = 0; first < gemm_.m();) {
      const size_t n = std::min(gemm_.max_share_rows(), gemm_.m() - first);
      gemm_.run({first, n, panel, 1}, rows, {restored, nullptr, panel},
                own + panel_nbytes(), output);
      first += n;
    }
  });
}

}  // namespace executorch::backends::engine::simd
