#pragma once

/// Names for what differs between compilers.

#include <stddef.h>
#include <sys/types.h>

#include <executorch/runtime/platform/torch_namespace.h>

#if !defined(_MSC_VER) && __cplusplus < 201703L
#error "ExecuTorch headers need C++17"
#endif

#define ET_NORETURN [[noreturn]]
#define ET_DEPRECATED [[deprecated]]
#define ET_EXPERIMENTAL [[deprecated("experimental: may change or go away")]]
#define ET_FALLTHROUGH [[fallthrough]]
#define ET_NODISCARD [[nodiscard]]
#define ET_UNUSED [[maybe_unused]]

#if __cplusplus >= 202002L
#define ET_LIKELY(expr) (expr) [[likely]]
#define ET_UNLIKELY(expr) (expr) [[unlikely]]
#else
#define ET_LIKELY(expr) (expr)
#define ET_UNLIKELY(expr) (expr)
#endif

#if defined(_MSC_VER)
#define ET_NOINLINE __declspec(noinline)
#define ET_INLINE __forceinline
#define ET_RESTRICT __restrict
#define ET_WEAK
#define ET_PRINTFLIKE(format_index, first_arg_index)
#define ET_UNREACHABLE() __assume(0)
#else
#define ET_NOINLINE __attribute__((noinline))
#define ET_INLINE __attribute__((always_inline)) inline
#define ET_RESTRICT __restrict__
#define ET_WEAK __attribute__((weak))
#define ET_PRINTFLIKE(format_index, first_arg_index) \
  __attribute__((format(printf, format_index, first_arg_index)))
#define ET_UNREACHABLE() __builtin_unreachable()
#endif

#ifndef __has_builtin
#define __has_builtin(x) (0)
#endif

/// The base name of the current source file.
#if defined(__FILE_NAME__)
#define ET_SHORT_FILENAME __FILE_NAME__
#elif defined(__GNUC__)
#define ET_SHORT_FILENAME (__builtin_strrchr("/" __FILE__, '/') + 1)
#else
#define ET_SHORT_FILENAME __FILE__
#endif

#define ET_LINE __LINE__
#define ET_FUNCTION __FUNCTION__

/// printf conversions for size_t and ssize_t.
#if defined(__XTENSA__)
#define ET_PRIsize_t "u"
#define ET_PRIssize_t "d"
#else
#define ET_PRIsize_t "zu"
#define ET_PRIssize_t "zd"
#endif

#ifndef ET_HAVE_GNU_STATEMENT_EXPRESSIONS
#if defined(__GNUC__) || defined(__clang__)
#define ET_HAVE_GNU_STATEMENT_EXPRESSIONS 1
#else
#define ET_HAVE_GNU_STATEMENT_EXPRESSIONS 0
#endif
#endif

#if defined(_MSC_VER)
using ssize_t = ptrdiff_t;
#endif

#if defined(__EXCEPTIONS) || (defined(_HAS_EXCEPTIONS) && _HAS_EXCEPTIONS)
#define ET_HAS_EXCEPTIONS 1
#else
#define ET_HAS_EXCEPTIONS 0
#endif

/// Older spellings, for sources written against earlier releases.
#define __ET_DEPRECATED ET_DEPRECATED
#define __ET_FALLTHROUGH ET_FALLTHROUGH
#define __ET_FUNCTION ET_FUNCTION
#define __ET_HAVE_GNU_STATEMENT_EXPRESSIONS ET_HAVE_GNU_STATEMENT_EXPRESSIONS
#define __ET_INLINE ET_INLINE
#define __ET_LIKELY ET_LIKELY
#define __ET_LINE ET_LINE
#define __ET_NODISCARD ET_NODISCARD
#define __ET_NOINLINE ET_NOINLINE
#define __ET_NORETURN ET_NORETURN
#define __ET_PRINTFLIKE ET_PRINTFLIKE
#define __ET_SHORT_FILENAME ET_SHORT_FILENAME
#define __ET_UNLIKELY ET_UNLIKELY
#define __ET_UNREACHABLE ET_UNREACHABLE
#define __ET_UNUSED ET_UNUSED
#define __ET_WEAK ET_WEAK
