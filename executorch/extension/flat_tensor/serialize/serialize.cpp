#include <executorch/extension/flat_tensor/serialize/serialize.h>

#include <fstream>
#include <vector>

#include <executorch/extension/flat_tensor/serialize/flat_tensor_head.h>

namespace executorch {
namespace extension {
namespace flat_tensor {

namespace {

using runtime::Error;
using Tensors = std::map<std::string, aten::Tensor>;

size_t round_up(size_t value, size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

Error check(const Tensors& tensors, size_t alignment) {
  const uint16_t one = 1;
  ET_CHECK_OR_RETURN_ERROR(*reinterpret_cast<const uint8_t*>(&one) == 1,
                           NotSupported, "a big endian machine");
  ET_CHECK_OR_RETURN_ERROR(alignment > 0, InvalidArgument,
                           "tensors cannot be aligned to 0 bytes");
  for (const auto& [name, tensor] : tensors) {
    ET_CHECK_OR_RETURN_ERROR(
        tensor.nbytes() == 0 || tensor.const_data_ptr() != nullptr,
        InvalidArgument, "tensor %s has no data", name.c_str());
  }
  return Error::Ok;
}

/// Entries and segments of the file, a segment for each tensor; the last is not
/// filled up.
std::vector<uint8_t> head_of(const Tensors& tensors, size_t alignment) {
  std::vector<HeadEntry> entries;
  std::vector<HeadSegment> segments;
  uint64_t offset = 0;
  for (const auto& [name, tensor] : tensors) {
    entries.push_back({name,
                       tensor.scalar_type(),
                       {tensor.sizes().data(), tensor.sizes().size()},
                       {tensor.dim_order().data(), tensor.dim_order().size()},
                       segments.size()});
    segments.push_back({offset, tensor.nbytes()});
    offset += round_up(tensor.nbytes(), alignment);
  }
  return make_head(entries, segments, alignment);
}

void put_zeros(std::ostream& out, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    out.put('\0');
  }
}

void put_segments(std::ostream& out, const Tensors& tensors, size_t alignment) {
  size_t gap = 0;
  for (const auto& [name, tensor] : tensors) {
    put_zeros(out, gap);
    const size_t nbytes = tensor.nbytes();
    out.write(static_cast<const char*>(tensor.const_data_ptr()),
              static_cast<std::streamsize>(nbytes));
    gap = round_up(nbytes, alignment) - nbytes;
  }
}

Error write(std::ostream& out, const Tensors& tensors, size_t alignment) {
  const Error error = check(tensors, alignment);
  if (error != Error::Ok) {
    return error;
  }
  const std::vector<uint8_t> head = head_of(tensors, alignment);
  out.write(reinterpret_cast<const char*>(head.data()),
            static_cast<std::streamsize>(head.size()));
  put_segments(out, tensors, alignment);
  out.flush();
  ET_CHECK_OR_RETURN_ERROR(out.good(), AccessFailed,
                           "the tensors could not be written");
  return Error::Ok;
}

}  // namespace

Error save_ptd(std::ostream& out, const Tensors& tensor_map,
               const size_t tensor_alignment) {
  return write(out, tensor_map, tensor_alignment);
}

Error save_ptd(const std::string& path, const Tensors& tensor_map,
               const size_t tensor_alignment) {
  std::ofstream file(path, std::ios::binary);
  ET_CHECK_OR_RETURN_ERROR(file.is_open(), AccessFailed, "%s cannot be written",
                           path.c_str());
  return write(file, tensor_map, tensor_alignment);
}

}  // namespace flat_tensor
}  // namespace extension
}  // namespace executorch
