#pragma once

/// Checks that abort. They guard invariants of code; file contents, tensor
/// arguments and the like are answered with an Error (core/error.h).

#include <executorch/runtime/platform/abort.h>
#include <executorch/runtime/platform/compiler.h>
#include <executorch/runtime/platform/log.h>

/// Logs that an assertion failed. Use ET_CHECK_MSG instead.
#define ET_ASSERT_MESSAGE_EMIT(_format, ...) \
  ET_LOG(Fatal, "%s: assertion failed" _format, ET_FUNCTION, ##__VA_ARGS__)

/// Aborts with a printf-like message if the condition does not hold.
#define ET_CHECK_MSG(_cond, _format, ...)                               \
  do {                                                                  \
    if ET_UNLIKELY (!(_cond)) {                                         \
      ET_ASSERT_MESSAGE_EMIT(" (%s): " _format, #_cond, ##__VA_ARGS__); \
      ::executorch::runtime::runtime_abort();                           \
    }                                                                   \
  } while (0)

/// Aborts if the condition does not hold.
#define ET_CHECK(_cond)                       \
  do {                                        \
    if ET_UNLIKELY (!(_cond)) {               \
      ET_ASSERT_MESSAGE_EMIT(": %s", #_cond); \
      ::executorch::runtime::runtime_abort(); \
    }                                         \
  } while (0)

/// As ET_CHECK and ET_CHECK_MSG, in builds without NDEBUG only.
/// ET_DEBUG_ONLY marks a variable that only such checks read.
#ifdef NDEBUG
#define ET_DCHECK_MSG(_cond, _format, ...) ((void)0)
#define ET_DCHECK(_cond) ((void)0)
#define ET_DEBUG_ONLY [[maybe_unused]]
#else
#define ET_DCHECK_MSG(_cond, _format, ...) \
  ET_CHECK_MSG(_cond, _format, ##__VA_ARGS__)
#define ET_DCHECK(_cond) ET_CHECK(_cond)
#define ET_DEBUG_ONLY
#endif

/// Marks a place that control never reaches; aborts if it does.
#define ET_ASSERT_UNREACHABLE()              \
  do {                                       \
    ET_CHECK_MSG(false, "unreachable code"); \
    ET_UNREACHABLE();                        \
  } while (0)

#define ET_ASSERT_UNREACHABLE_MSG(_format, ...)                       \
  do {                                                                \
    ET_CHECK_MSG(false, "unreachable code: " _format, ##__VA_ARGS__); \
    ET_UNREACHABLE();                                                 \
  } while (0)
