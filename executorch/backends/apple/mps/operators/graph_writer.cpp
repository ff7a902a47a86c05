#include <executorch/backends/apple/mps/operators/graph_writer.h>

#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/serialization/payload_header.h>
#include <executorch/runtime/core/portable_type/half.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>

namespace executorch::backends::mps {
namespace {

using exir::ConstantData;
using exir::ScalarType;
using runtime::etensor::Half;

constexpr float kMaxHalf = 65504.0f;

size_t element_nbytes(MPSDataType dtype) {
  switch (dtype) {
    case MPSDataType::mps_data_type_float32:
    case MPSDataType::mps_data_type_int32:
      return 4;
    case MPSDataType::mps_data_type_float16:
    case MPSDataType::mps_data_type_int16:
      return 2;
    case MPSDataType::mps_data_type_int64:
      return 8;
    default:
      return 1;
  }
}

/// The nearest half; finite numbers stay finite.
Half to_half(float value) {
  return std::isinf(value) ? Half(value)
                           : Half(std::clamp(value, -kMaxHalf, kMaxHalf));
}

template <class T>
ConstantData owned(std::vector<T> values) {
  auto owner = std::make_shared<std::vector<T>>(std::move(values));
  return {std::as_bytes(std::span<const T>(*owner)), owner};
}

ConstantData converted_to_half(const ConstantData& data) {
  std::vector<Half> halves(data.bytes.size() / sizeof(float));
  for (size_t i = 0; i < halves.size(); ++i) {
    float value = 0;
    std::memcpy(&value, data.bytes.data() + i * sizeof(float), sizeof(float));
    halves[i] = to_half(value);
  }
  return owned(std::move(halves));
}

uint64_t round_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

std::vector<int32_t> as_int32(const std::vector<int64_t>& sizes) {
  return {sizes.begin(), sizes.end()};
}

}  // namespace

int64_t Tensor::numel() const {
  int64_t numel = 1;
  for (const int64_t size : sizes) {
    numel *= size;
  }
  return numel;
}

bool is_float(MPSDataType dtype) {
  return dtype == MPSDataType::mps_data_type_float32 ||
         dtype == MPSDataType::mps_data_type_float16;
}

MPSDataType data_type(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Float:
      return MPSDataType::mps_data_type_float32;
    case ScalarType::Half:
      return MPSDataType::mps_data_type_float16;
    case ScalarType::Char:
      return MPSDataType::mps_data_type_int8;
    case ScalarType::Short:
      return MPSDataType::mps_data_type_int16;
    case ScalarType::Int:
      return MPSDataType::mps_data_type_int32;
    case ScalarType::Long:
      return MPSDataType::mps_data_type_int64;
    case ScalarType::Byte:
      return MPSDataType::mps_data_type_uint8;
    case ScalarType::Bool:
      return MPSDataType::mps_data_type_bool;
    default:
      return MPSDataType::mps_data_type_invalid;
  }
}

MPSDataType GraphWriter::compute_type(ScalarType dtype) const {
  const MPSDataType type = data_type(dtype);
  return fp16_ && is_float(type) ? MPSDataType::mps_data_type_float16 : type;
}

Tensor GraphWriter::add_value(MPSDataType dtype, std::vector<int64_t> sizes) {
  return values_.emplace_back(
      Tensor{static_cast<int32_t>(values_.size()), dtype, std::move(sizes)});
}

Tensor GraphWriter::new_tensor(MPSDataType dtype, std::vector<int64_t> sizes) {
  return add_value(dtype, std::move(sizes));
}

Tensor GraphWriter::add_constant(MPSDataType dtype, std::vector<int64_t> sizes,
                                 ConstantData data, bool to_half) {
  Tensor tensor = add_value(dtype, std::move(sizes));
  constants_.push_back({tensor.id, std::move(data), to_half});
  return tensor;
}

Tensor GraphWriter::constant_value(const exir::Value* value, MPSDataType dtype,
                                   std::vector<int64_t> sizes) {
  const auto key = std::tuple(value, dtype, sizes);
  const auto found = constant_forms_.find(key);
  if (found != constant_forms_.end()) {
    return found->second;
  }
  const bool narrows = data_type(value->dtype()) != dtype;
  Tensor tensor = add_constant(dtype, std::move(sizes), value->data, narrows);
  constant_forms_.emplace(key, tensor);
  return tensor;
}

