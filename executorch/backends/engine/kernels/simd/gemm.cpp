#include <executorch/backends/engine/kernels/simd/gemm.h>

#include <executorch/backends/engine/kernels/simd/half_loops.h>
#include <executorch/backends/engine/kernels/util/parallel.h>
#include <executorch/runtime/core/checked_math.h>

#include <algorithm>

namespace executorch::backends::engine::simd {
namespace {

// A block of a panel fits the second-level cache together with the rows of a
// share. Smaller ones, which would stay in the first level, cost more: partial
// results are read and written once for each block of k.
constexpr size_t kPanelFloats = 32768;
constexpr size_t kShareRows = 96;
/// Where b is larger than a part of that cache, it is read less often.
constexpr size_t kLargeShareRows = 256;
constexpr size_t kLargeFloats = 1 << 17;
constexpr size_t kLineFloats = 16;
constexpr size_t kResultFloats = 1 << 17;
constexpr size_t kMinShareRows = 12;
/// So many shares a thread, for threads that are not equally fast.
constexpr size_t kSharesPerWorker = 2;

constexpr size_t divide_up(size_t n, size_t by) { return (n + by - 1) / by; }

}  // namespace

/// The scratch memory of a thread.
struct Gemm::Buffers {
  const float** table;
  float* lines;
  float* panel;  ///< a block of floats, where b is halves

