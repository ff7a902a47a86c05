#include <executorch/backends/xnnpack/serialization/payload.h>

#include <executorch/backends/xnnpack/serialization/payload_header.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cinttypes>
#include <cstring>

namespace executorch {
namespace backends {
namespace xnnpack {

using runtime::Error;
using runtime::Result;

namespace {

/// Nesting and tables far above what payloads have; the verifier's limits.
constexpr flatbuffers::uoffset_t kMaxDepth = 16;
constexpr flatbuffers::uoffset_t kMaxTables = 16u << 20;
/// XNNPACK's limit of inputs and outputs.
constexpr uint32_t kMaxExterns = 4096;
/// Root offset and identifier.
constexpr size_t kMinFlatbufferNbytes = 8;

Error check_part(const char* what, uint64_t offset, uint64_t part,
                 uint64_t nbytes) {
  ET_CHECK_OR_RETURN_ERROR(part <= nbytes && offset <= nbytes - part,
                           InvalidProgram,
                           "XNNPACK payload: %" PRIu64
                           " bytes of %s at %" PRIu64 ", there are %" PRIu64,
                           part, what, offset, nbytes);
  return Error::Ok;
}

/// XN00 is the older form; readers of one read the other.
Error check_identifier(const uint8_t* flatbuffer) {
  const char* const found = flatbuffers::GetBufferIdentifier(flatbuffer);
  ET_CHECK_OR_RETURN_ERROR(
      std::memcmp(found, "XN01", 4) == 0 || std::memcmp(found, "XN00", 4) == 0,
      DelegateInvalidCompatibility,
      "XNNPACK payload: the identifier is %.4s, expected XN00 or XN01", found);
  return Error::Ok;
}

}  // namespace

Error Payload::find_graph(const void* data, size_t nbytes) {
  const auto* const bytes = static_cast<const uint8_t*>(data);
  const uint8_t* flatbuffer = bytes;
  size_t flatbuffer_nbytes = nbytes;
  PayloadHeader header;
  if (header.read(data, nbytes)) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_part("flatbuffer",
                                           header.flatbuffer_offset,
                                           header.flatbuffer_nbytes, nbytes));
    ET_CHECK_OK_OR_RETURN_ERROR(check_part("constants", header.constants_offset,
                                           header.constants_nbytes, nbytes));
    flatbuffer += header.flatbuffer_offset;
    flatbuffer_nbytes = header.flatbuffer_nbytes;
    segment_ = {bytes + header.constants_offset, header.constants_nbytes};
  }
  ET_CHECK_OR_RETURN_ERROR(
      flatbuffer_nbytes >= kMinFlatbufferNbytes, InvalidProgram,
      "XNNPACK payload: a flatbuffer of %zu bytes", flatbuffer_nbytes);
  ET_CHECK_OK_OR_RETURN_ERROR(check_identifier(flatbuffer));
  if (reinterpret_cast<uintptr_t>(flatbuffer) % alignof(uint64_t) != 0) {
    aligned_.resize(flatbuffer_nbytes / sizeof(uint64_t) + 1);
    std::memcpy(aligned_.data(), flatbuffer, flatbuffer_nbytes);
    flatbuffer = reinterpret_cast<const uint8_t*>(aligned_.data());
  }
  flatbuffers::Verifier verifier(flatbuffer, flatbuffer_nbytes, kMaxDepth,
                                 kMaxTables);
  ET_CHECK_OR_RETURN_ERROR(verifier.VerifyBuffer<fb_xnnpack::XNNGraph>(nullptr),
                           InvalidProgram,
                           "XNNPACK payload: the flatbuffer is malformed");
  graph_ = fb_xnnpack::GetXNNGraph(flatbuffer);
  ET_CHECK_OR_RETURN_ERROR(
      graph_->xvalues() != nullptr && graph_->xnodes() != nullptr,
      InvalidProgram, "XNNPACK payload: it has no values or no nodes");
  return Error::Ok;
}

Error Payload::find_values() {
  for (const fb_xnnpack::XValue* value : *graph_->xvalues()) {
    Value found;
    found.tensor = value->xvalue_union_as_XNNTensorValue();
    found.quantized = value->xvalue_union_as_XNNQuantizedTensorValue();
    if (found.quantized != nullptr) {
      found.tensor = found.quantized->tensor_value();
    }
    ET_CHECK_OR_RETURN_ERROR(
        found.tensor != nullptr, InvalidProgram,
        "XNNPACK payload: value %zu of kind %d has no tensor", values_.size(),
        static_cast<int>(value->xvalue_union_type()));
    const uint32_t id = found.tensor->id_out();
    ET_CHECK_OR_RETURN_ERROR(
        id != kNoId && index_of_id_.emplace(id, values_.size()).second,
        InvalidProgram,
        "XNNPACK payload: value %zu has id_out %" PRIu32 ", which is taken",
        values_.size(), id);
    const uint32_t n_dims =
        found.tensor->dims() == nullptr ? 0 : found.tensor->dims()->size();
    ET_CHECK_OR_RETURN_ERROR(found.tensor->num_dims() == n_dims, InvalidProgram,
                             "XNNPACK payload: num_dims of value %" PRIu32
                             " is %" PRIu32 ", dims has %" PRIu32,
                             id, found.tensor->num_dims(), n_dims);
    values_.push_back(found);
  }
  return Error::Ok;
}

Error Payload::find_externs() {
  const uint32_t n_externs = graph_->num_externs();
  ET_CHECK_OR_RETURN_ERROR(n_externs <= kMaxExterns, InvalidProgram,
                           "XNNPACK payload: num_externs is %" PRIu32
                           ", at most %" PRIu32 " can be",
                           n_externs, kMaxExterns);
  std::vector<bool> taken(n_externs);
  for (size_t i = 0; i < values_.size(); ++i) {
    const fb_xnnpack::XNNTensorValue& tensor = *values_[i].tensor;
    const uint32_t flags = tensor.flags();
    if (flags == 0) {
      continue;
    }
    ET_CHECK_OR_RETURN_ERROR(flags == kIsInput || flags == kIsOutput,
                             InvalidProgram,
                             "XNNPACK payload: flags of value %" PRIu32
                             " are %" PRIu32 ", expected 1 or 2",
                             tensor.id_out(), flags);
    const uint32_t id = tensor.external_id();
    ET_CHECK_OR_RETURN_ERROR(id < n_externs && !taken[id], InvalidProgram,
                             "XNNPACK payload: external_id of value %" PRIu32
                             " is %" PRIu32
                             ", which is taken or not below %" PRIu32,
                             tensor.id_out(), id, n_externs);
    taken[id] = true;
    (flags == kIsInput ? inputs_ : outputs_).push_back(i);
  }
  const auto by_external_id = [&](size_t a, size_t b) {
    return values_[a].tensor->external_id() < values_[b].tensor->external_id();
  };
  std::sort(inputs_.begin(), inputs_.end(), by_external_id);
  std::sort(outputs_.begin(), outputs_.end(), by_external_id);
  return Error::Ok;
}

Result<Payload::Constant> Payload::constant_at(
    const fb_xnnpack::ConstantDataOffset& place,
    const runtime::NamedDataMap* named_data) {
  const flatbuffers::String* const key = place.named_key();
  if (key == nullptr || key->size() == 0) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_part("a constant", place.offset(),
                                           place.size(), segment_.nbytes));
    return Constant{segment_.data + place.offset(), place.size()};
  }
  ET_CHECK_OR_RETURN_ERROR(
      named_data != nullptr, NotFound,
      "XNNPACK payload: constant %s is not in the payload, and there are no "
      "data by name: of the program, or of a .ptd file that is loaded with it",
      key->c_str());
  Result<runtime::FreeableBuffer> buffer =
      named_data->get_data({key->c_str(), key->size()});
  ET_CHECK_OK_OR_RETURN_ERROR(
      buffer.error(),
      "XNNPACK payload: constant %s is not among the data by name, or cannot "
      "be loaded",
      key->c_str());
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_part(key->c_str(), 0, place.size(), buffer->size()));
  named_.push_back(std::move(*buffer));
  return Constant{static_cast<const uint8_t*>(named_.back().data()),
                  place.size()};
}

