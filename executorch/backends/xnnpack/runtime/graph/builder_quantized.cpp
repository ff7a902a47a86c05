#include <executorch/backends/xnnpack/runtime/graph/graph_builder.h>

#include <cinttypes>

/// \file
/// GraphBuilder: how quantized values are held, and to and from real numbers.
namespace executorch {
namespace backends {
namespace xnnpack {

using fb_xnnpack::XNNDatatype;
using Kind = Quantization::Kind;

namespace {

/// Between int8 and uint8.
constexpr int32_t kShift = 128;

/// Whether the numbers are held as uint8.
bool is_shifted(const Payload::Value& value, const Quantization& quantization) {
  return value.tensor->datatype() == XNNDatatype::xnn_datatype_qint8 &&
         value.tensor->constant_buffer_idx() == 0 &&
         quantization.kind == Kind::kTensor;
}

}  // namespace

Result<Quantization> GraphBuilder::quantization(uint32_t id) const {
  ET_XNN_ASSIGN(value, declared(id));
  Result<Quantization> found = quantization_of(payload_, value);
  if (found.ok() && is_shifted(value, *found)) {
    ET_CHECK_OR_RETURN_ERROR(
        found->zero_point >= INT8_MIN && found->zero_point <= INT8_MAX,
        InvalidProgram,
        "XNNPACK payload: value %" PRIu32 " of int8 has zero point %" PRId32,
        id, found->zero_point);
    found->zero_point += kShift;
  }
  return found;
}

Result<ScalarType> GraphBuilder::held_dtype(uint32_t id) const {
  ET_XNN_ASSIGN(value, declared(id));
  ET_XNN_ASSIGN(quant, quantization_of(payload_, value));
  return is_shifted(value, quant) ? ScalarType::Byte
                                  : stored_dtype(*value.tensor);
}

Result<bool> GraphBuilder::are_held_alike(uint32_t a, uint32_t b) const {
  ET_XNN_ASSIGN(of_a, quantization(a));
  ET_XNN_ASSIGN(of_b, quantization(b));
  ET_XNN_ASSIGN(dtype_a, held_dtype(a));
  ET_XNN_ASSIGN(dtype_b, held_dtype(b));
  return rows(a) == nullptr && of_a.kind == of_b.kind &&
         (of_a.kind == Kind::kNone || of_a.kind == Kind::kTensor) &&
         of_a.scale == of_b.scale && of_a.zero_point == of_b.zero_point &&
         dtype_a == dtype_b;
}

Result<ValueId> GraphBuilder::shifted(ValueId value) {
  const bool is_signed = type(value).dtype == ScalarType::Char;
  ET_XNN_ASSIGN(floats, cast(value, ScalarType::Float));
  ET_XNN_ASSIGN(moved, with_number(engine::Binary::Kind::kAdd, floats,
                                   is_signed ? kShift : -kShift));
  return cast(moved, is_signed ? ScalarType::Byte : ScalarType::Char);
}

Result<View> GraphBuilder::dequantized(const View& view,
                                       const Quantization& quantization) {
  using Binary = engine::Binary::Kind;
  ET_XNN_ASSIGN(floats, cast(view.base, ScalarType::Float));
  if (quantization.kind == Kind::kTensor) {
    ET_XNN_ASSIGN(centred,
                  with_number(Binary::kSub, floats, quantization.zero_point));
    ET_XNN_ASSIGN(scaled, with_number(Binary::kMul, centred,
                                      static_cast<double>(quantization.scale)));
    return View{scaled, view.axes};
  }
  ET_CHECK_OR_RETURN_ERROR(
      quantization.kind == Kind::kChannel && view.axes.empty(), NotSupported,
      "XNNPACK payload: a node reads integers whose scales are by block, "
      "expected by tensor or channel");
  std::vector<int64_t> sizes(type(floats).rank(), 1);
  sizes[quantization.channel_dim] =
      static_cast<int64_t>(quantization.scales.size());
  ET_XNN_ASSIGN(scales, add_floats(sizes, quantization.scales));
  ET_XNN_ASSIGN(scaled, binary(Binary::kMul, floats, scales));
  return View{scaled};
}

Result<View> GraphBuilder::quantized(View view,
                                     const Quantization& quantization,
                                     ScalarType dtype) {
  using Binary = engine::Binary::Kind;
  const bool is_signed = dtype == ScalarType::Char;
  ET_CHECK_OR_RETURN_ERROR(
      quantization.kind == Kind::kTensor &&
          (is_signed || dtype == ScalarType::Byte),
      NotSupported,
      "XNNPACK payload: a result is quantized by channel or to more than 8 "
      "bits");
  ET_XNN_ASSIGN(floats, cast(view.base, ScalarType::Float));
  ET_XNN_ASSIGN(scaled,
                with_number(Binary::kMul, floats,
                            static_cast<double>(1.0f / quantization.scale)));
  ET_XNN_ASSIGN(rounded, unary(engine::Unary::Kind::kRound, scaled));
  ET_XNN_ASSIGN(shifted,
                with_number(Binary::kAdd, rounded, quantization.zero_point));
  ET_XNN_ASSIGN(within,
                is_signed ? clamp(shifted, -128, 127) : clamp(shifted, 0, 255));
  ET_XNN_ASSIGN(integers, cast(within, dtype));
  return View{integers, std::move(view.axes)};
}

Result<ValueId> GraphBuilder::centred(ValueId numbers, ValueId zero_points) {
  ET_XNN_ASSIGN(floats, cast(numbers, ScalarType::Float));
  ET_XNN_ASSIGN(zeros, cast(zero_points, ScalarType::Float));
  return binary(engine::Binary::Kind::kSub, floats, zeros);
}

Result<ValueId> GraphBuilder::bounded_bytes(const fb_xnnpack::XNode& node,
                                            uint32_t id, ValueId bytes) {
  ET_XNN_ASSIGN(quant, quantization(id));
  ET_XNN_ASSIGN(bounds, bounds_of(node));
  const uint8_t min = quantized_bound(bounds.min, quant);
  const uint8_t max = quantized_bound(bounds.max, quant);
  return min == 0 && max == UINT8_MAX ? Result<ValueId>(bytes)
                                      : clamp(bytes, min, max);
}

Result<Bounds> bounds_of(const fb_xnnpack::XNode& node) {
  Bounds bounds;
  if (const auto* found = node.output_min_max()) {
    bounds.min = static_cast<double>(found->output_min());
    bounds.max = static_cast<double>(found->output_max());
    ET_CHECK_OR_RETURN_ERROR(
        bounds.min <= bounds.max, InvalidProgram,
        "XNNPACK payload: output_min is %g, output_max is %g", bounds.min,
        bounds.max);
  }
  return bounds;
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