  static size_t table_nbytes(const Gemm& gemm) {
    return align_up(gemm.block_rows() * gemm.n_segments_ *
                    sizeof(const float*));
  }
  static size_t lines_nbytes(const Gemm& gemm, size_t line_numel) {
    return align_up(gemm.block_rows() * line_numel * sizeof(float));
  }
  Buffers(const Gemm& gemm, size_t line_numel, void* scratch) {
    auto* bytes = static_cast<std::byte*>(scratch);
    table = reinterpret_cast<const float**>(bytes);
    bytes += table_nbytes(gemm);
    lines = reinterpret_cast<float*>(bytes);
    panel = reinterpret_cast<float*>(bytes + lines_nbytes(gemm, line_numel));
  }
};

void MatrixRows::fill(size_t first, size_t n, const float** table,
                      float* /*lines*/) const {
  for (size_t i = 0; i < n; ++i) {
    table[i] = a_ + (first + i) * row_stride_;
  }
}

Gemm::Gemm(size_t m, size_t n, size_t n_segments, size_t segment_numel)
    : loops_(gemm_loops()),
      m_(m),
      n_(n),
      n_segments_(n_segments),
      segment_numel_(segment_numel),
      padded_n_(divide_up(n, loops_.lanes) * loops_.lanes) {
  const size_t fits = kPanelFloats / loops_.max_columns;
  if (segment_numel <= fits) {
    const size_t segments = fits / std::max<size_t>(segment_numel, 1);
    block_depth_ = std::min(segments, n_segments) * segment_numel;
  } else {
    block_depth_ = divide_up(segment_numel, divide_up(segment_numel, fits));
  }
}

bool Gemm::can_pack(size_t count) const {
  using runtime::internal::mul_overflows;
  size_t nbytes = sizeof(float);
  return !mul_overflows(nbytes, depth(), &nbytes) &&
         !mul_overflows(nbytes, padded_n_, &nbytes) &&
         !mul_overflows(nbytes, count, &nbytes) && nbytes < SIZE_MAX / 2;
}

size_t Gemm::max_panel_numel() const { return width_of(0) * depth(); }

size_t Gemm::n_panels() const { return divide_up(n_, loops_.max_columns); }

size_t Gemm::packed_offset(size_t k, size_t column) const {
  const size_t panel = column / loops_.max_columns;
  return panel * loops_.max_columns * depth() + k * width_of(panel) +
         column % loops_.max_columns;
}

size_t Gemm::columns_of(size_t panel) const {
  return std::min(loops_.max_columns, n_ - panel * loops_.max_columns);
}

size_t Gemm::width_of(size_t panel) const {
  return divide_up(columns_of(panel), loops_.lanes) * loops_.lanes;
}

void Gemm::pack_panel(const float* b, size_t row_stride, size_t panel,
                      float* to) const {
  const size_t columns = columns_of(panel);
  const size_t width = width_of(panel);
  b += panel * loops_.max_columns;
  to += panel * loops_.max_columns * depth();
  for (size_t k = 0; k < depth(); ++k, b += row_stride, to += width) {
    std::copy_n(b, columns, to);
    std::fill(to + columns, to + width, 0.0f);
  }
}

void Gemm::pack_panel(
    runtime::FunctionRef<void(size_t column, float* to, size_t step)>
        write_column,
    size_t panel, float* to) const {
  fill_panel(write_column, panel, to + panel * loops_.max_columns * depth());
}

void Gemm::fill_panel(
    runtime::FunctionRef<void(size_t column, float* to, size_t step)>
        write_column,
    size_t panel, float* to) const {
  const size_t columns = columns_of(panel);
  const size_t width = width_of(panel);
  const size_t first = panel * loops_.max_columns;
  for (size_t j = 0; j < columns; ++j) {
    write_column(first + j, to + j, width);
  }
  for (size_t k = 0; columns != width && k < depth(); ++k) {
    std::fill(to + k * width + columns, to + (k + 1) * width, 0.0f);
  }
}

bool Gemm::has_large_b() const { return packed_numel() > kLargeFloats; }

size_t Gemm::block_rows() const {
  return std::min(m_, has_large_b() ? kLargeShareRows : kShareRows);
}

/// Where b is large, threads divide its columns rather than read all of it.
Gemm::Grid Gemm::grid(size_t n_workers) const {
  const size_t blocks = divide_up(m_, block_rows());
  if (n_workers == 1) {
    return {blocks, 1};
  }
  const size_t wanted = n_workers * kSharesPerWorker;
  const size_t most_rows = std::max(blocks, m_ / kMinShareRows);
  Grid grid;
  if (has_large_b()) {
    grid.columns = std::min(wanted, n_panels());
    grid.rows = divide_up(wanted, grid.columns);
  } else {
    grid.rows = wanted;
  }
  grid.rows = std::clamp(grid.rows, blocks, most_rows);
  grid.columns = std::min(divide_up(wanted, grid.rows), n_panels());
  return grid;
}

size_t Gemm::n_shares(size_t n_workers) const {
  const Grid parts = grid(n_workers);
  return parts.rows * parts.columns;
}

Gemm::Share Gemm::share(size_t i, size_t n_workers) const {
  const Grid parts = grid(n_workers);
  const size_t row = i / parts.columns;
  const size_t column = i % parts.columns;
  Share share;
  share.first_row = part_begin(m_, parts.rows, row);
  share.rows = part_begin(m_, parts.rows, row + 1) - share.first_row;
  share.first_panel = part_begin(n_panels(), parts.columns, column);
  share.panels =
      part_begin(n_panels(), parts.columns, column + 1) - share.first_panel;
  return share;
}

size_t Gemm::scratch_nbytes(size_t line_numel, bool is_half) const {
  return Buffers::table_nbytes(*this) +
         Buffers::lines_nbytes(*this, line_numel) +
         (is_half ? align_up(loops_.max_columns * depth() * sizeof(float)) : 0);
}

size_t Gemm::n_depth_blocks(bool is_whole) const {
  if (is_whole || depth() == 0) {
    return 1;
  }
  return block_depth_ >= segment_numel_
             ? divide_up(n_segments_, block_depth_ / segment_numel_)
             : n_segments_ * divide_up(segment_numel_, block_depth_);
}

Gemm::DepthBlock Gemm::depth_block(size_t i, bool is_whole) const {
  if (is_whole || depth() == 0) {
    return {0, n_segments_, 0, segment_numel_};
  }
  if (block_depth_ >= segment_numel_) {
    const size_t segments = block_depth_ / segment_numel_;
    const size_t first = i * segments;
    return {first, std::min(segments, n_segments_ - first), 0, segment_numel_};
  }
  const size_t parts = divide_up(segment_numel_, block_depth_);
  const size_t offset = i % parts * block_depth_;
  return {i / parts, 1, offset,
          std::min(block_depth_, segment_numel_ - offset)};
}

/// A share, with what it takes to compute it.
struct Gemm::Job {
  const Share& share;
  const Panels& b;
  const Buffers& buffers;
  const GemmOutput& output;
  const float* zeros;

