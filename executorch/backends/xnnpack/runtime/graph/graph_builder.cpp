#include <executorch/backends/xnnpack/runtime/graph/graph_builder.h>

#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/xnnpack/runtime/graph/nodes.h>

#include <algorithm>
#include <cinttypes>
#include <cstring>
#include <limits>

namespace executorch {
namespace backends {
namespace xnnpack {

using fb_xnnpack::XNNDatatype;
using Kind = Quantization::Kind;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

Result<ScalarType> stored_dtype(const fb_xnnpack::XNNTensorValue& tensor) {
  switch (tensor.datatype()) {
    case XNNDatatype::xnn_datatype_fp32:
      return ScalarType::Float;
    case XNNDatatype::xnn_datatype_fp16:
      return ScalarType::Half;
    case XNNDatatype::xnn_datatype_qint8:
    case XNNDatatype::xnn_datatype_qcint8:
      return ScalarType::Char;
    case XNNDatatype::xnn_datatype_quint8:
      return ScalarType::Byte;
    case XNNDatatype::xnn_datatype_qint32:
    case XNNDatatype::xnn_datatype_qcint32:
    case XNNDatatype::xnn_datatype_int32:
      return ScalarType::Int;
    default:
      ET_LOG(Error,
             "XNNPACK payload: value %" PRIu32
             " is of datatype %d, which is not computed with here",
             tensor.id_out(), static_cast<int>(tensor.datatype()));
      return Error::NotSupported;
  }
}

std::vector<int64_t> as_sizes(const flatbuffers::Vector<uint32_t>* list) {
  return list == nullptr ? std::vector<int64_t>()
                         : std::vector<int64_t>(list->begin(), list->end());
}

Result<Payload::Value> GraphBuilder::declared(uint32_t id) const {
  ET_XNN_ASSIGN(index, payload_.index_of(id));
  return payload_.values()[index];
}

Result<View> GraphBuilder::constant(size_t index) {
  const fb_xnnpack::XNNTensorValue& tensor = *payload_.values()[index].tensor;
  ET_XNN_ASSIGN(bytes, payload_.constant(tensor.constant_buffer_idx()));
  ET_XNN_ASSIGN(dtype, stored_dtype(tensor));
  const TensorType type{dtype, as_sizes(tensor.dims())};
  ET_CHECK_OK_OR_RETURN_ERROR(engine::check_type("constant", type));
  const size_t nbytes = type.nbytes();
  ET_CHECK_OR_RETURN_ERROR(bytes.nbytes >= nbytes && bytes.data != nullptr,
                           InvalidProgram,
                           "XNNPACK payload: constant value %" PRIu32
                           " has %zu bytes, its type has %zu",
                           tensor.id_out(), bytes.nbytes, nbytes);
  const bool is_aligned =
      reinterpret_cast<uintptr_t>(bytes.data) % engine::element_nbytes(dtype) ==
      0;
  const auto* const first = reinterpret_cast<const std::byte*>(bytes.data);
  const Result<ValueId> added =
      is_aligned ? graph().add_constant(type, bytes.data)
                 : add_constant(type, {first, first + nbytes});
  ET_CHECK_OK_OR_RETURN_ERROR(added.error());
  views_[index] = View{*added};
  return views_[index];
}

Result<View> GraphBuilder::stored(uint32_t id) {
  ET_XNN_ASSIGN(index, payload_.index_of(id));
  if (views_[index].base != engine::kNoValue) {
    return views_[index];
  }
  ET_CHECK_OR_RETURN_ERROR(
      payload_.values()[index].tensor->constant_buffer_idx() != 0,
      InvalidProgram,
      "XNNPACK payload: value %" PRIu32 " is read before it is computed", id);
  return constant(index);
}

Result<View> GraphBuilder::real(uint32_t id) {
  if (const RowQuantized* const found = rows(id)) {
    ET_XNN_ASSIGN(numbers, centred(found->numbers, found->zero_points));
    ET_XNN_ASSIGN(value,
                  binary(engine::Binary::Kind::kMul, numbers, found->scales));
    return View{value};
  }
  ET_XNN_ASSIGN(view, stored(id));
  ET_XNN_ASSIGN(quant, quantization(id));
  if (quant.kind != Kind::kNone) {
    return dequantized(view, quant);
  }
  ET_CHECK_OR_RETURN_ERROR(
      engine::is_float(type(view.base).dtype), InvalidProgram,
      "XNNPACK payload: value %" PRIu32 " is of integers without a scale", id);
  return view;
}

Error GraphBuilder::define(const fb_xnnpack::XNode& node, uint32_t id,
                           View view) {
  ET_XNN_ASSIGN(bounds, bounds_of(node));
  if (bounds.min > -kInfinity || bounds.max < kInfinity) {
    ET_XNN_ASSIGN(clamped, clamp(view.base, bounds.min, bounds.max));
    view.base = clamped;
  }
  ET_XNN_ASSIGN(quant, quantization(id));
  ET_XNN_ASSIGN(dtype, held_dtype(id));
  if (quant.kind != Kind::kNone) {
    ET_XNN_ASSIGN(integers, quantized(std::move(view), quant, dtype));
    return define_stored(id, integers);
  }
  ET_XNN_ASSIGN(floats, cast(view.base, dtype));
  return define_stored(id, View{floats, std::move(view.axes)});
}

Error GraphBuilder::define_stored(uint32_t id, View view) {
  ET_XNN_ASSIGN(index, payload_.index_of(id));
  views_[index] = std::move(view);
  return Error::Ok;
}

Error GraphBuilder::define_rows(uint32_t id, const RowQuantized& rows) {
  ET_XNN_ASSIGN(index, payload_.index_of(id));
  rows_[index] = rows;
  return Error::Ok;
}

const RowQuantized* GraphBuilder::rows(uint32_t id) const {
  const Result<size_t> index = payload_.index_of(id);
  const auto found = index.ok() ? rows_.find(*index) : rows_.end();
  return found == rows_.end() ? nullptr : &found->second;
}

Error GraphBuilder::add_inputs(const std::vector<TensorType>& inputs) {
  const std::vector<size_t>& indices = payload_.inputs();
  ET_CHECK_OR_RETURN_ERROR(inputs.size() == indices.size(), InvalidProgram,
                           "XNNPACK payload: %zu inputs are given, expected "
                           "%zu",
                           inputs.size(), indices.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    ET_XNN_ASSIGN(input, graph().add_input(inputs[i]));
    const fb_xnnpack::XNNTensorValue& tensor =
        *payload_.values()[indices[i]].tensor;
    views_[indices[i]] = View{input};
    ET_XNN_ASSIGN(dtype, held_dtype(tensor.id_out()));
    if (dtype != inputs[i].dtype) {
      ET_XNN_ASSIGN(held, shifted(input));
      views_[indices[i]] = View{held};
    }
    if (tensor.dq_datatype() != XNNDatatype::xnn_datatype_invalid) {
      ET_XNN_ASSIGN(rows, quantize_rows(*this, input, 1));
      rows_[indices[i]] = rows;
    }
  }
  return Error::Ok;
}

Error GraphBuilder::add_outputs() {
  std::vector<ValueId> outputs;
  for (const size_t index : payload_.outputs()) {
    const fb_xnnpack::XNNTensorValue& tensor = *payload_.values()[index].tensor;
    ET_XNN_ASSIGN(held, dense(tensor.id_out()));
    ET_XNN_ASSIGN(dtype, stored_dtype(tensor));
    const bool is_shifted =
        dtype == ScalarType::Char && type(held).dtype == ScalarType::Byte;
    ET_XNN_ASSIGN(output, is_shifted ? shifted(held) : Result<ValueId>(held));
    outputs.push_back(output);
  }
  graph().set_outputs(std::move(outputs));
  return Error::Ok;
}

Result<engine::Signature> signature_of(const Payload& payload) {
  engine::Signature signature;
  signature.n_args = payload.graph().num_externs();
  for (const size_t index : payload.inputs()) {
    const fb_xnnpack::XNNTensorValue& tensor = *payload.values()[index].tensor;
    ET_XNN_ASSIGN(dtype, stored_dtype(tensor));
    signature.inputs.push_back({dtype, as_sizes(tensor.dims())});
    signature.input_args.push_back(tensor.external_id());
  }
  for (const size_t index : payload.outputs()) {
    signature.output_args.push_back(
        payload.values()[index].tensor->external_id());
  }
  return signature;
}

Result<engine::BuiltGraph> build_graph(const Payload& payload,
                                       const std::vector<TensorType>& inputs) {
  GraphBuilder builder(payload);
  ET_CHECK_OK_OR_RETURN_ERROR(builder.add_inputs(inputs));
  for (const fb_xnnpack::XNode* node : *payload.graph().xnodes()) {
    const Error error = build_node(builder, *node);
    ET_CHECK_OR_RETURN_ERROR(
        error == Error::Ok, InvalidProgram,
        "XNNPACK payload: node %s is refused",
        fb_xnnpack::EnumNameXNodeUnion(node->xnode_union_type()));
  }
  ET_CHECK_OK_OR_RETURN_ERROR(builder.add_outputs());
  return builder.take();
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
