#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/core/defines.h>
#include <executorch/runtime/platform/compiler.h>

#if defined(__linux__)
#undef None  // X.h defines it
#endif

namespace executorch {
namespace runtime {

#define EXECUTORCH_FORALL_TAGS(_) \
  _(None)                         \
  _(Tensor)                       \
  _(String)                       \
  _(Double)                       \
  _(Int)                          \
  _(Bool)                         \
  _(ListBool)                     \
  _(ListDouble)                   \
  _(ListInt)                      \
  _(ListTensor)                   \
  _(ListScalar)                   \
  _(ListOptionalTensor)

/// The type of what an EValue or a Scalar holds.
enum class Tag : uint32_t {
#define ET_INTERNAL_DEFINE_TAG(x) x,
  EXECUTORCH_FORALL_TAGS(ET_INTERNAL_DEFINE_TAG)
#undef ET_INTERNAL_DEFINE_TAG
};

#if ET_ENABLE_ENUM_STRINGS
/// Returns the name of a tag, or "Unknown".
const char* tag_to_string(Tag tag);
#endif

/// Writes the name of a tag (its number in builds without names) to `buffer`,
/// cut to `buffer_size` bytes with the terminating zero.
///
/// @returns The length of the whole name, without the zero.
size_t tag_to_string(Tag tag, char* buffer, size_t buffer_size);

/// A buffer of this many bytes takes every name.
constexpr size_t kTagNameBufferSize = sizeof("ListOptionalTensor");

}  // namespace runtime
}  // namespace executorch
