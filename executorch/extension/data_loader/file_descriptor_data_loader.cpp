#include <executorch/extension/data_loader/file_descriptor_data_loader.h>

#include <climits>
#include <cstring>

namespace executorch {
namespace extension {

using runtime::Error;
using runtime::Result;

namespace {

/// Returns the number behind "fd:///", or -1.
int parse_uri(const char* uri) {
  constexpr char kPrefix[] = "fd:///";
  constexpr size_t kPrefixLength = sizeof(kPrefix) - 1;
  if (uri == nullptr || std::strncmp(uri, kPrefix, kPrefixLength) != 0 ||
      uri[kPrefixLength] == '\0') {
    return -1;
  }
  int number = 0;
  for (const char* c = uri + kPrefixLength; *c != '\0'; ++c) {
    if (*c < '0' || *c > '9' || number > (INT_MAX - 9) / 10) {
      return -1;
    }
    number = number * 10 + (*c - '0');
  }
  return number;
}

}  // namespace

Result<FileDescriptorDataLoader>
FileDescriptorDataLoader::fromFileDescriptorUri(const char* file_descriptor_uri,
                                                size_t alignment) {
  ET_CHECK_OR_RETURN_ERROR(alignment > 0 && (alignment & (alignment - 1)) == 0,
                           InvalidArgument, "alignment %zu is no power of two",
                           alignment);
  const int fd = parse_uri(file_descriptor_uri);
  ET_CHECK_OR_RETURN_ERROR(
      fd >= 0, InvalidArgument,
      "'%s' is no file descriptor, expected fd:///<number>",
      file_descriptor_uri == nullptr ? "" : file_descriptor_uri);
  Result<FileDataLoader> file =
      FileDataLoader::from_descriptor(fd, file_descriptor_uri, alignment);
  if (!file.ok()) {
    return file.error();
  }
  return FileDescriptorDataLoader(std::move(*file));
}

}  // namespace extension
}  // namespace executorch
