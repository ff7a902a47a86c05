#include <executorch/backends/engine/kernels/simd/quantized_gemm.h>

#include <executorch/backends/engine/kernels/util/parallel.h>
#include <executorch/runtime/core/checked_math.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace executorch::backends::engine::simd {
namespace {

/// Rows of a share: with their panel they fit the second-level cache.
constexpr size_t kShareRows = 96;
/// So many shares a thread, for threads that are not equally fast.
constexpr size_t kSharesPerWorker = 4;

constexpr size_t divide_up(size_t n, size_t by) { return (n + by - 1) / by; }

}  // namespace

QuantizedGemm::QuantizedGemm(const QuantizedConv2d& op, size_t m, size_t n,
                             size_t n_segments, size_t segment_numel)
    : loops_(quantized_gemm_loops()),
      requantization_(op),
      a_zero_point_(op.x_zero_point),
      m_(m),
      n_(n),
      n_segments_(n_segments),
      segment_numel_(segment_numel) {}

size_t QuantizedGemm::n_panels() const {
  return divide_up(n_, loops_.max_columns);
}

bool QuantizedGemm::can_pack() const {
  using runtime::internal::mul_overflows;
  size_t nbytes = 0;
  return !mul_overflows(n_panels() * loops_.max_columns, depth(), &nbytes) &&
         nbytes < SIZE_MAX / 2;
}

Error QuantizedGemm::pack(
    PackedStore& store,
    runtime::FunctionRef<Result<QuantizedConstants>()> constants,
    WriteColumn write_column) {
  const size_t padded = divide_up(n_, loops_.lanes) * loops_.lanes;
  return panels_.make(store, "QuantizedGemm", padded * depth(), padded,
                      [&](const PackedFilters::Parts& to) -> Error {
                        const Result<QuantizedConstants> found = constants();
                        ET_CHECK_OK_OR_RETURN_ERROR(found.error());
                        return fill(*found, write_column, to);
                      });
}

Error QuantizedGemm::fill(const QuantizedConstants& constants,
                          WriteColumn write_column,
                          const PackedFilters::Parts& parts) const {
  const size_t padded = divide_up(n_, loops_.lanes) * loops_.lanes;
  AlignedBuffer line;
  ET_CHECK_OK_OR_RETURN_ERROR(line.allocate(depth()));
  std::copy_n(constants.scale, n_, parts.scales);
  auto* numbers = line.as<int8_t>();
  for (size_t column = 0; column < n_; ++column) {
    const size_t first = column / loops_.max_columns * loops_.max_columns;
    const size_t width = std::min(loops_.max_columns, padded - first);
    std::fill_n(numbers, depth(), int8_t{0});
    write_column(constants.weight, column, numbers);
    const size_t group = loops_.group;
    int8_t* to = parts.weights + first * depth() + (column - first) * group;
    int32_t sum = 0;
    for (size_t k = 0; k < depth(); k += group, to += width * group) {
      std::memcpy(to, numbers + k, group);
      sum =
          std::accumulate(numbers + k, numbers + k + group, sum, wrapping_add);
    }
    // What the zero point of a adds to each sum is taken off.
    const auto zero = static_cast<uint32_t>(-a_zero_point_);
    parts.offsets[column] =
        wrapping_add(constants.bias == nullptr ? 0 : constants.bias[column],
                     static_cast<int32_t>(zero * static_cast<uint32_t>(sum)));
  }
  return Error::Ok;
}

size_t QuantizedGemm::n_row_blocks() const { return divide_up(m_, kShareRows); }

/// Blocks are nearly equal, and whole tiles.
size_t QuantizedGemm::row_begin(size_t block) const {
  const size_t tiles = divide_up(m_, loops_.max_rows);
  return std::min(m_,
                  part_begin(tiles, n_row_blocks(), block) * loops_.max_rows);
}

size_t QuantizedGemm::n_shares(size_t n_workers) const {
  const size_t wanted = n_workers == 1 ? 1 : kSharesPerWorker * n_workers;
  const size_t columns = divide_up(wanted, n_row_blocks());
  return n_row_blocks() * std::min(columns, n_panels());
}

size_t QuantizedGemm::scratch_nbytes(size_t line_numel) const {
  const size_t rows = kShareRows + loops_.max_rows;
  return align_up(rows * n_segments_ * sizeof(const uint8_t*)) +
         align_up(rows * line_numel) +
         (loops_.widen == nullptr ? 0
                                  : align_up(rows * depth() * sizeof(int16_t)));
}

/// Copies the segments of rows, and lets the table show the copies.
void QuantizedGemm::widen(size_t rows, const uint8_t** table,
                          int16_t* to) const {
  for (size_t i = 0; i < rows * n_segments_; ++i, to += segment_numel_) {
    loops_.widen(table[i], segment_numel_, to);
    table[i] = reinterpret_cast<const uint8_t*>(to);
  }
}

void QuantizedGemm::run(size_t share, size_t n_shares,
                        const RowSource<uint8_t>& a, uint8_t* y,
                        size_t row_stride, void* scratch) const {
  const size_t parts = n_shares / n_row_blocks();
  const size_t first = row_begin(share / parts);
  const size_t rows = row_begin(share / parts + 1) - first;
  auto** table = static_cast<const uint8_t**>(scratch);
  auto* lines = static_cast<uint8_t*>(scratch) +
                align_up(rows * n_segments_ * sizeof(const uint8_t*));
  a.fill(first, rows, table, lines);
  if (loops_.widen != nullptr) {
    widen(rows, table,
          reinterpret_cast<int16_t*>(lines + align_up(rows * a.line_numel())));
  }
  const QuantizedRows source = {table, rows, n_segments_, segment_numel_};
  const size_t last = part_begin(n_panels(), parts, share % parts + 1);
  for (size_t panel = part_begin(n_panels(), parts, share % parts);
       panel < last; ++panel) {
    const size_t column = panel * loops_.max_columns;
    loops_.panel(source, rows, panels_.weights() + column * depth(),
                 std::min(loops_.max_columns, n_ - column),
                 {y + first * row_stride + column, row_stride,
                  panels_.offsets() + column, panels_.scales() + column,
                  requantization_});
  }
}

}  // namespace executorch::backends::engine::simd
