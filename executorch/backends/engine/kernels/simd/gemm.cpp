#include <executorch/backends/engine/kernels/simd/gemm.h>

#include <algorithm>

namespace executorch::backends::engine::simd {
namespace {

// A pack of rows of this depth fits the first-level cache, and a block of
// columns the second.
constexpr size_t kBlockDepth = 512;
constexpr size_t kBlockRows = 240;
constexpr size_t kBlockPanels = 4;

constexpr size_t divide_up(size_t n, size_t by) { return (n + by - 1) / by; }

constexpr size_t align_floats(size_t n) {
  constexpr size_t kFloats = kAlignment / sizeof(float);
  return divide_up(n, kFloats) * kFloats;
}

/// Writes `rows` rows column by column. Some columns at a time, so that what is
/// read and what is written both stay in the cache.
void interleave(const float* from, size_t row_stride, size_t rows,
                size_t columns, float* to) {
  constexpr size_t kColumns = 16;
  for (size_t column = 0; column < columns; column += kColumns) {
    const size_t n = std::min(kColumns, columns - column);
    for (size_t r = 0; r < rows; ++r) {
      const float* line = from + r * row_stride + column;
      float* out = to + column * rows + r;
      for (size_t i = 0; i < n; ++i) {
        out[i * rows] = line[i];
      }
    }
  }
}

/// Part `i` of `parts` nearly equal ones of [begin, begin + n).
size_t part_begin(size_t n, size_t parts, size_t i) { return n * i / parts; }

}  // namespace

void MatrixColumns::pack(const GemmLoops& loops, size_t k, size_t depth,
                         size_t column, size_t columns, size_t width,
                         float* to) const {
  loops.copy({b_ + k * row_stride_ + column * column_stride_, row_stride_,
              column_stride_, to, width, depth, columns});
}

Error PackedOperand::allocate(size_t count, size_t numel, bool is_half) {
  numel_ = numel;
  is_half_ = is_half;
  return buffer_.allocate(count * numel *
                          (is_half ? sizeof(uint16_t) : sizeof(float)));
}

void PackedOperand::store_halves(const float* floats, size_t i) {
  half_loops().to_halves(floats, buffer_.as<uint16_t>() + i * numel_, numel_);
}

const void* PackedOperand::data(size_t i) const {
  return is_half_
             ? static_cast<const void*>(buffer_.as<uint16_t>() + i * numel_)
             : buffer_.as<float>() + i * numel_;
}

/// Where a comes from: a matrix, packed floats or packed halves.
struct Gemm::RowSource {
  const MatrixRows* matrix = nullptr;
  const float* floats = nullptr;
  const uint16_t* halves = nullptr;
  float* scratch = nullptr;
};

/// Where b comes from.
struct Gemm::PanelSource {
  const ColumnSource* matrix = nullptr;
  const float* floats = nullptr;
  const uint16_t* halves = nullptr;
  float* scratch = nullptr;
};

/// Packs of a block of rows, of which those of halves are converted one at a
/// time.
struct Gemm::RowPacks {
  const float* floats;
  const uint16_t* halves;
  float* scratch;
  HalfLoops loops;

