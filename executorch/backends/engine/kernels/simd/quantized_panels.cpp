#include <executorch/backends/engine/kernels/simd/quantized_panels.h>

#include <executorch/runtime/core/checked_math.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace executorch::backends::engine::simd {
namespace {

/// How often numbers of 4 bits count.
constexpr int kFactorOf4Bits = 16;
/// Numbers of a block whose sum fits int16: they are of [-128, 127].
constexpr size_t kMaxShortBlock = 255;

constexpr size_t divide_up(size_t n, size_t by) { return (n + by - 1) / by; }
constexpr size_t step_numel(bool has_4_bits) {
  return has_4_bits ? 2 * kQuad : kQuad;
}

/// Whether the scales by kFactorOf4Bits are exact.
bool can_divide(const float* scale, size_t n) {
  return std::all_of(scale, scale + n, [](float number) {
    const float part = number / kFactorOf4Bits;
    return part * kFactorOf4Bits == number || number != number;
  });
}

uint32_t bits_of(float number) {
  uint32_t bits;
  std::memcpy(&bits, &number, sizeof(bits));
  return bits;
}

/// Whether the lower halves of the scales by 1 / factor are 0.
bool can_shorten(const float* scale, size_t n, float factor) {
  return std::all_of(scale, scale + n, [factor](float number) {
    return (bits_of(number / factor) & 0xFFFF) == 0;
  });
}

}  // namespace

QuantizedPanels::QuantizedPanels(const QuantizedFilter& filter,
                                 const QuantizedMatMulLoops& loops)
    : filter_(filter), loops_(loops) {
  set_form(filter.has_4_bits);
}

void QuantizedPanels::set_form(bool has_4_bits) {
  const size_t step = step_numel(has_4_bits);
  has_4_bits_ = has_4_bits;
  block_ = divide_up(filter_.block(), step) * step;
}

bool QuantizedPanels::can_pack() const {
  using runtime::internal::mul_overflows;
  // Zeros are put behind the rows of x alone.
  const bool has_whole_blocks =
      filter_.n_blocks == 1 || filter_.block() % step_numel(has_4_bits_) == 0;
  size_t nbytes = 0;
  return has_whole_blocks && filter_.k < SIZE_MAX / 16 &&
         filter_.n < SIZE_MAX / 16 &&
         !mul_overflows(size() * loops_.max_columns, depth(), &nbytes) &&
         nbytes < SIZE_MAX / 16;
}

int QuantizedPanels::factor() const { return has_4_bits_ ? kFactorOf4Bits : 1; }

size_t QuantizedPanels::size() const {
  return divide_up(filter_.n, loops_.max_columns);
}

size_t QuantizedPanels::n_padded() const {
  return divide_up(filter_.n, loops_.lanes) * loops_.lanes;
}

size_t QuantizedPanels::width(size_t panel) const {
  return std::min(loops_.max_columns, n_padded() - first_column(panel));
}

size_t QuantizedPanels::n_columns(size_t panel) const {
  return std::min(loops_.max_columns, filter_.n - first_column(panel));
}

size_t QuantizedPanels::nbytes() const {
  return numbers_.nbytes() + sums_.nbytes() + scales_.nbytes() + bias_.nbytes();
}

Error QuantizedPanels::pack(const void* weight, const float* scale,
                            const float* bias) {
  const size_t n_scales = filter_.n * filter_.n_blocks;
  set_form(filter_.has_4_bits && can_divide(scale, n_scales));
  is_short_ = block_ <= kMaxShortBlock &&
              can_shorten(scale, n_scales, static_cast<float>(factor()));
  const size_t n = n_padded();
  const size_t items_nbytes = n * filter_.n_blocks * item_nbytes();
  ET_CHECK_OK_OR_RETURN_ERROR(numbers_.allocate(n * column_nbytes()));
  ET_CHECK_OK_OR_RETURN_ERROR(sums_.allocate(items_nbytes));
  ET_CHECK_OK_OR_RETURN_ERROR(scales_.allocate(items_nbytes));
  ET_CHECK_OK_OR_RETURN_ERROR(bias_.allocate(n * sizeof(float)));
  std::fill_n(numbers_.as<uint8_t>(), n * column_nbytes(), uint8_t{0});
  std::fill_n(sums_.as<uint8_t>(), items_nbytes, uint8_t{0});
  std::fill_n(scales_.as<uint8_t>(), items_nbytes, uint8_t{0});
  // A sum of -0 and no bias is -0.
  std::fill_n(bias_.as<float>(), n, -0.0f);
  if (bias != nullptr) {
    std::copy_n(bias, filter_.n, bias_.as<float>());
  }
  AlignedBuffer line;
  ET_CHECK_OK_OR_RETURN_ERROR(line.allocate(depth()));
  std::fill_n(line.as<int8_t>(), depth(), int8_t{0});
  for (size_t column = 0; column < filter_.n; ++column) {
    filter_.unpack(weight, column, line.as<int8_t>());
    pack_numbers(line.as<int8_t>(), column);
    pack_blocks(line.as<int8_t>(), scale + column * filter_.n_blocks, column);
  }
  return Error::Ok;
}

/// A column: depth() numbers.
void QuantizedPanels::pack_numbers(const int8_t* line, size_t column) {
  const size_t panel = column / loops_.max_columns;
  const size_t first = first_column(panel);
  uint8_t* to = numbers_.as<uint8_t>() + first * column_nbytes() +
                (column - first) * kQuad;
  for (size_t i = 0; i < depth(); i += step_numel(has_4_bits_)) {
    std::memcpy(to, line + i, kQuad);
    for (size_t j = 0; j < kQuad && has_4_bits_; ++j) {
      to[j] = static_cast<uint8_t>((line[i + j] & 15) |
                                   (line[i + kQuad + j] & 15) << 4);
    }
    to += width(panel) * kQuad;
  }
}

/// What belongs to the blocks of a column.
void QuantizedPanels::pack_blocks(const int8_t* line, const float* scale,
                                  size_t column) {
  const size_t panel = column / loops_.max_columns;
  const size_t first = first_column(panel);
  size_t at = first * filter_.n_blocks + column - first;
  for (size_t i = 0; i < filter_.n_blocks; ++i, at += width(panel)) {
    const int8_t* numbers = line + i * block_;
    const int32_t sum =
        factor() * std::accumulate(numbers, numbers + block_, 0);
    const float part = scale[i] / static_cast<float>(factor());
    if (is_short_) {
      sums_.as<int16_t>()[at] = static_cast<int16_t>(sum);
      scales_.as<uint16_t>()[at] = static_cast<uint16_t>(bits_of(part) >> 16);
    } else {
      sums_.as<int32_t>()[at] = sum;
      scales_.as<float>()[at] = part;
    }
  }
}

QuantizedPanel QuantizedPanels::operator[](size_t panel) const {
  const size_t first = first_column(panel);
  return {numbers_.as<uint8_t>() + first * column_nbytes(),
          sums_.as<uint8_t>() + first * filter_.n_blocks * item_nbytes(),
          scales_.as<uint8_t>() + first * filter_.n_blocks * item_nbytes(),
          is_short_,
          bias_.as<float>() + first,
          filter_.n_blocks,
          block_};
}

}  // namespace executorch::backends::engine::simd
