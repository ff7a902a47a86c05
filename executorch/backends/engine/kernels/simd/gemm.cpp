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

Gemm::Gemm(size_t m, size_t n, size_t k)
    : loops_(gemm_loops()),
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

void Gemm::multiply(const float* a, Range rows, const float* b, Range columns,
                    Range depth, const GemmOutput& output) const {
  const size_t packs = divide_up(rows.size(), loops_.max_rows);
  for (size_t i = 0; i < packs; ++i) {
    const size_t first = part_begin(rows.size(), packs, i);
    const size_t n = part_begin(rows.size(), packs, i + 1) - first;
    const float* panel = b;
    for (size_t j = columns.begin; j < columns.end; j += loops_.max_columns) {
      const size_t n_columns = std::min(loops_.max_columns, columns.end - j);
      loops_.tile(a + first * depth.size(), n, panel, n_columns, depth.size(),
                  output.at(rows.begin + first, j));
      panel += width(n_columns) * depth.size();
    }
  }
}

/// `rows` and `columns` give the packed blocks.
template <typename Rows, typename Columns>
void Gemm::run_blocks(const Rows& rows, const Columns& columns,
                      const GemmOutput& output) const {
  const size_t blocks = depth_blocks();
  const size_t block_rows = rows.is_packed ? m_ : kBlockRows;
  // Where columns are packed for all rows at once, their results stay in the
  // cache from one depth to the next.
  const size_t outer_columns =
      rows.is_packed && !columns.is_packed ? block_columns_ : n_;
  for (size_t i = 0; i < m_; i += block_rows) {
    const Range some_rows = {i, std::min(i + block_rows, m_)};
    for (size_t outer = 0; outer < n_; outer += outer_columns) {
      const size_t outer_end = std::min(outer + outer_columns, n_);
      for (size_t block = 0; block < blocks; ++block) {
        const Range depth = depth_block(block);
        const float* a = rows.block(some_rows, depth);
        GemmOutput part = output;
        part.is_first = block == 0;
        part.is_last = block + 1 == blocks;
        for (size_t j = outer; j < outer_end; j += block_columns_) {
          const Range some = {j, std::min(j + block_columns_, outer_end)};
          multiply(a, some_rows, columns.block(some, depth), some, depth, part);
        }
      }
    }
  }
}

namespace {

template <typename Block>
struct Blocks {
  bool is_packed;
  Block block;
};
template <typename Block>
Blocks(bool, Block) -> Blocks<Block>;

}  // namespace

void Gemm::run(const float* a, const float* b, const GemmOutput& output) const {
  run_blocks(
      Blocks{true, [&](Range, Range depth) { return a + m_ * depth.begin; }},
      Blocks{true,
             [&](Range columns, Range depth) {
               return b + padded_n_ * depth.begin +
                      columns.begin * depth.size();
             }},
      output);
}

void Gemm::run(const float* a, const ColumnSource& b, void* scratch,
               const GemmOutput& output) const {
  float* to = static_cast<float*>(scratch);
  run_blocks(
      Blocks{true, [&](Range, Range depth) { return a + m_ * depth.begin; }},
      Blocks{false,
             [&](Range columns, Range depth) {
               pack_columns(b, columns, depth, to);
               return to;
             }},
      output);
}

void Gemm::run(const MatrixRows& a, const float* b, void* scratch,
               const GemmOutput& output) const {
  float* to = static_cast<float*>(scratch);
  run_blocks(Blocks{false,
                    [&](Range rows, Range depth) {
                      pack_rows(a, rows, depth, to);
                      return to;
                    }},
             Blocks{true,
                    [&](Range columns, Range depth) {
                      return b + padded_n_ * depth.begin +
                             columns.begin * depth.size();
                    }},
             output);
}

void Gemm::run(const MatrixRows& a, const ColumnSource& b, void* scratch,
               const GemmOutput& output) const {
  float* rows_to = static_cast<float*>(scratch);
  float* columns_to = rows_to + scratch_a_nbytes() / sizeof(float);
  run_blocks(Blocks{false,
                    [&](Range rows, Range depth) {
                      pack_rows(a, rows, depth, rows_to);
                      return rows_to;
                    }},
             Blocks{false,
                    [&](Range columns, Range depth) {
                      pack_columns(b, columns, depth, columns_to);
                      return columns_to;
                    }},
             output);
}

}  // namespace executorch::backends::engine::simd