  const float* pack(size_t first, size_t n, size_t depth) const {
    if (halves == nullptr) {
      return floats + first * depth;
    }
    loops.to_floats(halves + first * depth, scratch, n * depth);
    return scratch;
  }
};

Gemm::Gemm(size_t m, size_t n, size_t k)
    : loops_(gemm_loops()),
      half_loops_(half_loops()),
      m_(m),
      n_(n),
      k_(k),
      padded_n_(divide_up(n, loops_.lanes) * loops_.lanes),
      block_columns_(kBlockPanels * loops_.max_columns) {}

size_t Gemm::depth_blocks() const {
  return std::max<size_t>(divide_up(k_, kBlockDepth), 1);
}

Gemm::Range Gemm::depth_block(size_t i) const {
  const size_t blocks = depth_blocks();
  return {part_begin(k_, blocks, i), part_begin(k_, blocks, i + 1)};
}

size_t Gemm::width(size_t columns) const {
  return divide_up(columns, loops_.lanes) * loops_.lanes;
}

size_t Gemm::scratch_a_nbytes() const {
  return align_floats(std::min(m_, kBlockRows) * std::min(k_, kBlockDepth)) *
         sizeof(float);
}

size_t Gemm::scratch_b_nbytes() const {
  return align_floats(std::min(padded_n_, block_columns_) *
                      std::min(k_, kBlockDepth)) *
         sizeof(float);
}

void Gemm::pack_rows(const MatrixRows& a, Range rows, Range depth,
                     float* to) const {
  const size_t packs = divide_up(rows.size(), loops_.max_rows);
  for (size_t i = 0; i < packs; ++i) {
    const size_t first = part_begin(rows.size(), packs, i);
    const size_t n = part_begin(rows.size(), packs, i + 1) - first;
    interleave(a.a + (rows.begin + first) * a.row_stride + depth.begin,
               a.row_stride, n, depth.size(), to);
    to += n * depth.size();
  }
}

void Gemm::pack_columns(const ColumnSource& b, Range columns, Range depth,
                        float* to) const {
  for (size_t j = columns.begin; j < columns.end; j += loops_.max_columns) {
    const size_t n = std::min(loops_.max_columns, columns.end - j);
    const size_t padded = width(n);
    b.pack(loops_, depth.begin, depth.size(), j, n, padded, to);
    for (size_t k = 0; n != padded && k < depth.size(); ++k) {
      std::fill(to + k * padded + n, to + (k + 1) * padded, 0.0f);
    }
    to += padded * depth.size();
  }
}

void Gemm::pack_a(const MatrixRows& a, float* to) const {
  for (size_t i = 0; i < depth_blocks(); ++i) {
    const Range depth = depth_block(i);
    pack_rows(a, {0, m_}, depth, to + m_ * depth.begin);
  }
}

void Gemm::pack_b(const ColumnSource& b, float* to) const {
  for (size_t i = 0; i < depth_blocks(); ++i) {
    const Range depth = depth_block(i);
    pack_columns(b, {0, n_}, depth, to + padded_n_ * depth.begin);
  }
}

Gemm::RowPacks Gemm::row_packs(const RowSource& a, Range rows,
                               Range depth) const {
  if (a.matrix != nullptr) {
    pack_rows(*a.matrix, rows, depth, a.scratch);
    return {a.scratch, nullptr, nullptr, half_loops_};
  }
  // All rows are packed, one depth after the other.
  const size_t offset = m_ * depth.begin;
  if (a.halves != nullptr) {
    return {nullptr, a.halves + offset, a.scratch, half_loops_};
  }
  return {a.floats + offset, nullptr, nullptr, half_loops_};
}

const float* Gemm::panels(const PanelSource& b, Range columns,
                          Range depth) const {
  if (b.matrix != nullptr) {
    pack_columns(*b.matrix, columns, depth, b.scratch);
    return b.scratch;
  }
  const size_t offset = padded_n_ * depth.begin + columns.begin * depth.size();
  if (b.halves != nullptr) {
    half_loops_.to_floats(b.halves + offset, b.scratch,
                          width(columns.size()) * depth.size());
    return b.scratch;
  }
  return b.floats + offset;
}

void Gemm::multiply(const RowPacks& a, Range rows, const float* b,
                    Range columns, Range depth,
                    const GemmOutput& output) const {
  const size_t packs = divide_up(rows.size(), loops_.max_rows);
  for (size_t i = 0; i < packs; ++i) {
    const size_t first = part_begin(rows.size(), packs, i);
    const size_t n = part_begin(rows.size(), packs, i + 1) - first;
    const float* pack = a.pack(first, n, depth.size());
    const float* panel = b;
    for (size_t j = columns.begin; j < columns.end; j += loops_.max_columns) {
      const size_t n_columns = std::min(loops_.max_columns, columns.end - j);
      loops_.tile(pack, n, panel, n_columns, depth.size(),
                  output.at(rows.begin + first, j));
      panel += width(n_columns) * depth.size();
    }
  }
}

void Gemm::run_blocks(const RowSource& a, const PanelSource& b,
                      const GemmOutput& output) const {
  const size_t blocks = depth_blocks();
  const bool is_a_packed = a.matrix == nullptr;
  const size_t block_rows = is_a_packed ? m_ : kBlockRows;
  // Where columns are packed for all rows at once, their results stay in the
  // cache from one depth to the next.
  const size_t outer_columns =
      is_a_packed && b.matrix != nullptr ? block_columns_ : n_;
  for (size_t i = 0; i < m_; i += block_rows) {
    const Range rows = {i, std::min(i + block_rows, m_)};
    for (size_t outer = 0; outer < n_; outer += outer_columns) {
      const size_t outer_end = std::min(outer + outer_columns, n_);
      for (size_t block = 0; block < blocks; ++block) {
        const Range depth = depth_block(block);
        const RowPacks packs = row_packs(a, rows, depth);
        GemmOutput part = output;
        part.is_first = block == 0;
        part.is_last = block + 1 == blocks;
        for (size_t j = outer; j < outer_end; j += block_columns_) {
          const Range columns = {j, std::min(j + block_columns_, outer_end)};
          multiply(packs, rows, panels(b, columns, depth), columns, depth,
                   part);
        }
      }
    }
  }
}

size_t Gemm::scratch_nbytes(const PackedOperand& a,
                            const PackedOperand& b) const {
  const bool needs_a = !a.is_made() || a.is_half();
  const bool needs_b = !b.is_made() || b.is_half();
  return (needs_a ? scratch_a_nbytes() : 0) +
         (needs_b ? scratch_b_nbytes() : 0);
}

void Gemm::run(const PackedOperand& a, size_t index, const ColumnSource& b,
               void* scratch, const GemmOutput& output) const {
  float* columns_to = static_cast<float*>(scratch);
  RowSource rows;
  if (a.is_half()) {
    rows.halves = static_cast<const uint16_t*>(a.data(index));
    rows.scratch = columns_to;
    columns_to += scratch_a_nbytes() / sizeof(float);
  } else {
    rows.floats = static_cast<const float*>(a.data(index));
  }
  PanelSource columns;
  columns.matrix = &b;
  columns.scratch = columns_to;
  run_blocks(rows, columns, output);
}

void Gemm::run(const MatrixRows& a, const PackedOperand& b, size_t index,
               void* scratch, const GemmOutput& output) const {
  RowSource rows;
  rows.matrix = &a;
  rows.scratch = static_cast<float*>(scratch);
  PanelSource columns;
  if (b.is_half()) {
    columns.halves = static_cast<const uint16_t*>(b.data(index));
    columns.scratch = rows.scratch + scratch_a_nbytes() / sizeof(float);
  } else {
    columns.floats = static_cast<const float*>(b.data(index));
  }
  run_blocks(rows, columns, output);
}

void Gemm::run(const MatrixRows& a, const ColumnSource& b, void* scratch,
               const GemmOutput& output) const {
  RowSource rows;
  rows.matrix = &a;
  rows.scratch = static_cast<float*>(scratch);
  PanelSource columns;
  columns.matrix = &b;
  columns.scratch = rows.scratch + scratch_a_nbytes() / sizeof(float);
  run_blocks(rows, columns, output);
}

}  // namespace executorch::backends::engine::simd
