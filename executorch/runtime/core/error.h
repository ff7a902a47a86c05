#pragma once

/// Error codes, and macros that return them.

#include <stdint.h>

#include <executorch/runtime/platform/log.h>

namespace executorch {
namespace runtime {

typedef uint32_t error_code_t;

/// What went wrong. The numbers are part of the interface.
enum class Error : error_code_t {
  Ok = 0x00,

  /// A fault of the runtime itself, or of unknown cause.
  Internal = 0x01,
  /// The object is not in a state that allows the call.
  InvalidState = 0x02,
  /// step() was called although no instruction is left.
  EndOfMethod = 0x03,
  /// What is to be loaded has been loaded.
  AlreadyLoaded = 0x04,

  /// The operation exists but not for these arguments, or not in this build.
  NotSupported = 0x10,
  NotImplemented = 0x11,
  /// An argument has a value outside its range.
  InvalidArgument = 0x12,
  /// A value has another type than expected.
  InvalidType = 0x13,
  /// No kernel is registered for an operator of the program.
  OperatorMissing = 0x14,
  /// The kernel registry is full.
  RegistrationExceedingMaxKernels = 0x15,
  /// The kernel has been registered before.
  RegistrationAlreadyRegistered = 0x16,

  /// A named thing (method, key, backend) is not there.
  NotFound = 0x20,
  /// An allocator of the caller has too little memory.
  MemoryAllocationFailed = 0x21,
  /// Data could not be read, for example a file.
  AccessFailed = 0x22,
  /// The program file is damaged or of an unknown kind.
  InvalidProgram = 0x23,
  /// The external data do not fit the program.
  InvalidExternalData = 0x24,
  /// A resource of the system is used up.
  OutOfResources = 0x25,

  /// The delegate does not understand its payload.
  DelegateInvalidCompatibility = 0x30,
  /// The delegate could not allocate memory.
  DelegateMemoryAllocationFailed = 0x31,
  /// The delegate handle is not one of the backend.
  DelegateInvalidHandle = 0x32,
};

/// Returns the name of a code, such as "Error::NotFound", or "Error::Unknown".
constexpr const char* to_string(const Error error) {
  switch (error) {
#define ET_INTERNAL_ERROR_NAME(name) \
  case Error::name:                  \
    return "Error::" #name;
    ET_INTERNAL_ERROR_NAME(Ok)
    ET_INTERNAL_ERROR_NAME(Internal)
    ET_INTERNAL_ERROR_NAME(InvalidState)
    ET_INTERNAL_ERROR_NAME(EndOfMethod)
    ET_INTERNAL_ERROR_NAME(AlreadyLoaded)
    ET_INTERNAL_ERROR_NAME(NotSupported)
    ET_INTERNAL_ERROR_NAME(NotImplemented)
    ET_INTERNAL_ERROR_NAME(InvalidArgument)
    ET_INTERNAL_ERROR_NAME(InvalidType)
    ET_INTERNAL_ERROR_NAME(OperatorMissing)
    ET_INTERNAL_ERROR_NAME(RegistrationExceedingMaxKernels)
    ET_INTERNAL_ERROR_NAME(RegistrationAlreadyRegistered)
    ET_INTERNAL_ERROR_NAME(NotFound)
    ET_INTERNAL_ERROR_NAME(MemoryAllocationFailed)
    ET_INTERNAL_ERROR_NAME(AccessFailed)
    ET_INTERNAL_ERROR_NAME(InvalidProgram)
    ET_INTERNAL_ERROR_NAME(InvalidExternalData)
    ET_INTERNAL_ERROR_NAME(OutOfResources)
    ET_INTERNAL_ERROR_NAME(DelegateInvalidCompatibility)
    ET_INTERNAL_ERROR_NAME(DelegateMemoryAllocationFailed)
    ET_INTERNAL_ERROR_NAME(DelegateInvalidHandle)
#undef ET_INTERNAL_ERROR_NAME
  }
  return "Error::Unknown";
}

}  // namespace runtime
}  // namespace executorch

/// Logs the message and returns the error unless the condition holds:
/// ET_CHECK_OR_RETURN_ERROR(n < limit, InvalidArgument, "n is %zu", n).
#define ET_CHECK_OR_RETURN_ERROR(cond__, error__, message__, ...) \
  {                                                               \
    if (!(cond__)) {                                              \
      ET_LOG(Error, message__, ##__VA_ARGS__);                    \
      return ::executorch::runtime::Error::error__;               \
    }                                                             \
  }

/// Logs the message and returns false unless the condition holds.
#define ET_CHECK_OR_RETURN_FALSE(cond__, message__, ...)                      \
  {                                                                           \
    if (!(cond__)) {                                                          \
      ET_LOG(Error, "Check failed (%s): " message__, #cond__, ##__VA_ARGS__); \
      return false;                                                           \
    }                                                                         \
  }

/// Returns an error that is not Ok to the caller. A message may follow, with up
/// to eight arguments; it is logged first:
/// ET_CHECK_OK_OR_RETURN_ERROR(load(i), "input %zu", i).
#define ET_CHECK_OK_OR_RETURN_ERROR(...)                                     \
  ET_INTERNAL_SELECT_OK(__VA_ARGS__, MSG, MSG, MSG, MSG, MSG, MSG, MSG, MSG, \
                        MSG, ONLY, unused)                                   \
  (__VA_ARGS__)

#define ET_INTERNAL_SELECT_OK(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, kind, \
                              ...)                                           \
  ET_INTERNAL_OK_OR_RETURN_##kind

#define ET_INTERNAL_OK_OR_RETURN_ONLY(error__)            \
  do {                                                    \
    const auto et_error__ = (error__);                    \
    if (et_error__ != ::executorch::runtime::Error::Ok) { \
      return et_error__;                                  \
    }                                                     \
  } while (0)

#define ET_INTERNAL_OK_OR_RETURN_MSG(error__, message__, ...) \
  do {                                                        \
    const auto et_error__ = (error__);                        \
    if (et_error__ != ::executorch::runtime::Error::Ok) {     \
      ET_LOG(Error, message__, ##__VA_ARGS__);                \
      return et_error__;                                      \
    }                                                         \
  } while (0)
