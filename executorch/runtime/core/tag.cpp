#include <executorch/runtime/core/tag.h>

#include <cstdio>

namespace executorch {
namespace runtime {

#if ET_ENABLE_ENUM_STRINGS
const char* tag_to_string(Tag tag) {
  static constexpr const char* kNames[] = {
#define ET_INTERNAL_TAG_NAME(x) #x,
      EXECUTORCH_FORALL_TAGS(ET_INTERNAL_TAG_NAME)
#undef ET_INTERNAL_TAG_NAME
  };
  const auto index = static_cast<size_t>(tag);
  return index < sizeof(kNames) / sizeof(kNames[0]) ? kNames[index] : "Unknown";
}
#endif

size_t tag_to_string(Tag tag, char* buffer, size_t buffer_size) {
#if ET_ENABLE_ENUM_STRINGS
  const int length =
      std::snprintf(buffer, buffer_size, "%s", tag_to_string(tag));
#else
  const int length =
      std::snprintf(buffer, buffer_size, "%u", static_cast<unsigned>(tag));
#endif
  return length < 0 ? 0 : static_cast<size_t>(length);
}

}  // namespace runtime
}  // namespace executorch