Error Payload::find_constants(const runtime::NamedDataMap* named_data) {
  if (const auto* places = graph_->constant_data()) {
    for (uint32_t i = 0; i < places->size(); ++i) {
      if (i == 0) {
        constants_.emplace_back();  // stands for no constant
        continue;
      }
      const Result<Constant> found = constant_at(*places->Get(i), named_data);
      ET_CHECK_OK_OR_RETURN_ERROR(found.error());
      constants_.push_back(*found);
    }
  }
  const auto* const buffers = graph_->constant_buffer();
  if (constants_.size() <= 1 && buffers != nullptr) {
    constants_.clear();
    for (const fb_xnnpack::Buffer* buffer : *buffers) {
      const auto* const bytes = buffer->storage();
      constants_.push_back(bytes == nullptr
                               ? Constant()
                               : Constant{bytes->data(), bytes->size()});
    }
  }
  return Error::Ok;
}

Result<Payload> Payload::parse(const void* data, size_t nbytes,
                               const runtime::NamedDataMap* named_data) {
  Payload payload;
  ET_CHECK_OK_OR_RETURN_ERROR(payload.find_graph(data, nbytes));
  ET_CHECK_OK_OR_RETURN_ERROR(payload.find_values());
  ET_CHECK_OK_OR_RETURN_ERROR(payload.find_externs());
  ET_CHECK_OK_OR_RETURN_ERROR(payload.find_constants(named_data));
  return payload;
}

Result<std::vector<std::string>> Payload::constant_names(const void* data,
                                                         size_t nbytes) {
  Payload payload;
  ET_CHECK_OK_OR_RETURN_ERROR(payload.find_graph(data, nbytes));
  std::vector<std::string> names;
  if (const auto* places = payload.graph_->constant_data()) {
    for (const fb_xnnpack::ConstantDataOffset* place : *places) {
      if (place->named_key() != nullptr && place->named_key()->size() != 0) {
        names.push_back(place->named_key()->str());
      }
    }
  }
  return names;
}

Result<size_t> Payload::index_of(uint32_t id) const {
  const auto found = index_of_id_.find(id);
  ET_CHECK_OR_RETURN_ERROR(found != index_of_id_.end(), InvalidProgram,
                           "XNNPACK payload: a node names value %" PRIu32
                           ", which is not declared",
                           id);
  return found->second;
}

Result<Payload::Constant> Payload::constant(uint32_t index) const {
  ET_CHECK_OR_RETURN_ERROR(
      index != 0 && index < constants_.size(), InvalidProgram,
      "XNNPACK payload: constant %" PRIu32 " is named, there are %zu", index,
      constants_.size());
  return constants_[index];
}

std::vector<runtime::Span<const uint8_t>> Payload::named_constants() const {
  std::vector<runtime::Span<const uint8_t>> found;
  for (const runtime::FreeableBuffer& buffer : named_) {
    found.emplace_back(static_cast<const uint8_t*>(buffer.data()),
                       buffer.size());
  }
  return found;
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
