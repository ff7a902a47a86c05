#pragma once

#include <executorch/runtime/core/event_tracer.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/named_data_map.h>

namespace executorch {
namespace runtime {

/// What a backend has at hand while its options are set or read: nothing yet.
class BackendOptionContext final {
 public:
  explicit BackendOptionContext() {}
};

}  // namespace runtime
}  // namespace executorch
