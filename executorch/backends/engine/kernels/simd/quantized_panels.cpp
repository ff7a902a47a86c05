#include <executorch/backends/engine/kernels/simd/quantized_panels.h>

#include <executorch/runtime/core/checked_math.h>

#include <algorithm>

namespace executorch::backends::engine::simd {
namespace {

/// How often numbers of 4 bits count.
constexpr int kWeightOf4Bits = 16;

constexpr size_t divide_up(size_t n, size_t by) { return (n + by - 1) / by; }
constexpr size_t step_numel(bool has_4_bits) {
  return has_4_bits ? 2 * kQuad : kQuad;
}

/// Whether the scales by kWeightOf4Bits are exact.
bool can_divide(const float* scale, size_t n) {
  return std::all_of(scale, scale + n, [](float number) {
    const float part = number / kWeightOf4Bits;
    return part * kWeightOf4Bits == number || number != number;
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
  set_form(filter_.has_4_bits &&
           can_divide(scale, filter_.n * filter_.n_blocks));
  const size_t n = n_padded();
  const size_t n_items = n * filter_.n_blocks;
  ET_CHECK_OK_OR_RETURN_ERROR(numbers_.allocate(n * column_nbytes()));
  ET_CHECK_OK_OR_RETURN_ERROR(sums_.allocate(n_items * sizeof(int32_t)));
  ET_CHECK_OK_OR_RETURN_ERROR(scales_.allocate(n_items * sizeof(float)));
  ET_CHECK_OK_OR_RETURN_ERROR(bias_.allocate(n * sizeof(float)));
  std::fill_n(numbers_.as<uint8_t>(), n * column_nbytes(), uint8_t{0});
  std::fill_n(sums_.as<int32_t>(), n_items, 0);
  std::fill_n(scales_.as<float>(), n_items, 0.0f);
  // A sum of -0 and no bias is -0.
  std::fill_n(bias_.as<float>(), n, -0.0f);
  if (bias != nullptr) {
    std::copy_n(bias, filter_.n, bias_.as<float>());
  }
  for (size_t column = 0; column < filter_.n; ++column) {
    const size_t panel = column / loops_.max_columns;
    for (size_t block = 0; block < filter_.n_blocks; ++block) {
      pack_block(weight, column, block);
      const float number = scale[column * filter_.n_blocks + block];
      scales_.as<float>()[first_column(panel) * filter_.n_blocks +
                          block * width(panel) + column - first_column(panel)] =
          has_4_bits_ ? number / kWeightOf4Bits : number;
    }
  }
  return Error::Ok;
}

/// The numbers of a block, and their sum.
void QuantizedPanels::pack_block(const void* weight, size_t column,
                                 size_t block) {
  const size_t panel = column / loops_.max_columns;
  const size_t first = first_column(panel);
  const size_t step = step_numel(has_4_bits_);
  uint8_t* to = numbers_.as<uint8_t>() + first * column_nbytes() +
                block * block_ / step * width(panel) * kQuad +
                (column - first) * kQuad;
  int32_t sum = 0;
  for (size_t i = 0; i < filter_.block(); ++i) {
    const int number =
        filter_.number(weight, column, block * filter_.block() + i);
    uint8_t& byte = to[i / step * width(panel) * kQuad + i % kQuad];
    if (!has_4_bits_) {
      byte = static_cast<uint8_t>(number);
    } else {
      const bool is_high = i % step >= kQuad;
      byte = static_cast<uint8_t>(byte | (number & 15) << (is_high ? 4 : 0));
    }
    sum += number;
  }
  sums_.as<int32_t>()[first * filter_.n_blocks + block * width(panel) + column -
                      first] = has_4_bits_ ? sum * kWeightOf4Bits : sum;
}

QuantizedPanel QuantizedPanels::operator[](size_t panel) const {
  const size_t first = first_column(panel);
  return {numbers_.as<uint8_t>() + first * column_nbytes(),
          sums_.as<int32_t>() + first * filter_.n_blocks,
          scales_.as<float>() + first * filter_.n_blocks,
          bias_.as<float>() + first,
          filter_.n_blocks,
          block_};
}

}  // namespace executorch::backends::engine::simd
