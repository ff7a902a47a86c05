#pragma once

#include <executorch/backends/apple/mps/serialization/payload_header.h>
#include <executorch/backends/apple/mps/serialization/schema_generated.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace executorch::backends::mps {

using mpsgraph::MPSDataType;
using mpsgraph::MPSNodeUnion;

/// Writes payloads that no writer would.
class PayloadMaker {
 public:
  flatbuffers::FlatBufferBuilder& builder() { return builder_; }

  /// Declares a value and returns its id.
  int32_t value(std::vector<int32_t> dims,
                MPSDataType dtype = MPSDataType::mps_data_type_float32) {
    const auto num_dims = static_cast<int32_t>(dims.size());
    return add(
        mpsgraph::CreateMPSTensorDirect(builder_, dtype, num_dims, &dims));
  }
  int32_t input(std::vector<int32_t> dims,
                MPSDataType dtype = MPSDataType::mps_data_type_float32) {
    inputs.push_back(value(std::move(dims), dtype));
    return inputs.back();
  }
  /// A constant of zeros.
  int32_t constant(std::vector<int32_t> dims, uint64_t nbytes,
                   MPSDataType dtype = MPSDataType::mps_data_type_float32) {
    const auto num_dims = static_cast<int32_t>(dims.size());
    const uint64_t offset = constants_nbytes;
    constants_nbytes += (nbytes + 15) / 16 * 16;
    constants.push_back(add(mpsgraph::CreateMPSTensorDirect(
        builder_, dtype, num_dims, &dims, nbytes, 0, offset)));
    return constants.back();
  }
  int32_t add(flatbuffers::Offset<mpsgraph::MPSTensor> tensor) {
    values.push_back(tensor);
    return static_cast<int32_t>(values.size()) - 1;
  }
  template <class Table>
  void node(MPSNodeUnion type, flatbuffers::Offset<Table> table) {
    nodes.push_back(mpsgraph::CreateMPSNode(builder_, type, table.Union()));
  }

  /// Header, flatbuffer and constants, in memory aligned for a payload.
  std::vector<uint64_t> finish() {
    builder_.Finish(
        mpsgraph::CreateMPSGraphDirect(builder_, "0", &nodes, &values, &inputs,
                                       &outputs, &constants, graph_type),
        mpsgraph::MPSGraphIdentifier());
    const uint64_t end = PayloadHeader::kNbytes + builder_.GetSize();
    const uint64_t constants_at = (end + 15) / 16 * 16;
    nbytes = constants_at + constants_nbytes;
    std::vector<uint64_t> memory(nbytes / 8 + 1);
    auto* const bytes = reinterpret_cast<uint8_t*>(memory.data());
    PayloadHeader{constants_at, constants_nbytes}.write(bytes);
    std::memcpy(bytes + PayloadHeader::kNbytes, builder_.GetBufferPointer(),
                builder_.GetSize());
    return memory;
  }

  std::vector<flatbuffers::Offset<mpsgraph::MPSNode>> nodes;
  std::vector<flatbuffers::Offset<mpsgraph::MPSTensor>> values;
  std::vector<int32_t> inputs;
  std::vector<int32_t> outputs;
  std::vector<int32_t> constants;
  mpsgraph::OpType graph_type = mpsgraph::OpType::mps_graph;
  uint64_t constants_nbytes = 0;
  size_t nbytes = 0;  ///< of the payload, after finish()

 private:
  flatbuffers::FlatBufferBuilder builder_;
};

}  // namespace executorch::backends::mps
