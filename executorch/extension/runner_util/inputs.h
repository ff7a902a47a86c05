#pragma once

#include <executorch/runtime/core/span.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/method_meta.h>

#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

namespace executorch {
namespace extension {

using runtime::Method;
using runtime::TensorInfo;

/// Frees buffers, and the array of their addresses, when it ends. All of them
/// come from malloc().
class BufferCleanup final {
 public:
  explicit BufferCleanup(runtime::Span<void*> buffers) : buffers_(buffers) {}
  BufferCleanup(BufferCleanup&& other) noexcept
      : buffers_(std::exchange(other.buffers_, runtime::Span<void*>())) {}
  ~BufferCleanup() {
    for (void* buffer : buffers_) {
      std::free(buffer);
    }
    std::free(buffers_.data());
  }

  BufferCleanup(const BufferCleanup&) = delete;
  BufferCleanup& operator=(const BufferCleanup&) = delete;
  BufferCleanup& operator=(BufferCleanup&&) noexcept = delete;

 private:
  runtime::Span<void*> buffers_;
};

/// Limits, since the sizes come from the program.
struct PrepareInputTensorsOptions {
  /// Bytes of all input tensors.
  size_t max_total_allocation_size = 1024 * 1024 * 1024;
  /// Number of inputs.
  size_t max_inputs = 1024;
};

/// Sets all inputs of a method that are tensors, to memory that the result owns
/// and which must outlive the executions.
///
/// @param[in] method The method.
/// @param[in] options Limits.
/// @param[in] input_buffers Address and bytes of each input, copied; also of
///     those that are int64_t, double and bool. If empty, all elements of
///     tensors are ones, and inputs that are no tensors are left alone.
/// @retval Error::InvalidArgument Buffers are as many as the inputs, or an
/// input
///     has another size than its buffer.
/// @retval Error::InvalidProgram A limit is exceeded.
/// @retval Error::MemoryAllocationFailed No memory.
/// Otherwise what set_input() returns.
runtime::Result<BufferCleanup> prepare_input_tensors(
    Method& method, PrepareInputTensorsOptions options = {},
    const std::vector<std::pair<char*, size_t>>& input_buffers = {});

namespace internal {

/// Makes `data_ptr` the data of an input tensor, filled with ones if
/// `fill_tensor`.
///
/// @retval Error::InvalidArgument Elements of this type are not filled.
runtime::Error fill_and_set_input(Method& method, TensorInfo& tensor_meta,
                                  size_t input_index, void* data_ptr,
                                  bool fill_tensor = true);

}  // namespace internal
}  // namespace extension
}  // namespace executorch

/// The names of earlier releases.
namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::BufferCleanup;
using ::executorch::extension::prepare_input_tensors;
}  // namespace util
}  // namespace executor
}  // namespace torch
