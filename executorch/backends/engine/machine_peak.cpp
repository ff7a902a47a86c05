#include <executorch/backends/engine/machine_peak.h>

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/kernels/simd/peak_loops.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

#include <algorithm>
#include <chrono>

namespace executorch::backends::engine {
namespace {

constexpr int kRepeats = 8;
constexpr size_t kMultiplyAdds = size_t{1} << 26;
constexpr size_t kBufferFloats = size_t{16} << 20;

/// The shortest time in which all threads do the work, in seconds.
double fastest(size_t n_threads, runtime::FunctionRef<void(size_t)> work) {
  double least = 0;
  for (int i = 0; i < kRepeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    for_each_task(n_threads, n_threads,
                  [&](size_t task, size_t) { work(task); });
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    least = i == 0 ? seconds : std::min(least, seconds);
  }
  return least;
}

}  // namespace

MachinePeak measure_machine_peak(size_t n_threads) {
  const simd::PeakLoops loops = simd::peak_loops();
  const auto threads = static_cast<double>(n_threads);
  MachinePeak peak;
  peak.flops_per_second =
      2 * threads * static_cast<double>(kMultiplyAdds) /
      fastest(n_threads, [&](size_t) { loops.multiply_adds(kMultiplyAdds); });
  AlignedBuffer buffer;
  if (buffer.allocate(n_threads * kBufferFloats * sizeof(float)) == Error::Ok) {
    auto* const floats = buffer.as<float>();
    std::fill_n(floats, n_threads * kBufferFloats, 1.0f);
    peak.bytes_per_second =
        threads * static_cast<double>(kBufferFloats * sizeof(float)) /
        fastest(n_threads, [&](size_t task) {
          loops.sum(floats + task * kBufferFloats, kBufferFloats);
        });
  }
  return peak;
}

}  // namespace executorch::backends::engine
