#include <executorch/backends/xnnpack/runtime/graph/row_products.h>
#include <executorch/backends/xnnpack/serialization/payload_header.h>

namespace executorch {
namespace backends {
namespace xnnpack {

using Kind = Quantization::Kind;

namespace {

static_assert(kZeroPointOf4Bits == engine::QuantizedMatMul::kZeroPointOf4Bits,
              "filters of 4 bits are handed on as they are in the payload");

/// Whether each row of the filter has scales, and no zero point.
bool has_row_scales(const Quantization& quant, bool is_packed,
                    bool is_transposed) {
  switch (quant.kind) {
    case Kind::kTensor:
      return quant.zero_point == (is_packed ? kZeroPointOf4Bits : 0);
    case Kind::kChannel:
      return quant.channel_dim == (is_transposed ? 1 : 0);
    case Kind::kBlock:
      return !is_transposed &&
             quant.block <= engine::QuantizedMatMul::kMaxBlock;
    default:
      return false;
  }
}

/// The numbers where they are in the payload.
Result<RowFilter> read_packed(GraphBuilder& builder,
                              const Payload::Value& value) {
  ET_XNN_ASSIGN(packed, packed_rows(builder, value));
  TensorType type{
      ScalarType::Byte,
      {packed.type.sizes[0], static_cast<int64_t>(packed.row_nbytes)}};
  ET_XNN_ASSIGN(numbers, builder.graph().add_constant(std::move(type),
                                                      packed.bytes.data));
  return RowFilter{numbers, engine::kNoValue, packed.type.sizes[1]};
}

Result<RowFilter> read_int8(GraphBuilder& builder, uint32_t id,
                            bool is_transposed) {
  ET_XNN_ASSIGN(filter, builder.dense(id));
  const TensorType& type = builder.type(filter);
  if (type.dtype != ScalarType::Char || type.rank() != 2) {
    return RowFilter{};
  }
  ET_XNN_ASSIGN(numbers, is_transposed ? builder.permute(filter, {1, 0})
                                       : Result<ValueId>(filter));
  return RowFilter{numbers, engine::kNoValue, builder.type(numbers).sizes[1]};
}

/// [N, blocks]
Result<ValueId> scales_of(GraphBuilder& builder, const Quantization& quant,
                          const RowFilter& filter) {
  const int64_t outputs = builder.type(filter.numbers).sizes[0];
  if (quant.kind == Kind::kTensor) {
    return builder.add_floats(
        {outputs, 1},
        std::vector<float>(static_cast<size_t>(outputs), quant.scale));
  }
  const int64_t blocks =
      quant.kind == Kind::kBlock ? filter.depth / quant.block : 1;
  return builder.add_floats({outputs, blocks}, quant.scales);
}

}  // namespace

Result<RowFilter> read_row_filter(GraphBuilder& builder, uint32_t id,
                                  bool is_transposed) {
  ET_XNN_ASSIGN(value, builder.declared(id));
  ET_XNN_ASSIGN(quant, builder.quantization(id));
  const bool is_packed = has_4_bits(value);
  if (!has_row_scales(quant, is_packed, is_transposed) ||
      (is_packed && is_transposed)) {
    return RowFilter{};
  }
  ET_XNN_ASSIGN(read, is_packed ? read_packed(builder, value)
                                : read_int8(builder, id, is_transposed));
  RowFilter filter = read;
  if (filter.numbers == engine::kNoValue || filter.depth == 0 ||
      (quant.kind != Kind::kBlock &&
       filter.depth > engine::QuantizedMatMul::kMaxBlock)) {
    return RowFilter{};
  }
  ET_XNN_ASSIGN(scales, scales_of(builder, quant, filter));
  filter.scales = scales;
  return filter;
}

Result<ValueId> multiply_rows(GraphBuilder& builder, const Activation& x,
                              ValueId rows, const RowFilter& filter,
                              uint32_t bias) {
  std::vector<int64_t> sizes = builder.type(rows).sizes;
  ET_CHECK_OR_RETURN_ERROR(!sizes.empty(), InvalidProgram,
                           "XNNPACK payload: a product of rows of a scalar");
  sizes.back() = 1;
  const TensorType row_type{ScalarType::Float, sizes};
  if (row_type.numel() != builder.type(x.rows).numel()) {
    return engine::kNoValue;
  }
  ET_XNN_ASSIGN(scales, builder.reshape(x.rows, sizes));
  ET_XNN_ASSIGN(zero_points, builder.reshape(x.row_zero_points, sizes));
  std::vector<ValueId> operands = {rows, scales, zero_points, filter.numbers,
                                   filter.scales};
  if (bias != kNoId) {
    ET_XNN_ASSIGN(quant, builder.quantization(bias));
    if (quant.kind != Kind::kNone) {
      return engine::kNoValue;
    }
    ET_XNN_ASSIGN(view, builder.real(bias));
    ET_XNN_ASSIGN(values, builder.cast(view.base, ScalarType::Float));
    ET_XNN_ASSIGN(line,
                  builder.reshape(values, {builder.type(values).numel()}));
    operands.push_back(line);
  }
  return builder.graph().add(engine::QuantizedMatMul{}, std::move(operands));
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
