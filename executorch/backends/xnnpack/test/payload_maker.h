#pragma once

#include <executorch/backends/xnnpack/serialization/payload.h>
#include <executorch/backends/xnnpack/serialization/payload_header.h>

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace executorch::backends::xnnpack {

using fb_xnnpack::XNNDatatype;
using fb_xnnpack::XNNQuantParams;
using fb_xnnpack::XNodeUnion;
using fb_xnnpack::XValueUnion;

/// Writes payloads that no writer would.
class PayloadMaker {
 public:
  using TensorOffset = flatbuffers::Offset<fb_xnnpack::XNNTensorValue>;

  flatbuffers::FlatBufferBuilder& builder() { return builder_; }

  TensorOffset tensor(std::vector<uint32_t> dims, XNNDatatype dtype,
                      uint32_t constant = 0, uint32_t flags = 0,
                      uint32_t external = UINT32_MAX) {
    return fb_xnnpack::CreateXNNTensorValueDirect(
        builder_, dtype, static_cast<uint32_t>(dims.size()), &dims, constant,
        external, flags, n_values());
  }
  /// Declares a value and returns its id.
  uint32_t add(TensorOffset tensor) {
    values.push_back(fb_xnnpack::CreateXValue(
        builder_, XValueUnion::XNNTensorValue, tensor.Union()));
    return n_values() - 1;
  }
  template <class Table>
  uint32_t add(TensorOffset tensor, XNNQuantParams kind,
               flatbuffers::Offset<Table> quant) {
    values.push_back(
        fb_xnnpack::CreateXValue(builder_, XValueUnion::XNNQuantizedTensorValue,
                                 fb_xnnpack::CreateXNNQuantizedTensorValue(
                                     builder_, tensor, kind, quant.Union())
                                     .Union()));
    return n_values() - 1;
  }
  uint32_t value(std::vector<uint32_t> dims,
                 XNNDatatype dtype = XNNDatatype::xnn_datatype_fp32) {
    return add(tensor(std::move(dims), dtype));
  }
  uint32_t input(std::vector<uint32_t> dims,
                 XNNDatatype dtype = XNNDatatype::xnn_datatype_fp32) {
    return add(tensor(std::move(dims), dtype, 0, kIsInput, n_externs++));
  }
  uint32_t output(std::vector<uint32_t> dims,
                  XNNDatatype dtype = XNNDatatype::xnn_datatype_fp32) {
    return add(tensor(std::move(dims), dtype, 0, kIsOutput, n_externs++));
  }
  /// The index of a constant of zeros.
  uint32_t zeros(uint64_t nbytes) {
    constants.push_back(fb_xnnpack::CreateConstantDataOffset(
        builder_, constants_nbytes, nbytes));
    constants_nbytes += (nbytes + 15) / 16 * 16;
    return static_cast<uint32_t>(constants.size());
  }
  uint32_t constant(std::vector<uint32_t> dims, uint64_t nbytes,
                    XNNDatatype dtype = XNNDatatype::xnn_datatype_fp32) {
    return add(tensor(std::move(dims), dtype, zeros(nbytes)));
  }
  template <class Table>
  void node(XNodeUnion kind, flatbuffers::Offset<Table> table) {
    nodes.push_back(fb_xnnpack::CreateXNode(builder_, kind, table.Union()));
  }

  /// Header, flatbuffer and constants, in memory aligned for a payload.
  std::vector<uint64_t> finish(const char* identifier = "XN01") {
    constants.insert(constants.begin(),
                     fb_xnnpack::CreateConstantDataOffset(builder_));
    builder_.Finish(fb_xnnpack::CreateXNNGraphDirect(
                        builder_, "0", &nodes, &values, n_externs, nullptr,
                        nullptr, nullptr, nullptr, &constants),
                    identifier);
    PayloadHeader header;
    header.flatbuffer_offset = 32;
    header.flatbuffer_nbytes = builder_.GetSize();
    header.constants_offset = (32 + builder_.GetSize() + 15) / 16 * 16;
    header.constants_nbytes = constants_nbytes;
    nbytes = header.constants_offset + constants_nbytes;
    std::vector<uint64_t> memory(nbytes / 8 + 1);
    auto* const bytes = reinterpret_cast<uint8_t*>(memory.data());
    header.write(bytes);
    std::memcpy(bytes + header.flatbuffer_offset, builder_.GetBufferPointer(),
                builder_.GetSize());
    return memory;
  }

  std::vector<flatbuffers::Offset<fb_xnnpack::XNode>> nodes;
  std::vector<flatbuffers::Offset<fb_xnnpack::XValue>> values;
  std::vector<flatbuffers::Offset<fb_xnnpack::ConstantDataOffset>> constants;
  uint32_t n_externs = 0;
  uint64_t constants_nbytes = 0;
  size_t nbytes = 0;  ///< of the payload, after finish()

 private:
  uint32_t n_values() const { return static_cast<uint32_t>(values.size()); }

  flatbuffers::FlatBufferBuilder builder_;
};

}  // namespace executorch::backends::xnnpack
