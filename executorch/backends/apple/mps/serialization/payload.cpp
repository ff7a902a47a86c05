#include <executorch/backends/apple/mps/serialization/payload.h>

#include <executorch/backends/apple/mps/serialization/payload_header.h>
#include <executorch/runtime/platform/log.h>

#include <cinttypes>

namespace executorch {
namespace backends {
namespace mps {

using aten::ScalarType;
using runtime::Error;
using runtime::Result;

namespace {

/// Nesting and tables far above what payloads have; the verifier's limits.
constexpr flatbuffers::uoffset_t kMaxDepth = 16;
constexpr flatbuffers::uoffset_t kMaxTables = 16u << 20;

Error check_ids(const char* field, const flatbuffers::Vector<int32_t>* ids,
                size_t n_values) {
  ET_CHECK_OR_RETURN_ERROR(ids != nullptr, InvalidProgram,
                           "MPS payload: %s is absent", field);
  for (const int32_t id : *ids) {
    ET_CHECK_OR_RETURN_ERROR(
        id >= 0 && static_cast<size_t>(id) < n_values, InvalidProgram,
        "MPS payload: %s holds id %" PRId32 ", there are %zu values", field, id,
        n_values);
  }
  return Error::Ok;
}

/// Constants of older payloads are within the flatbuffer.
Error check_constant(const mpsgraph::MPSTensor& value, uint64_t segment) {
  const uint64_t nbytes = value.constant_buffer_size();
  if (const auto* buffer = value.constant_buffer()) {
    if (buffer->storage() != nullptr && buffer->storage()->size() != 0) {
      ET_CHECK_OR_RETURN_ERROR(
          buffer->storage()->size() == nbytes, InvalidProgram,
          "MPS payload: a constant of %u bytes is said to have %" PRIu64,
          buffer->storage()->size(), nbytes);
      return Error::Ok;
    }
  }
  ET_CHECK_OR_RETURN_ERROR(
      nbytes <= segment && value.segment_offset() <= segment - nbytes,
      InvalidProgram,
      "MPS payload: a constant of %" PRIu64 " bytes at %" PRIu64
      ", the segment has %" PRIu64,
      nbytes, value.segment_offset(), segment);
  return Error::Ok;
}

Error check_structure(const mpsgraph::MPSGraph& graph, uint64_t segment) {
  ET_CHECK_OR_RETURN_ERROR(
      graph.graph_type() == mpsgraph::OpType::mps_graph, InvalidProgram,
      "MPS payload: graph_type is %d, expected 0 (mps_graph)",
      static_cast<int>(graph.graph_type()));
  ET_CHECK_OR_RETURN_ERROR(
      graph.mps_values() != nullptr && graph.mps_nodes() != nullptr,
      InvalidProgram, "MPS payload: it has no values or no nodes");
  const size_t n_values = graph.mps_values()->size();
  for (const mpsgraph::MPSTensor* value : *graph.mps_values()) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_constant(*value, segment));
  }
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_ids("input_ids", graph.input_ids(), n_values));
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_ids("output_ids", graph.output_ids(), n_values));
  return check_ids("constant_ids", graph.constant_ids(), n_values);
}

}  // namespace

Result<Payload> Payload::parse(const void* data, size_t nbytes) {
  PayloadHeader header;
  ET_CHECK_OR_RETURN_ERROR(
      header.read(data, nbytes), DelegateInvalidCompatibility,
      "MPS payload of %zu bytes does not begin with an MP00 header", nbytes);
  ET_CHECK_OR_RETURN_ERROR(
      header.constants_nbytes <= nbytes &&
          header.constants_offset <= nbytes - header.constants_nbytes,
      InvalidProgram,
      "MPS payload: %" PRIu64 " bytes of constants at %" PRIu64
      ", the payload has %zu",
      header.constants_nbytes, header.constants_offset, nbytes);
  const auto* const bytes = static_cast<const uint8_t*>(data);
  const uint8_t* const flatbuffer = bytes + PayloadHeader::kNbytes;
  flatbuffers::Verifier verifier(flatbuffer, nbytes - PayloadHeader::kNbytes,
                                 kMaxDepth, kMaxTables);
  ET_CHECK_OR_RETURN_ERROR(mpsgraph::VerifyMPSGraphBuffer(verifier),
                           InvalidProgram,
                           "MPS payload: the flatbuffer is malformed");
  const mpsgraph::MPSGraph* const graph = mpsgraph::GetMPSGraph(flatbuffer);
  ET_CHECK_OK_OR_RETURN_ERROR(check_structure(*graph, header.constants_nbytes));
  return Payload(graph, bytes + header.constants_offset);
}

const uint8_t* Payload::constant(const mpsgraph::MPSTensor& value) const {
  const auto* const buffer = value.constant_buffer();
  if (buffer != nullptr && buffer->storage() != nullptr &&
      buffer->storage()->size() != 0) {
    return buffer->storage()->data();
  }
  return constants_ + value.segment_offset();
}

Result<ScalarType> scalar_type(mpsgraph::MPSDataType dtype) {
  switch (dtype) {
    case mpsgraph::MPSDataType::mps_data_type_float32:
      return ScalarType::Float;
    case mpsgraph::MPSDataType::mps_data_type_float16:
      return ScalarType::Half;
    case mpsgraph::MPSDataType::mps_data_type_int8:
      return ScalarType::Char;
    case mpsgraph::MPSDataType::mps_data_type_int16:
      return ScalarType::Short;
    case mpsgraph::MPSDataType::mps_data_type_int32:
      return ScalarType::Int;
    case mpsgraph::MPSDataType::mps_data_type_int64:
      return ScalarType::Long;
    case mpsgraph::MPSDataType::mps_data_type_uint8:
      return ScalarType::Byte;
    case mpsgraph::MPSDataType::mps_data_type_bool:
      return ScalarType::Bool;
    default:
      ET_LOG(Error, "MPS payload: dtype %d is not computed with",
             static_cast<int>(dtype));
      return Error::InvalidProgram;
  }
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