Tensor GraphWriter::get(const exir::Value* value) {
  if (value->is_constant()) {
    return constant_value(value, compute_type(value->dtype()),
                          *exir::static_sizes(*value));
  }
  const auto found = tensors_.find(value);
  if (found != tensors_.end()) {
    return found->second;
  }
  // Of a node that is judged alone the operands are as good as inputs.
  undefined_ = has_inputs_ ? value : nullptr;
  Tensor tensor =
      new_tensor(compute_type(value->dtype()), *exir::static_sizes(*value));
  tensors_.emplace(value, tensor);
  return tensor;
}

Tensor GraphWriter::get(const exir::Value* value, MPSDataType dtype) {
  return get(value, dtype, *exir::static_sizes(*value));
}

Tensor GraphWriter::get(const exir::Value* value, MPSDataType dtype,
                        std::vector<int64_t> sizes) {
  const bool has_form = data_type(value->dtype()) == dtype ||
                        compute_type(value->dtype()) == dtype;
  if (value->is_constant() && has_form) {
    return constant_value(value, dtype, std::move(sizes));
  }
  return view(*this, cast(get(value), dtype), std::move(sizes));
}

bool GraphWriter::is_wide(const exir::Value* value) const {
  const auto found = tensors_.find(value);
  return found != tensors_.end() &&
         found->second.dtype == MPSDataType::mps_data_type_float32 &&
         compute_type(value->dtype()) == MPSDataType::mps_data_type_float16;
}

void GraphWriter::define(const exir::Value* value, const Tensor& tensor) {
  tensors_[value] = value->dtype() == ScalarType::Half
                        ? cast(tensor, compute_type(ScalarType::Half))
                        : tensor;
}

Tensor GraphWriter::scalar(double value, MPSDataType dtype) {
  const auto key = std::pair(std::bit_cast<uint64_t>(value), dtype);
  const auto found = scalars_.find(key);
  if (found != scalars_.end()) {
    return found->second;
  }
  const auto whole = static_cast<int64_t>(is_float(dtype) ? 0 : value);
  ConstantData data;
  switch (dtype) {
    case MPSDataType::mps_data_type_float32:
      data = owned(std::vector<float>{static_cast<float>(value)});
      break;
    case MPSDataType::mps_data_type_float16:
      data = owned(std::vector<Half>{to_half(static_cast<float>(value))});
      break;
    default: {
      std::vector<std::byte> bytes(element_nbytes(dtype));
      std::memcpy(bytes.data(), &whole, bytes.size());
      data = owned(std::move(bytes));
    }
  }
  Tensor tensor = add_constant(dtype, {}, std::move(data));
  scalars_.emplace(key, tensor);
  return tensor;
}

Tensor GraphWriter::constant(std::vector<int64_t> sizes,
                             std::span<const float> numbers,
                             MPSDataType dtype) {
  return add_constant(dtype, std::move(sizes),
                      owned(std::vector<float>(numbers.begin(), numbers.end())),
                      dtype == MPSDataType::mps_data_type_float16);
}

Tensor GraphWriter::constant(std::vector<int64_t> sizes,
                             std::span<const int32_t> numbers) {
  return add_constant(
      MPSDataType::mps_data_type_int32, std::move(sizes),
      owned(std::vector<int32_t>(numbers.begin(), numbers.end())));
}

void GraphWriter::add(MPSNodeUnion type, flatbuffers::Offset<void> table,
                      flatbuffers::Offset<mpsgraph::MPSMinMax> min_max) {
  nodes_.push_back(mpsgraph::CreateMPSNode(builder_, type, table, min_max));
}

Tensor GraphWriter::cast(const Tensor& tensor, MPSDataType dtype) {
  if (tensor.dtype == dtype) {
    return tensor;
  }
  const auto key = std::pair(tensor.id, dtype);
  const auto found = casts_.find(key);
  if (found != casts_.end()) {
    return found->second;
  }
  // A cast to bool is defined for 0 and 1 alone.
  Tensor result = dtype == MPSDataType::mps_data_type_bool
                      ? binary(*this, MPSNodeUnion::MPSNe, tensor,
                               scalar(0, tensor.dtype), dtype)
                      : new_tensor(dtype, tensor.sizes);
  if (dtype != MPSDataType::mps_data_type_bool) {
    add(MPSNodeUnion::MPSCast,
        mpsgraph::CreateMPSCast(builder_, tensor.id, result.id, dtype).Union());
  }
  casts_.emplace(key, result);
  return result;
}

