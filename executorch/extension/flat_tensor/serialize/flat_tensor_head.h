#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/span.h>

namespace executorch {
namespace extension {
namespace flat_tensor {

/// Named data, the layout if they are a tensor, and where they are. What is
/// pointed to must live until the head is made.
struct HeadEntry {
  std::string key;
  aten::ScalarType scalar_type;
  runtime::Span<const int32_t> sizes;
  runtime::Span<const uint8_t> dim_order;
  size_t segment_index;
  bool has_layout = true;
};

/// Bytes behind the head; the offset counts from the head's end.
struct HeadSegment {
  uint64_t offset;
  uint64_t nbytes;
};

/// Everything of a .ptd file in front of its segments: flatbuffer and header.
///
/// @param[in] entries In the order in which they are listed; several may name
///     one segment.
/// @param[in] segments In the order of their offsets.
/// @param[in] alignment Of the head's length, in bytes; a multiple of 8 so that
///     the flatbuffer is aligned.
std::vector<uint8_t> make_head(const std::vector<HeadEntry>& entries,
                               const std::vector<HeadSegment>& segments,
                               size_t alignment);

}  // namespace flat_tensor
}  // namespace extension
}  // namespace executorch
