#include <executorch/backends/engine/kernels/simd/quantized_panels.h>

#include <executorch/backends/engine/packing/packed_store.h>
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

QuantizedPanels::Places QuantizedPanels::places() const {
  const size_t items = n_padded() * filter_.n_blocks * item_nbytes();
  Places places;
  places.sums = align_up(n_padded() * column_nbytes());
  places.scales = places.sums + align_up(items);
  places.bias = places.scales + align_up(items);
  places.end = places.bias + align_up(n_padded() * sizeof(float));
  return places;
}

size_t QuantizedPanels::nbytes() const { return places().end; }

/// What the scales allow, as a byte of two bits.
Error QuantizedPanels::choose_form(PackedStore& store, GetConstants constants) {
  constexpr uint8_t kDivisible = 1;
  constexpr uint8_t kShort = 2;
  const size_t n_scales = filter_.n * filter_.n_blocks;
  const Result<const void*> form =
      store.block("QuantizedMatMul form", 1, [&](void* to) -> Error {
        const Result<Constants> found = constants();
        ET_CHECK_OK_OR_RETURN_ERROR(found.error());
        const float* const scale = found->scale;
        const bool has_4_bits =
            filter_.has_4_bits && can_divide(scale, n_scales);
        const auto by = static_cast<float>(has_4_bits ? kFactorOf4Bits : 1);
        *static_cast<uint8_t*>(to) = static_cast<uint8_t>(
            (has_4_bits ? kDivisible : 0) |
            (can_shorten(scale, n_scales, by) ? kShort : 0));
        return Error::Ok;
      });
  ET_CHECK_OK_OR_RETURN_ERROR(form.error());
  const uint8_t bits = *static_cast<const uint8_t*>(*form);
  set_form(filter_.has_4_bits && (bits & kDivisible) != 0);
  is_short_ = block_ <= kMaxShortBlock && (bits & kShort) != 0;
  return Error::Ok;
}

Error QuantizedPanels::pack(PackedStore& store, GetConstants constants) {
  ET_CHECK_OK_OR_RETURN_ERROR(choose_form(store, constants));
  const Places at = places();
  const Result<const void*> packed =
      store.block("QuantizedMatMul", at.end, [&](void* to) -> Error {
        const Result<Constants> found = constants();
        ET_CHECK_OK_OR_RETURN_ERROR(found.error());
        std::memset(to, 0, at.end);
        auto* bytes = static_cast<std::byte*>(to);
        return fill(*found, {reinterpret_cast<uint8_t*>(bytes), bytes + at.sums,
                             bytes + at.scales,
                             reinterpret_cast<float*>(bytes + at.bias)});
      });
  ET_CHECK_OK_OR_RETURN_ERROR(packed.error());
  packed_ = static_cast<const std::byte*>(*packed);
  return Error::Ok;
}

Error QuantizedPanels::fill(const Constants& constants, const Parts& to) const {
  // A sum of -0 and no bias is -0.
  std::fill_n(to.bias, n_padded(), -0.0f);
  if (constants.bias != nullptr) {
    std::copy_n(constants.bias, filter_.n, to.bias);
  }
  AlignedBuffer line;
  ET_CHECK_OK_OR_RETURN_ERROR(line.allocate(depth()));
  auto* const numbers = line.as<int8_t>();
  std::fill_n(numbers, depth(), int8_t{0});
  for (size_t column = 0; column < filter_.n; ++column) {
    filter_.unpack(constants.weight, column, numbers);
    pack_numbers(numbers, column, to.numbers);
    pack_blocks(numbers, constants.scale + column * filter_.n_blocks, column,
                to);
  }
  return Error::Ok;
}

/// A column: depth() numbers.
void QuantizedPanels::pack_numbers(const int8_t* line, size_t column,
                                   uint8_t* to) const {
  const size_t panel = column / loops_.max_columns;
  const size_t first = first_column(panel);
  to += first * column_nbytes() + (column - first) * kQuad;
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
                                  size_t column, const Parts& to) const {
  const size_t panel = column / loops_.max_columns;
  const size_t first = first_column(panel);
  size_t at = first * filter_.n_blocks + column - first;
  for (size_t i = 0; i < filter_.n_blocks; ++i, at += width(panel)) {
    const int8_t* numbers = line + i * block_;
    const int32_t sum =
        factor() * std::accumulate(numbers, numbers + block_, 0);
    const float part = scale[i] / static_cast<float>(factor());
    if (is_short_) {
      reinterpret_cast<int16_t*>(to.sums)[at] = static_cast<int16_t>(sum);
      reinterpret_cast<uint16_t*>(to.scales)[at] =
          static_cast<uint16_t>(bits_of(part) >> 16);
    } else {
      reinterpret_cast<int32_t*>(to.sums)[at] = sum;
      reinterpret_cast<float*>(to.scales)[at] = part;
    }
  }
}

QuantizedPanel QuantizedPanels::operator[](size_t panel) const {
  const size_t first = first_column(panel);
  const size_t first_item = first * filter_.n_blocks * item_nbytes();
  const Places at = places();
  return {reinterpret_cast<const uint8_t*>(packed_) + first * column_nbytes(),
          packed_ + at.sums + first_item,
          packed_ + at.scales + first_item,
          is_short_,
          reinterpret_cast<const float*>(packed_ + at.bias) + first,
          filter_.n_blocks,
          block_};
}

}  // namespace executorch::backends::engine::simd
