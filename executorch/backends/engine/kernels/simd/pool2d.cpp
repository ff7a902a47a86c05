#include <executorch/backends/engine/kernels/simd/quantized_window_loops.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/simd/window_loops.h>
#include <executorch/backends/engine/kernels/simd/window_runs.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

namespace executorch::backends::engine::simd {
namespace {

/// Maxima without positions, and averages, of planes in [N, H, W, C].
class Pool2dKernel : public Kernel, public RowKernel {
 public:
  Pool2dKernel(const Pool2d& op, const NodeView& node)
      : op_(op),
        shape_(op.window, op.layout, node),
        runs_(shape_),
        loops_(window_loops()),
        n_workers_(workers_for(static_cast<size_t>(node.output().numel()) *
                               static_cast<size_t>(shape_.taps()))) {}

  Error run(const KernelArgs& args) const override {
    for_each_task(runs_.n_rows(), n_workers_, [&](size_t row, size_t worker) {
      run_row(args, row,
              static_cast<std::byte*>(args.scratch) +
                  worker * runs_.scratch_nbytes());
    });
    return Error::Ok;
  }

  const RowKernel* by_rows() const override {
    return shape_.batch == 1 ? this : nullptr;
  }
  RowRange rows_read(RowRange rows) const override {
    return shape_.rows_read(rows);
  }
  size_t rows_scratch_nbytes() const override { return runs_.scratch_nbytes(); }
  Error run_rows(const KernelArgs& args, RowRange rows) const override {
    for (int64_t row = rows.begin; row < rows.end; ++row) {
      run_row(args, static_cast<size_t>(row), args.scratch);
    }
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return n_workers_ * runs_.scratch_nbytes();
  }

 private:
  void run_row(const KernelArgs& args, size_t row, void* scratch) const {
    runs_.for_each_run<float>(
        row, args.input<float>(0), args.output<float>(0), scratch,
        [&](const WindowRun<float>& run, const size_t*, int64_t y, int64_t x) {
          run_places(run, y, x);
        });
  }

  void run_places(const WindowRun<float>& run, int64_t row,
                  int64_t column) const {
    if (op_.kind == Pool2d::Kind::kMax) {
      loops_.maximum(run);
      return;
    }
    // The same taps within the plane may lie in more or less padding.
    WindowRun<float> part = run;
    for (size_t done = 0; done < run.places; done += part.places) {
      const auto at = column + static_cast<int64_t>(done);
      const int64_t divisor = shape_.average_divisor(op_, row, at);
      part.places = 1;
      while (done + part.places < run.places &&
             shape_.average_divisor(
                 op_, row, at + static_cast<int64_t>(part.places)) == divisor) {
        ++part.places;
      }
      part.from = run.from + done * run.from_step;
      part.to = run.to + done * run.to_step;
      loops_.average(part, static_cast<float>(divisor));
    }
  }

  Pool2d op_;
  WindowShape shape_;
  WindowRuns runs_;
  WindowLoops loops_;
  size_t n_workers_;
};

/// The largest of bytes.
class MaxOfBytesKernel : public Kernel {
 public:
  MaxOfBytesKernel(const Pool2d& op, const NodeView& node)
      : shape_(op.window, op.layout, node),
        runs_(shape_),
        maximum_(quantized_window_loops().maximum),
        n_workers_(workers_for(static_cast<size_t>(node.output().numel()) *
                               static_cast<size_t>(shape_.taps()) / 4)) {}

  Error run(const KernelArgs& args) const override {
    for_each_task(runs_.n_rows(), n_workers_, [&](size_t row, size_t worker) {
      runs_.for_each_run<uint8_t>(
          row, args.input<uint8_t>(0), args.output<uint8_t>(0),
          static_cast<std::byte*>(args.scratch) +
              worker * runs_.scratch_nbytes(),
          [&](const WindowRun<uint8_t>& run, const size_t*, int64_t, int64_t) {
            maximum_(run);
          });
    });
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return n_workers_ * runs_.scratch_nbytes();
  }

 private:
  WindowShape shape_;
  WindowRuns runs_;
  void (*maximum_)(const WindowRun<uint8_t>& run);
  size_t n_workers_;
};

}  // namespace

KernelResult make_windows(const Pool2d& op, const NodeView& node) {
  const ScalarType dtype = node.input(0).dtype;
  if (op.layout != Layout::kNhwc || !has_countable_taps(op.window) ||
      !has_countable_places(op.layout, node.output()) || node.wants(1) ||
      node.output().numel() == 0 || node.input(0).numel() == 0) {
    return KernelResult(nullptr);
  }
  if (dtype == ScalarType::Byte) {
    return KernelResult(std::make_unique<MaxOfBytesKernel>(op, node));
  }
  if (dtype != ScalarType::Float) {
    return KernelResult(nullptr);
  }
  return KernelResult(std::make_unique<Pool2dKernel>(op, node));
}

}  // namespace executorch::backends::engine::simd
