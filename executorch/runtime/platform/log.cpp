#include <executorch/runtime/platform/log.h>

#include <cstdio>

#include <executorch/runtime/platform/platform.h>

namespace executorch {
namespace runtime {
namespace internal {

et_timestamp_t get_log_timestamp() { return pal_current_ticks(); }

#if ET_LOG_ENABLED
namespace {

constexpr size_t kMaxMessageBytes = 256;

et_pal_log_level_t pal_level(LogLevel level) {
  switch (level) {
    case LogLevel::Debug:
      return kDebug;
    case LogLevel::Info:
      return kInfo;
    case LogLevel::Error:
      return kError;
    case LogLevel::Fatal:
      return kFatal;
    default:
      return kUnknown;
  }
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

size_t bytes_of_character(char lead) {
  const auto c = static_cast<unsigned char>(lead);
  if (c < 0x80) {
    return 1;
  }
  if (c >= 0xF8 || c < 0xC0) {
    return 0;
  }
  return c >= 0xF0 ? 4 : (c >= 0xE0 ? 3 : 2);
}

size_t length_of_whole_characters(const char* text, size_t length) {
  size_t lead = length;
  while (lead > 0 && is_continuation(text[lead - 1])) {
    --lead;
  }
  if (lead == 0) {
    return 0;
  }
  --lead;
  return lead + bytes_of_character(text[lead]) == length ? length : lead;
}

}  // namespace
#endif

void vlogf(ET_UNUSED LogLevel level, ET_UNUSED et_timestamp_t timestamp,
           ET_UNUSED const char* filename, ET_UNUSED const char* function,
           ET_UNUSED size_t line, ET_UNUSED const char* format,
           ET_UNUSED va_list args) {
#if ET_LOG_ENABLED
  char message[kMaxMessageBytes];
  const int wanted = std::vsnprintf(message, sizeof(message), format, args);
  size_t length = wanted < 0 ? 0 : static_cast<size_t>(wanted);
  if (length > sizeof(message) - 1) {
    length = sizeof(message) - 1;
  }
  length = length_of_whole_characters(message, length);
  message[length] = '\0';
  pal_emit_log_message(timestamp, pal_level(level), filename, function, line,
                       message, length);
#endif
}

void logf(LogLevel level, et_timestamp_t timestamp, const char* filename,
          const char* function, size_t line, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vlogf(level, timestamp, filename, function, line, format, args);
  va_end(args);
}

}  // namespace internal
}  // namespace runtime
}  // namespace executorch
