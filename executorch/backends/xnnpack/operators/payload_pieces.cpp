#include <executorch/backends/xnnpack/operators/constants.h>
#include <executorch/backends/xnnpack/operators/graph_writer.h>
#include <executorch/backends/xnnpack/serialization/payload_header.h>
#include <executorch/exir/backend/named_constant.h>

#include <cstring>
#include <utility>

/// \file
/// GraphWriter: what was written, as bytes.
namespace executorch::backends::xnnpack {
namespace {

namespace fb = fb_xnnpack;

constexpr uint32_t kNotExternal = UINT32_MAX;
/// The offset that ExecuTorch writes for a constant that is found by name.
constexpr uint64_t kByName = UINT64_MAX;
/// XNNPACK's kernels may read so many bytes behind a tensor.
constexpr size_t kReadBehind = 128;

uint64_t round_up(uint64_t value) {
  return (value + kConstantAlignment - 1) / kConstantAlignment *
         kConstantAlignment;
}

/// Where a value is: its constant, or its place among the arguments.
struct Place {
  uint32_t constant = 0;
  uint32_t external = kNotExternal;
  uint32_t flags = 0;
};

flatbuffers::Offset<void> write_quantization(
    flatbuffers::FlatBufferBuilder& builder, const Quantization& quantization) {
  switch (quantization.kind) {
    case Quantization::Kind::kTensor:
      return fb::CreatePerTensorQuant(builder, quantization.scale,
                                      quantization.zero_point)
          .Union();
    case Quantization::Kind::kChannel:
      return fb::CreatePerChannelQuantDirect(builder, &quantization.scales,
                                             quantization.channel_dim)
          .Union();
    case Quantization::Kind::kBlock:
      return fb::CreatePerChannelGroupQuantDirect(builder, &quantization.scales,
                                                  quantization.channel_dim,
                                                  quantization.block)
          .Union();
    case Quantization::Kind::kRow:
      break;
  }
  return fb::CreatePerTokenDynamicQuant(builder, quantization.n_row_dims)
      .Union();
}

fb::XNNQuantParams kind_of(const Quantization& quantization) {
  switch (quantization.kind) {
    case Quantization::Kind::kTensor:
      return fb::XNNQuantParams::PerTensorQuant;
    case Quantization::Kind::kChannel:
      return fb::XNNQuantParams::PerChannelQuant;
    case Quantization::Kind::kBlock:
      return fb::XNNQuantParams::PerChannelGroupQuant;
    case Quantization::Kind::kRow:
      break;
  }
  return fb::XNNQuantParams::PerTokenDynamicQuant;
}

flatbuffers::Offset<fb::XValue> write_value(
    flatbuffers::FlatBufferBuilder& builder, const Tensor& tensor,
    const Place& place) {
  const std::vector<uint32_t> dims(tensor.sizes.begin(), tensor.sizes.end());
  const auto value = fb::CreateXNNTensorValueDirect(
      builder, tensor.dtype, static_cast<uint32_t>(dims.size()), &dims,
      place.constant, place.external, place.flags, tensor.id);
  if (!tensor.quantization) {
    return fb::CreateXValue(builder, fb::XValueUnion::XNNTensorValue,
                            value.Union());
  }
  const auto parameters = write_quantization(builder, *tensor.quantization);
  return fb::CreateXValue(
      builder, fb::XValueUnion::XNNQuantizedTensorValue,
      fb::CreateXNNQuantizedTensorValue(
          builder, value, kind_of(*tensor.quantization), parameters)
          .Union());
}

}  // namespace

GraphWriter::Weight GraphWriter::name_weight(const Constant& constant) {
  auto named = exir::named_constant(constant.name, bytes_of(constant));
  Weight weight{constant.id, kByName, named.data.bytes.size(), named.key};
  named_.push_back(std::move(named));
  return weight;
}

std::vector<std::byte> GraphWriter::head(std::span<const Weight> weights,
                                         uint64_t constants_nbytes) {
  std::vector<Place> places(values_.size());
  std::vector<uint32_t> arguments = input_ids_;
  uint32_t external = 0;
  for (const uint32_t id : input_ids_) {
    places[id].external = external++;
    places[id].flags = 1;
  }
  for (const Constant& constant : constants_) {
    if (!constant.is_packed) {
      places[constant.id].external = external++;
      places[constant.id].flags = 1;
      arguments.push_back(constant.id);
    }
  }
  for (const uint32_t id : output_ids_) {
    places[id].external = external++;
    places[id].flags = 2;
  }
  std::vector<flatbuffers::Offset<fb::ConstantDataOffset>> constants;
  constants.push_back(fb::CreateConstantDataOffset(builder_, 0, 0));
  for (const Weight& weight : weights) {
    places[weight.id].constant = static_cast<uint32_t>(constants.size());
    constants.push_back(fb::CreateConstantDataOffsetDirect(
        builder_, weight.offset, weight.nbytes,
        weight.key.empty() ? nullptr : weight.key.c_str()));
  }
  std::vector<flatbuffers::Offset<fb::XValue>> values;
  for (const Tensor& tensor : values_) {
    values.push_back(write_value(builder_, tensor, places[tensor.id]));
  }
  builder_.Finish(fb::CreateXNNGraphDirect(builder_, "0", &nodes_, &values,
                                           external, &arguments, &output_ids_,
                                           nullptr, nullptr, &constants),
                  fb::XNNGraphIdentifier());

  PayloadHeader header;
  header.flatbuffer_offset =
      static_cast<uint32_t>(round_up(PayloadHeader::kNbytes));
  header.flatbuffer_nbytes = builder_.GetSize();
  header.constants_offset = static_cast<uint32_t>(
      round_up(header.flatbuffer_offset + builder_.GetSize()));
  header.constants_nbytes = constants_nbytes;
  std::vector<std::byte> bytes(header.constants_offset);
  header.write(bytes.data());
  std::memcpy(bytes.data() + header.flatbuffer_offset,
              builder_.GetBufferPointer(), builder_.GetSize());
  return bytes;
}

exir::ConstantData GraphWriter::bytes_of(const Constant& constant) const {
  const XNNDatatype dtype = values_[constant.id].dtype;
  const exir::ConstantData& stored = constant.data;
  const bool is_integer = values_[constant.id].quantization.has_value();
  const exir::ConstantData floats = constant.integers && !is_integer
                                        ? dequantized(*constant.integers)
                                        : stored;
  exir::ConstantData data = xnnpack::converted(floats, constant.dtype, dtype);
  if (dtype == XNNDatatype::xnn_datatype_qbint4) {
    return packed_4_bits(data);
  }
  return constant.axes.empty() ? data
                               : permuted(data, constant.sizes, constant.axes,
                                          element_nbytes(dtype));
}

std::vector<exir::Delegate::Constant> GraphWriter::constant_arguments() const {
  std::vector<exir::Delegate::Constant> arguments;
  for (const Constant& constant : constants_) {
    if (constant.is_packed) {
      continue;
    }
    const Tensor& tensor = values_[constant.id];
    exir::TensorSpec spec;
    spec.dtype = tensor.dtype == XNNDatatype::xnn_datatype_fp16
                     ? exir::ScalarType::Half
                     : exir::ScalarType::Float;
    for (const int64_t size : tensor.sizes) {
      spec.sizes.emplace_back(size);
    }
    arguments.push_back({std::move(spec), bytes_of(constant)});
  }
  return arguments;
}

std::vector<exir::ConstantData> GraphWriter::payload() {
  static constexpr std::byte kZeros[kReadBehind] = {};
  std::vector<exir::ConstantData> pieces(1);
  std::vector<Weight> weights;
  uint64_t nbytes = 0;
  const auto pad = [&](uint64_t to) {
    if (to != nbytes) {
      pieces.push_back({std::span(kZeros).first(to - nbytes), nullptr});
      nbytes = to;
    }
  };
  for (const Constant& constant : constants_) {
    if (!constant.is_packed) {
      continue;
    }
    if (weights_ == exir::PayloadConstants::kByName) {
      weights.push_back(name_weight(constant));
      continue;
    }
    pieces.push_back(bytes_of(constant));
    const uint64_t size = pieces.back().bytes.size();
    weights.push_back({constant.id, nbytes, size});
    nbytes += size;
    pad(round_up(nbytes));
  }
  pad(nbytes + (constants_.empty() ? 0 : kReadBehind));
  pieces[0] = owned(head(weights, nbytes));
  return pieces;
}

}  // namespace executorch::backends::xnnpack
