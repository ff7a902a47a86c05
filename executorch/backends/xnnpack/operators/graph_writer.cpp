#include <executorch/backends/xnnpack/operators/graph_writer.h>

#include <executorch/backends/xnnpack/operators/constants.h>
#include <executorch/backends/xnnpack/operators/nodes.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace executorch::backends::xnnpack {
namespace {

using exir::ScalarType;

/// Sizes of a value; XNNPACK's tensors have a dimension.
Sizes sizes_of(const exir::Value* value) {
  Sizes sizes = *exir::static_sizes(*value);
  return sizes.empty() ? Sizes{1} : sizes;
}

/// The datatype of an input or an output.
XNNDatatype external_type(const exir::Value* value) {
  switch (value->dtype()) {
    case ScalarType::Half:
      return XNNDatatype::xnn_datatype_fp16;
    case ScalarType::Char:
      return XNNDatatype::xnn_datatype_qint8;
    default:
      return XNNDatatype::xnn_datatype_fp32;
  }
}

/// Whether an image and its planes have their elements in one order.
bool is_either(const Sizes& pixels) {
  return pixels[3] == 1 || pixels[1] * pixels[2] == 1;
}

}  // namespace

int64_t Tensor::numel() const {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1},
                         std::multiplies<>());
}

Sizes pixel_sizes(const Sizes& sizes) {
  return sizes.size() == 3 ? Sizes{sizes[0], 1, sizes[2], sizes[1]}
                           : Sizes{sizes[0], sizes[2], sizes[3], sizes[1]};
}

size_t pixel_axis(size_t axis, size_t rank) {
  if (axis == 1) {
    return 3;
  }
  return axis == 0 ? 0 : axis + 3 - rank;
}

XNNDatatype GraphWriter::compute_type(ScalarType dtype) const {
  return fp16_ || dtype == ScalarType::Half ? XNNDatatype::xnn_datatype_fp16
                                            : XNNDatatype::xnn_datatype_fp32;
}

Tensor GraphWriter::add_value(XNNDatatype dtype, Sizes sizes) {
  return values_.emplace_back(
      Tensor{static_cast<uint32_t>(values_.size()), dtype, std::move(sizes)});
}

Tensor GraphWriter::new_tensor(XNNDatatype dtype, Sizes sizes) {
  return add_value(dtype, std::move(sizes));
}

Tensor GraphWriter::new_quantized(Quantization quantization, Sizes sizes) {
  const bool by_row = quantization.kind == Quantization::Kind::kRow;
  Tensor tensor = add_value(by_row ? XNNDatatype::xnn_datatype_qdint8
                                   : XNNDatatype::xnn_datatype_qint8,
                            std::move(sizes));
  tensor.quantization = std::move(quantization);
  values_[tensor.id] = tensor;
  return tensor;
}

Tensor GraphWriter::permuted_constant(const exir::Value* value, Sizes sizes,
                                      const std::vector<uint32_t>& axes,
                                      XNNDatatype dtype) {
  return moved_constant(value, false, std::move(sizes), axes, dtype);
}

Tensor GraphWriter::weight(const exir::Value* value, Sizes sizes,
                           const std::vector<uint32_t>& axes,
                           XNNDatatype dtype) {
  return moved_constant(value, true, std::move(sizes), axes, dtype);
}

Tensor GraphWriter::moved_constant(const exir::Value* value, bool is_packed,
                                   Sizes sizes,
                                   const std::vector<uint32_t>& axes,
                                   XNNDatatype dtype) {
  const auto key = std::tuple(value, is_packed, sizes, axes, dtype);
  const auto found = moved_.find(key);
  if (found != moved_.end()) {
    return found->second;
  }
  Sizes result;
  for (const uint32_t axis : axes) {
    result.push_back(sizes[axis]);
  }
  Tensor tensor = add_value(dtype, std::move(result));
  const bool is_moved = !std::is_sorted(axes.begin(), axes.end());
  const auto integers = quantized_constant(value);
  constants_.push_back({tensor.id, is_packed, value->data,
                        integers ? ScalarType::Float : value->dtype(), sizes,
                        is_moved ? axes : std::vector<uint32_t>(), integers,
                        value->data_name()});
  moved_.emplace(key, tensor);
  return tensor;
}

