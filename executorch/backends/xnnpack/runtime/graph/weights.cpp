#include <executorch/backends/xnnpack/runtime/graph/weights.h>

#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/xnnpack/serialization/payload_header.h>

#include <algorithm>
#include <cinttypes>

namespace executorch {
namespace backends {
namespace xnnpack {

using engine::Binary;
using fb_xnnpack::XNNDatatype;
using Kind = Quantization::Kind;

namespace {

/// The numbers as int8.
Result<ValueId> unpack_rows(GraphBuilder& builder, const Payload::Value& value,
                            const Quantization& quant) {
  ET_XNN_ASSIGN(packed, packed_rows(builder, value));
  const auto rows = static_cast<size_t>(packed.type.sizes[0]);
  const auto columns = static_cast<size_t>(packed.type.sizes[1]);
  const int zero = zero_point_of_4_bits(quant);
  std::vector<std::byte> numbers(rows * columns);
  for (size_t row = 0; row < rows; ++row) {
    for (size_t i = 0; i < columns; ++i) {
      const int pair = packed.bytes.data[row * packed.row_nbytes + i / 2];
      const int number = (i % 2 == 0 ? pair & 15 : pair >> 4) - zero;
      numbers[row * columns + i] = static_cast<std::byte>(number);
    }
  }
  return builder.add_constant(packed.type, std::move(numbers));
}

/// Numbers [rows, columns] times the scale of their block.
Result<ValueId> scale_blocks(GraphBuilder& builder, ValueId numbers,
                             const Quantization& quant) {
  const std::vector<int64_t> sizes = builder.type(numbers).sizes;
  const int64_t blocks = sizes[1] / quant.block;
  ET_XNN_ASSIGN(parts,
                builder.reshape(numbers, {sizes[0], blocks, quant.block}));
  ET_XNN_ASSIGN(scales,
                builder.add_floats({sizes[0], blocks, 1}, quant.scales));
  ET_XNN_ASSIGN(scaled, builder.binary(Binary::Kind::kMul, parts, scales));
  return builder.reshape(scaled, sizes);
}

}  // namespace

bool has_4_bits(const Payload::Value& value) {
  const XNNDatatype dtype = value.tensor->datatype();
  return dtype == XNNDatatype::xnn_datatype_qcint4 ||
         dtype == XNNDatatype::xnn_datatype_qbint4;
}

int zero_point_of_4_bits(const Quantization& quantization) {
  return quantization.kind == Kind::kTensor ? quantization.zero_point
                                            : kZeroPointOf4Bits;
}

Result<PackedRows> packed_rows(const GraphBuilder& builder,
                               const Payload::Value& value) {
  const fb_xnnpack::XNNTensorValue& tensor = *value.tensor;
  PackedRows packed{{ScalarType::Char, as_sizes(tensor.dims())}, 0, {}};
  ET_CHECK_OK_OR_RETURN_ERROR(engine::check_type("filter", packed.type));
  ET_CHECK_OR_RETURN_ERROR(packed.type.rank() == 2, InvalidProgram,
                           "XNNPACK payload: a filter of 4 bits has %zu "
                           "dimensions, expected 2",
                           packed.type.rank());
  ET_XNN_ASSIGN(bytes,
                builder.payload().constant(tensor.constant_buffer_idx()));
  packed.bytes = bytes;
  const auto columns = static_cast<size_t>(packed.type.sizes[1]);
  packed.row_nbytes = columns / 2 + columns % 2;
  // Bytes of the unpacked type were checked, and are more.
  const size_t expected =
      static_cast<size_t>(packed.type.sizes[0]) * packed.row_nbytes;
  ET_CHECK_OR_RETURN_ERROR(
      bytes.nbytes >= expected, InvalidProgram,
      "XNNPACK payload: a filter of 4 bits has %zu bytes, expected %zu",
      bytes.nbytes, expected);
  return packed;
}

Result<Weights> read_weights(GraphBuilder& builder, uint32_t id,
                             size_t channel_dim) {
  ET_XNN_ASSIGN(value, builder.declared(id));
  ET_XNN_ASSIGN(quant, builder.quantization(id));
  Weights weights;
  if (quant.kind == Kind::kNone) {
    ET_XNN_ASSIGN(real, builder.real(id));
    ET_XNN_ASSIGN(numbers, builder.dense(real));
    weights.numbers = numbers;
    return weights;
  }
  const bool is_packed = has_4_bits(value);
  ET_XNN_ASSIGN(integers, is_packed ? unpack_rows(builder, value, quant)
                                    : builder.dense(id));
  weights.numbers = integers;
  if (quant.kind == Kind::kBlock) {
    ET_XNN_ASSIGN(numbers, builder.cast(integers, ScalarType::Float));
    ET_XNN_ASSIGN(scaled, scale_blocks(builder, numbers, quant));
    weights.numbers = scaled;
    return weights;
  }
  ET_CHECK_OR_RETURN_ERROR(
      quant.kind == Kind::kTensor ||
          (quant.kind == Kind::kChannel && quant.channel_dim == channel_dim),
      NotSupported,
      "XNNPACK payload: channel_dim of a filter is %zu, expected %zu",
      quant.channel_dim, channel_dim);
  if (quant.kind == Kind::kTensor) {
    weights.scales = {quant.scale};
    if (!is_packed && quant.zero_point != 0) {
      ET_XNN_ASSIGN(numbers, builder.cast(integers, ScalarType::Float));
      ET_XNN_ASSIGN(centred, builder.with_number(Binary::Kind::kSub, numbers,
                                                 quant.zero_point));
      weights.numbers = centred;
    }
  } else {
    weights.scales = quant.scales;
  }
  return weights;
}

Result<Activation> read_activation(GraphBuilder& builder, uint32_t id,
                                   bool is_image) {
  Activation x;
  x.is_quantized = true;
  if (const RowQuantized* const rows = builder.rows(id)) {
    x.numbers = rows->numbers;
    x.rows = rows->scales;
    x.row_zero_points = rows->zero_points;
    if (is_image) {
      ET_CHECK_OR_RETURN_ERROR(
          builder.type(x.rows).numel() == builder.type(x.numbers).sizes[0],
          NotSupported,
          "XNNPACK payload: an image %s is quantized by %s, expected a scale "
          "for each sample",
          engine::to_string(builder.type(x.numbers)).c_str(),
          engine::to_string(builder.type(x.rows)).c_str());
      ET_XNN_ASSIGN(planes, builder.under(View{x.numbers}, to_pixels()));
      x.numbers = planes;
    }
    return x;
  }
  ET_XNN_ASSIGN(quant, builder.quantization(id));
  if (quant.kind != Kind::kTensor) {
    ET_XNN_ASSIGN(real, builder.real(id));
    ET_XNN_ASSIGN(numbers, is_image ? builder.planes(id) : builder.dense(real));
    return Activation{numbers};
  }
  ET_XNN_ASSIGN(view, builder.stored(id));
  ET_XNN_ASSIGN(integers, is_image ? builder.under(view, to_pixels())
                                   : builder.dense(view));
  x.numbers = integers;
  x.zero_point = quant.zero_point;
  x.scale = quant.scale;
  return x;
}

Result<ValueId> centred(GraphBuilder& builder, const Activation& x) {
  if (!x.is_quantized) {
    return x.numbers;
  }
  if (x.row_zero_points != engine::kNoValue) {
    return builder.centred(x.numbers, x.row_zero_points);
  }
  ET_XNN_ASSIGN(floats, builder.cast(x.numbers, ScalarType::Float));
  return x.zero_point == 0
             ? Result<ValueId>(floats)
             : builder.with_number(Binary::Kind::kSub, floats, x.zero_point);
}

namespace {

/// The bias as floats: of integers their numbers, unless `is_real`.
Result<ValueId> read_bias(GraphBuilder& builder, uint32_t id, bool is_real,
                          const std::vector<int64_t>& channel_sizes,
                          ScalarType dtype) {
  ET_XNN_ASSIGN(view, is_real ? builder.real(id) : builder.stored(id));
  ET_XNN_ASSIGN(values, builder.cast(view.base, dtype));
  std::vector<int64_t> sizes = channel_sizes;
  std::replace(sizes.begin(), sizes.end(), int64_t{-1},
               builder.type(values).numel());
  return builder.reshape(values, std::move(sizes));
}

}  // namespace

Result<ValueId> finish_sums(GraphBuilder& builder, ValueId sums,
                            const Activation& x, const Weights& weights,
                            uint32_t bias,
                            const std::vector<int64_t>& channel_sizes) {
  ValueId y = sums;
  bool has_integer_bias = false;
  if (bias != kNoId) {
    ET_XNN_ASSIGN(quant, builder.quantization(bias));
    has_integer_bias =
        quant.kind != Kind::kNone && x.is_quantized && weights.is_quantized();
  }
  if (has_integer_bias) {
    ET_XNN_ASSIGN(values, read_bias(builder, bias, false, channel_sizes,
                                    builder.type(y).dtype));
    ET_XNN_ASSIGN(sum, builder.binary(Binary::Kind::kAdd, y, values));
    y = sum;
  }
  if (x.is_quantized || weights.is_quantized()) {
    std::vector<float> scales =
        weights.is_quantized() ? weights.scales : std::vector<float>{1};
    std::transform(scales.begin(), scales.end(), scales.begin(),
                   [&](float scale) { return scale * x.scale; });
    std::vector<int64_t> sizes = channel_sizes;
    std::replace(sizes.begin(), sizes.end(), int64_t{-1},
                 static_cast<int64_t>(scales.size()));
    ET_XNN_ASSIGN(factors, builder.add_floats(sizes, scales));
    ET_XNN_ASSIGN(scaled, builder.binary(Binary::Kind::kMul, y, factors));
    y = scaled;
  }
  if (x.rows != engine::kNoValue) {
    ET_XNN_ASSIGN(scaled, builder.binary(Binary::Kind::kMul, y, x.rows));
    y = scaled;
  }
  if (bias != kNoId && !has_integer_bias) {
    ET_XNN_ASSIGN(values, read_bias(builder, bias, true, channel_sizes,
                                    builder.type(y).dtype));
    ET_XNN_ASSIGN(sum, builder.binary(Binary::Kind::kAdd, y, values));
    y = sum;
  }
  return y;
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