  /// Whether n rows of a block are zero, as those in the padding are.
  bool is_zero(const GemmRows& a, size_t n) const {
    for (size_t i = 0; i < a.n_segments; ++i) {
      const float* const* segment = a.table + i * a.table_step;
      if (std::any_of(segment, segment + n,
                      [&](const float* row) { return row != zeros; })) {
        return false;
      }
    }
    return true;
  }
};

/// The rest of a panel is divided evenly.
size_t Gemm::rows_of_tile(size_t rest, size_t panel) const {
  if (rest >= loops_.tall_rows && 2 * columns_of(panel) <= loops_.max_columns) {
    return loops_.tall_rows;
  }
  return divide_up(rest, divide_up(rest, loops_.max_rows));
}

void Gemm::run_panel(const Job& job, const GemmRows& a, size_t panel,
                     const float* b, const Ahead& ahead,
                     const GemmOutput& output) const {
  const Share& share = job.share;
  size_t asked = 0;
  size_t n = 0;
  for (size_t first = 0; first < share.rows; first += n) {
    n = rows_of_tile(share.rows - first, panel);
    GemmRows rows = a;
    rows.table = a.table + first;
    rows.ahead = asked < ahead.numel ? ahead.floats + asked : nullptr;
    asked += a.n_segments * a.depth * kLineFloats;
    if (job.zeros != nullptr && job.is_zero(rows, n)) {
      if (!output.is_first && !output.is_last) {
        continue;
      }
      rows.n_segments = 0;
    }
    loops_.tile(rows, n, b, width_of(panel), columns_of(panel),
                output.at(share.first_row + first, panel * loops_.max_columns));
  }
}

/// Columns [first, first + n) of panels, of which the partial results stay in
/// the cache from one block of k to the next.
void Gemm::run_panels(const Job& job, size_t first, size_t n) const {
  const HalfLoops halves = half_loops();
  const Panels& b = job.b;
  // Sums of a single tile stay in registers.
  const bool is_whole = job.share.rows <= loops_.max_rows;
  const size_t blocks = n_depth_blocks(is_whole);
  for (size_t i = 0; i < blocks; ++i) {
    const DepthBlock block = depth_block(i, is_whole);
    const size_t block_depth = block.n_segments * block.depth;
    const size_t first_k = block.first_segment * segment_numel_ + block.offset;
    const GemmRows rows = {
        job.buffers.table + block.first_segment * job.share.rows,
        job.share.rows,
        block.n_segments,
        block.offset,
        block.depth,
        nullptr};
    GemmOutput part = job.output;
    part.is_first = i == 0;
    part.is_last = i + 1 == blocks;
    for (size_t panel = first; panel < first + n; ++panel) {
      const size_t at = (panel - b.first) * loops_.max_columns * depth() +
                        first_k * width_of(panel);
      if (b.halves != nullptr) {
        halves.to_floats(b.halves + at, job.buffers.panel,
                         block_depth * width_of(panel));
        run_panel(job, rows, panel, job.buffers.panel, {}, part);
        continue;
      }
      Ahead ahead;
      if (panel + 1 < first + n) {
        ahead = {b.floats + at + loops_.max_columns * depth(),
                 block_depth * width_of(panel + 1)};
      }
      run_panel(job, rows, panel, b.floats + at, ahead, part);
    }
  }
}

void Gemm::run(const Share& share, const RowSource<float>& a, const Panels& b,
               void* scratch, const GemmOutput& output) const {
  const Buffers buffers(*this, a.line_numel(), scratch);
  a.fill(share.first_row, share.rows, buffers.table, buffers.lines);
  const Job job = {share, b, buffers, output, a.padding()};
  const size_t fits =
      std::max<size_t>(kResultFloats / (share.rows * loops_.max_columns), 1);
  for (size_t done = 0; done < share.panels; done += fits) {
    run_panels(job, share.first_panel + done,
               std::min(fits, share.panels - done));
  }
}

}  // namespace executorch::backends::engine::simd