Tensor GraphWriter::integer_weight(const QuantizedConstant& constant,
                                   Sizes sizes,
                                   const std::vector<uint32_t>& axes,
                                   Quantization quantization) {
  const bool by_channel = quantization.kind == Quantization::Kind::kChannel;
  const XNNDatatype dtype = by_channel ? XNNDatatype::xnn_datatype_qcint8
                                       : XNNDatatype::xnn_datatype_qint8;
  Tensor tensor =
      moved_constant(constant.integers, true, std::move(sizes), axes, dtype);
  tensor.quantization = std::move(quantization);
  values_[tensor.id] = tensor;
  return tensor;
}

Tensor GraphWriter::block_weight(const QuantizedConstant& constant,
                                 Sizes sizes) {
  std::vector<uint32_t> axes{0, 1};
  Tensor tensor = moved_constant(constant.integers, true, std::move(sizes),
                                 axes, XNNDatatype::xnn_datatype_qbint4);
  tensor.quantization = constant.quantization;
  values_[tensor.id] = tensor;
  return tensor;
}

Tensor GraphWriter::integer_bias(const exir::Value* bias,
                                 std::vector<int32_t> numbers,
                                 Quantization quantization) {
  const bool by_channel = quantization.kind == Quantization::Kind::kChannel;
  Tensor tensor = add_value(by_channel ? XNNDatatype::xnn_datatype_qcint32
                                       : XNNDatatype::xnn_datatype_qint32,
                            {static_cast<int64_t>(numbers.size())});
  tensor.quantization = std::move(quantization);
  values_[tensor.id] = tensor;
  Constant constant{tensor.id, true, owned(std::move(numbers)),
                    ScalarType::Int};
  constant.name = bias->data_name();
  constants_.push_back(std::move(constant));
  return tensor;
}

Tensor GraphWriter::with_sizes(const Tensor& constant, Sizes sizes) {
  values_[constant.id].sizes = std::move(sizes);
  return values_[constant.id];
}

Tensor GraphWriter::constant_value(const exir::Value* value, Form form) {
  Sizes sizes = sizes_of(value);
  if (form.first == Layout::kPixels) {
    if (sizes.size() == 3) {
      sizes.insert(sizes.begin() + 2, 1);
    }
    return permuted_constant(value, std::move(sizes), {0, 2, 3, 1},
                             form.second);
  }
  std::vector<uint32_t> axes(sizes.size());
  std::iota(axes.begin(), axes.end(), 0u);
  return permuted_constant(value, std::move(sizes), axes, form.second);
}

Tensor GraphWriter::converted(const Tensor& tensor, Form from, Form to,
                              const Sizes& sizes) {
  const Tensor x = convert(*this, tensor, to.second);
  if (from.first == to.first) {
    return x;
  }
  const Sizes pixels = pixel_sizes(sizes);
  if (to.first == Layout::kPixels) {
    const Sizes planes{pixels[0], pixels[3], pixels[1], pixels[2]};
    return is_either(pixels)
               ? reshape(*this, x, pixels)
               : transpose(*this, reshape(*this, x, planes), {0, 2, 3, 1});
  }
  return reshape(
      *this, is_either(pixels) ? x : transpose(*this, x, {0, 3, 1, 2}), sizes);
}

Tensor GraphWriter::get(const exir::Value* value, Layout layout) {
  return get(value, layout, compute_type(value->dtype()));
}

Tensor GraphWriter::get(const exir::Value* value, Layout layout,
                        XNNDatatype dtype) {
  const Form form(layout, dtype);
  if (is_constant(value)) {
    return constant_value(value, form);
  }
  std::map<Form, Tensor>& forms = tensors_[value];
  if (forms.empty()) {
    // Of a node that is judged alone the operands are as good as inputs.
    undefined_ = has_inputs_ ? value : nullptr;
    forms[{Layout::kRows, dtype}] = new_tensor(dtype, sizes_of(value));
  }
  const auto found = forms.find(form);
  if (found != forms.end()) {
    return found->second;
  }
  // The same precision in another layout, or another precision; integers are
  // never made of floats here.
  const bool of_integers = dtype == XNNDatatype::xnn_datatype_qint8;
  const auto find_form = [&](bool same_layout) {
    return std::find_if(forms.begin(), forms.end(), [&](const auto& entry) {
      const bool is_quantized = entry.second.quantization.has_value();
      return (!same_layout || entry.first.first == layout) &&
             (!of_integers || is_quantized);
    });
  };
  auto from = find_form(true);
  from = from == forms.end() ? find_form(false) : from;
  const Form given = from->first;
  const Tensor source = from->second;
  Tensor result = converted(source, given, form, sizes_of(value));
  tensors_[value][form] = result;
  return result;
}