Tensor GraphWriter::saturated(const Tensor& input) {
  const Tensor within = clamp(*this, input, -kMaxHalf, kMaxHalf);
  const Tensor is_infinite = unary(*this, MPSNodeUnion::MPSIsinf, input,
                                   MPSDataType::mps_data_type_bool);
  return where(*this, is_infinite, input, within);
}

void GraphWriter::set_inputs(std::span<exir::Value* const> inputs) {
  has_inputs_ = true;
  for (const exir::Value* value : inputs) {
    const Tensor input =
        new_tensor(data_type(value->dtype()), *exir::static_sizes(*value));
    input_ids_.push_back(input.id);
    const MPSDataType dtype = compute_type(value->dtype());
    tensors_[value] =
        dtype == input.dtype ? input : cast(saturated(input), dtype);
  }
}

std::vector<std::byte> GraphWriter::head(std::span<const int32_t> output_ids,
                                         std::span<const uint64_t> offsets,
                                         uint64_t nbytes) {
  std::vector<uint64_t> nbytes_of(values_.size());
  std::vector<uint64_t> offset_of(values_.size());
  std::vector<int32_t> constant_ids;
  for (size_t i = 0; i < constants_.size(); ++i) {
    const Tensor& tensor = values_[static_cast<size_t>(constants_[i].id)];
    constant_ids.push_back(tensor.id);
    nbytes_of[static_cast<size_t>(tensor.id)] =
        static_cast<uint64_t>(tensor.numel()) * element_nbytes(tensor.dtype);
    offset_of[static_cast<size_t>(tensor.id)] = offsets[i];
  }
  std::vector<flatbuffers::Offset<mpsgraph::MPSTensor>> values;
  for (const Tensor& tensor : values_) {
    const std::vector<int32_t> dims = as_int32(tensor.sizes);
    values.push_back(mpsgraph::CreateMPSTensorDirect(
        builder_, tensor.dtype, static_cast<int32_t>(dims.size()), &dims,
        nbytes_of[static_cast<size_t>(tensor.id)], 0,
        offset_of[static_cast<size_t>(tensor.id)]));
  }
  const std::vector<int32_t> outputs(output_ids.begin(), output_ids.end());
  builder_.Finish(mpsgraph::CreateMPSGraphDirect(
                      builder_, "0", &nodes_, &values, &input_ids_, &outputs,
                      &constant_ids, mpsgraph::OpType::mps_graph,
                      mpsgraph::CreateDataSegment(builder_, 0, 0)),
                  mpsgraph::MPSGraphIdentifier());

  const uint64_t constants_at =
      round_up(PayloadHeader::kNbytes + builder_.GetSize(), kConstantAlignment);
  std::vector<std::byte> bytes(constants_at);
  PayloadHeader{constants_at, nbytes}.write(bytes.data());
  std::memcpy(bytes.data() + PayloadHeader::kNbytes,
              builder_.GetBufferPointer(), builder_.GetSize());
  return bytes;
}

std::vector<ConstantData> GraphWriter::finish(
    std::span<exir::Value* const> outputs) {
  std::vector<int32_t> output_ids;
  for (const exir::Value* value : outputs) {
    output_ids.push_back(get(value, data_type(value->dtype())).id);
  }
  std::vector<ConstantData> pieces(1);
  std::vector<uint64_t> offsets;
  uint64_t nbytes = 0;
  static constexpr std::byte kPadding[kConstantAlignment] = {};
  for (Constant& constant : constants_) {
    ConstantData data = constant.to_half ? converted_to_half(constant.data)
                                         : std::move(constant.data);
    offsets.push_back(nbytes);
    const uint64_t end = nbytes + data.bytes.size();
    nbytes = round_up(end, kConstantAlignment);
    pieces.push_back(std::move(data));
    if (nbytes != end) {
      pieces.push_back({std::span(kPadding).first(nbytes - end), nullptr});
    }
  }
  pieces[0] = owned(head(output_ids, offsets, nbytes));
  return pieces;
}

}  // namespace executorch::backends::mps
