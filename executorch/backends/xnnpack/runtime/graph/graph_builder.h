#pragma once

#include <executorch/backends/xnnpack/runtime/graph/build_graph.h>
#include <executorch/backends/xnnpack/runtime/graph/quantization.h>
#include <executorch/backends/xnnpack/runtime/graph/view.h>
#include <executorch/runtime/platform/log.h>

#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace executorch {
namespace backends {
namespace xnnpack {

using aten::ScalarType;
using engine::TensorType;
using engine::ValueId;
using runtime::Error;
using runtime::Result;

/// A dynamically quantized value: numbers of uint8, and the scale and the zero
/// point of each row, which broadcast with them.
struct RowQuantized {
  ValueId numbers = engine::kNoValue;
  ValueId scales = engine::kNoValue;
  ValueId zero_points = engine::kNoValue;
};

/// The ids of the payload and the values that stand for them, while the nodes
/// are read in order.
class GraphBuilder {
 public:
  explicit GraphBuilder(const Payload& payload)
      : payload_(payload), views_(payload.values().size()) {}

  const Payload& payload() const { return payload_; }
  engine::Graph& graph() { return built_.graph; }
  const TensorType& type(ValueId value) const {
    return built_.graph.type(value);
  }
  engine::BuiltGraph take() { return std::move(built_); }

  Result<Payload::Value> declared(uint32_t id) const;

  // Numbers of int8 with one scale that are no constants are held as uint8, 128
  // more: products of bytes are those of unsigned by signed ones.

  /// The dtype and the quantization of an id as it is held here.
  Result<ScalarType> held_dtype(uint32_t id) const;
  Result<Quantization> quantization(uint32_t id) const;
  /// Whether elements may be moved from one id to the other as they are held.
  Result<bool> are_held_alike(uint32_t a, uint32_t b) const;

  /// What an id stands for at this point, as it is held. Fails for an id
  /// without a value.
  Result<View> stored(uint32_t id);
  /// The same as floats.
  Result<View> real(uint32_t id);
  /// The same with its dimensions as declared.
  Result<ValueId> dense(uint32_t id);
  /// An image as [N, C, H, W]; of real numbers, or as the view has it.
  Result<ValueId> planes(uint32_t id);
  Result<ValueId> planes(uint32_t id, const View& view);

  /// The value itself.
  Result<ValueId> dense(const View& view);
  /// The value that a view with these axes would be of.
  Result<ValueId> under(const View& view, const Axes& axes);

  /// Defines the id as floats, in its own dtype: clamped to the node's bounds,
  /// if it has them, and quantized.
  Error define(const fb_xnnpack::XNode& node, uint32_t id, View view);
  Error define(const fb_xnnpack::XNode& node, uint32_t id, ValueId value) {
    return define(node, id, View{value});
  }
  /// An image that was computed as [N, C, H, W].
  Error define_planes(const fb_xnnpack::XNode& node, uint32_t id,
                      ValueId value) {
    return define(node, id, View{value, to_pixels()});
  }
  /// Defines the id as it is held.
  Error define_stored(uint32_t id, View view);

  Error define_rows(uint32_t id, const RowQuantized& rows);
  /// Null where the id is no dynamically quantized value.
  const RowQuantized* rows(uint32_t id) const;
  /// Numbers less zero points, as floats.
  Result<ValueId> centred(ValueId numbers, ValueId zero_points);

  /// A constant with bytes of its own.
  Result<ValueId> add_constant(TensorType type, std::vector<std::byte> bytes);
  Result<ValueId> add_floats(std::vector<int64_t> sizes,
                             const std::vector<float>& numbers);
  Result<ValueId> add_indices(const std::vector<int64_t>& numbers);
  Result<ValueId> scalar(ValueId like, double value);

  Result<ValueId> unary(engine::Unary::Kind kind, ValueId x);
  Result<ValueId> binary(engine::Binary::Kind kind, ValueId a, ValueId b);
  /// With a number of the dtype of `a`.
  Result<ValueId> with_number(engine::Binary::Kind kind, ValueId a, double b);
  Result<ValueId> clamp(ValueId x, double min, double max);
  /// Bytes that are held as `id` is, within the bounds of the node.
  Result<ValueId> bounded_bytes(const fb_xnnpack::XNode& node, uint32_t id,
                                ValueId bytes);
  Result<ValueId> cast(ValueId value, ScalarType dtype);
  Result<ValueId> reshape(ValueId value, std::vector<int64_t> sizes);
  Result<ValueId> permute(ValueId value, const Axes& axes);

  /// Declares the inputs, and after the nodes the outputs.
  Error add_inputs(const std::vector<TensorType>& inputs);
  Error add_outputs();

 private:
  Result<View> constant(size_t index);
  /// From int8 to uint8, 128 more, and back.
  Result<ValueId> shifted(ValueId value);
  Result<View> dequantized(const View& view, const Quantization& quantization);
  Result<View> quantized(View view, const Quantization& quantization,
                         ScalarType dtype);

  const Payload& payload_;
  engine::BuiltGraph built_;
  std::vector<View> views_;  ///< by index in Payload::values()
  std::map<size_t, RowQuantized> rows_;
  std::map<std::pair<ValueId, Axes>, ValueId> transposed_;
};

/// What a node limits its result to.
struct Bounds {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};
Result<Bounds> bounds_of(const fb_xnnpack::XNode& node);

/// The dtype of elements in the payload and as arguments.
Result<ScalarType> stored_dtype(const fb_xnnpack::XNNTensorValue& tensor);

/// A list of the payload as int64; empty where it is absent.
std::vector<int64_t> as_sizes(const flatbuffers::Vector<uint32_t>* list);

/// Evaluates a Result and hands its error on: ET_XNN_ASSIGN(id, f()).
#define ET_XNN_ASSIGN(name, ...)            \
  const auto name##_result = (__VA_ARGS__); \
  if (!name##_result.ok()) {                \
    return name##_result.error();           \
  }                                         \
  const auto& name = *name##_result

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
