#pragma once

/// Logging. Messages go to the platform's log hook; with ET_LOG_ENABLED=0
/// neither calls nor texts are left in the binary.

#include <cinttypes>
#include <cstdarg>
#include <cstddef>
#include <cstdint>

#include <executorch/runtime/platform/compiler.h>
#include <executorch/runtime/platform/types.h>

/// Messages below this level are not compiled in.
#ifndef ET_MIN_LOG_LEVEL
#define ET_MIN_LOG_LEVEL Info
#endif

#ifndef ET_LOG_ENABLED
#define ET_LOG_ENABLED 1
#endif

namespace executorch {
namespace runtime {

/// In rising order of weight. The runtime uses Error for a refusal whose code
/// it returns, and Fatal right before it aborts.
enum class LogLevel : uint8_t {
  Debug,
  Info,
  Error,
  Fatal,
  NumLevels,
};

namespace internal {

/// Returns the present time in ticks.
et_timestamp_t get_log_timestamp();

/// Formats a message like vprintf, cuts it at 255 bytes (never inside a UTF-8
/// character) and hands it to the platform. Use ET_LOG instead.
ET_PRINTFLIKE(6, 0)
void vlogf(LogLevel level, et_timestamp_t timestamp, const char* filename,
           const char* function, size_t line, const char* format, va_list args);

/// As vlogf(), with the arguments spelt out.
ET_PRINTFLIKE(6, 7)
void logf(LogLevel level, et_timestamp_t timestamp, const char* filename,
          const char* function, size_t line, const char* format, ...);

}  // namespace internal
}  // namespace runtime
}  // namespace executorch

#if ET_LOG_ENABLED

/// Logs a message: ET_LOG(Error, "found %d, expected %d", found, expected).
#define ET_LOG(_level, _format, ...)                                        \
  do {                                                                      \
    if (::executorch::runtime::LogLevel::_level >=                          \
        ::executorch::runtime::LogLevel::ET_MIN_LOG_LEVEL) {                \
      ::executorch::runtime::internal::logf(                                \
          ::executorch::runtime::LogLevel::_level,                          \
          ::executorch::runtime::internal::get_log_timestamp(),             \
          ET_SHORT_FILENAME, ET_FUNCTION, ET_LINE, _format, ##__VA_ARGS__); \
    }                                                                       \
  } while (0)

/// Logs an error if the condition does not hold, and goes on.
#define ET_CHECK_OR_LOG_ERROR(_condition, _format, ...) \
  do {                                                  \
    if (!(_condition)) {                                \
      ET_LOG(Error, _format, ##__VA_ARGS__);            \
    }                                                   \
  } while (0)

#else

#define ET_LOG(_level, _format, ...) ((void)0)
#define ET_CHECK_OR_LOG_ERROR(_condition, _format, ...) ((void)0)

#endif