std::optional<Quantization> GraphWriter::stored_quantization(
    const exir::Value* value) const {
  const auto found = tensors_.find(value);
  if (found != tensors_.end()) {
    for (const auto& [form, tensor] : found->second) {
      if (tensor.quantization) {
        return tensor.quantization;
      }
    }
  }
  return std::nullopt;
}

std::optional<Tensor> GraphWriter::quantized(const exir::Value* value,
                                             Layout layout) {
  return stored_quantization(value)
             ? std::optional(
                   get(value, layout, XNNDatatype::xnn_datatype_qint8))
             : std::nullopt;
}

XNNDatatype GraphWriter::type_at_hand(const exir::Value* value) const {
  const XNNDatatype dtype = compute_type(value->dtype());
  const auto found = tensors_.find(value);
  if (found == tensors_.end() || found->second.empty()) {
    return dtype;
  }
  const bool has_it = std::any_of(
      found->second.begin(), found->second.end(),
      [&](const auto& entry) { return entry.first.second == dtype; });
  return has_it ? dtype : found->second.begin()->first.second;
}

bool GraphWriter::has(const exir::Value* value, Layout layout) const {
  const auto found = tensors_.find(value);
  return found != tensors_.end() &&
         std::any_of(
             found->second.begin(), found->second.end(),
             [&](const auto& entry) { return entry.first.first == layout; });
}

void GraphWriter::define(const exir::Value* value, const Tensor& tensor,
                         Layout layout) {
  // What the model itself computes in half is rounded after each operator.
  const Tensor rounded =
      value->dtype() == ScalarType::Half
          ? convert(*this, tensor, XNNDatatype::xnn_datatype_fp16)
          : tensor;
  tensors_[value][{layout, rounded.dtype}] = rounded;
}

Tensor GraphWriter::scalar(double value, XNNDatatype dtype) {
  const auto key = std::pair(std::bit_cast<uint64_t>(value), dtype);
  const auto found = scalars_.find(key);
  if (found != scalars_.end()) {
    return found->second;
  }
  const auto number = static_cast<float>(value);
  Tensor tensor = constant({1}, {&number, 1}, dtype);
  scalars_.emplace(key, tensor);
  return tensor;
}

Tensor GraphWriter::constant(Sizes sizes, std::span<const float> numbers,
                             XNNDatatype dtype) {
  Tensor tensor = add_value(dtype, std::move(sizes));
  constants_.push_back(
      {tensor.id, false,
       owned(std::vector<float>(numbers.begin(), numbers.end()))});
  return tensor;
}

void GraphWriter::add(XNodeUnion kind, flatbuffers::Offset<void> table,
                      std::optional<Bounds> bounds) {
  const auto handle = static_cast<uint32_t>(nodes_.size());
  const auto min_max = bounds ? fb_xnnpack::CreateOutputMinMax(
                                    builder_, bounds->min, bounds->max)
                              : flatbuffers::Offset<fb_xnnpack::OutputMinMax>();
  nodes_.push_back(
      fb_xnnpack::CreateXNode(builder_, kind, table, handle, min_max));
}

Tensor GraphWriter::input_of(const exir::Value* value) {
  if (value->dtype() == ScalarType::Char) {
    // All that reads it are dequantize nodes, with one scale.
    return new_quantized(read_quantization(value), sizes_of(value));
  }
  return new_tensor(external_type(value), sizes_of(value));
}

void GraphWriter::set_inputs(std::span<exir::Value* const> inputs) {
  has_inputs_ = true;
  for (const exir::Value* value : inputs) {
    const Tensor input = input_of(value);
    input_ids_.push_back(input.id);
    define(value, input);
    if (!input.quantization && input.dtype != compute_type(value->dtype())) {
      define(value, saturated_half(*this, input));
    }
  }
}

/// A tensor that a node writes and that is no other output.
Tensor GraphWriter::external(const Tensor& tensor) {
  const auto is_taken = [&](const std::vector<uint32_t>& ids) {
    return std::find(ids.begin(), ids.end(), tensor.id) != ids.end();
  };
  const bool is_constant =
      std::any_of(constants_.begin(), constants_.end(),
                  [&](const Constant& c) { return c.id == tensor.id; });
  return is_taken(input_ids_) || is_taken(output_ids_) || is_constant
             ? copy(*this, tensor)
             : tensor;
}

std::vector<exir::ConstantData> GraphWriter::finish(
    std::span<exir::Value* const> outputs) {
  for (const exir::Value* value : outputs) {
    output_ids_.push_back(
        external(get(value, Layout::kRows, external_type(value))).id);
  }
  return payload();
}

}  // namespace executorch::backends::xnnpack
