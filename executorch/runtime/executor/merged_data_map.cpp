#include <executorch/runtime/executor/merged_data_map.h>

namespace executorch {
namespace runtime {
namespace internal {

namespace {

bool lacks_tensor(const NamedDataMap& map, const char* key) {
  const Error error = map.get_tensor_layout(key).error();
  return error == Error::NotFound || error == Error::NotImplemented;
}

}  // namespace

Result<MergedDataMap> MergedDataMap::load(const NamedDataMap* first,
                                          const NamedDataMap* second) {
  ET_CHECK_OR_RETURN_ERROR(first != nullptr && second != nullptr,
                           InvalidArgument, "a data map is missing");
  const Result<uint32_t> num_first = first->get_num_keys();
  const Result<uint32_t> num_second = second->get_num_keys();
  if (!num_first.ok() || !num_second.ok()) {
    return num_first.ok() ? num_second.error() : num_first.error();
  }
  for (uint32_t i = 0; i < *num_first; ++i) {
    const Result<const char*> key = first->get_key(i);
    if (!key.ok()) {
      return key.error();
    }
    ET_CHECK_OR_RETURN_ERROR(lacks_tensor(*second, *key), InvalidArgument,
                             "both data maps have the key %s", *key);
  }
  return MergedDataMap(first, second, *num_first, *num_second);
}

Result<const TensorLayout> MergedDataMap::get_tensor_layout(
    std::string_view key) const {
  const Result<const TensorLayout> layout = first_->get_tensor_layout(key);
  if (layout.ok()) {
    return *layout;
  }
  if (layout.error() != Error::NotFound) {
    return layout.error();
  }
  return second_->get_tensor_layout(key);
}

Result<FreeableBuffer> MergedDataMap::get_data(std::string_view key) const {
  Result<FreeableBuffer> data = first_->get_data(key);
  if (data.error() != Error::NotFound) {
    return data;
  }
  return second_->get_data(key);
}

Result<uint32_t> MergedDataMap::get_num_keys() const {
  return num_first_keys_ + num_second_keys_;
}

Result<const char*> MergedDataMap::get_key(uint32_t index) const {
  ET_CHECK_OR_RETURN_ERROR(index < num_first_keys_ + num_second_keys_,
                           InvalidArgument, "key %" PRIu32 " of %" PRIu32,
                           index, num_first_keys_ + num_second_keys_);
  return index < num_first_keys_ ? first_->get_key(index)
                                 : second_->get_key(index - num_first_keys_);
}

}  // namespace internal
}  // namespace runtime
}  // namespace executorch
