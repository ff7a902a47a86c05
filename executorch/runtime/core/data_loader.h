#pragma once

#include <cstddef>

#include <executorch/runtime/core/freeable_buffer.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {

/// Where the bytes of a program come from: a file, a mapping, memory. Const
/// functions may be called from several threads.
class DataLoader {
 public:
  /// What a load is for. Loaders may use it, for instance to choose a memory.
  struct SegmentInfo {
    enum class Type {
      /// The program itself.
      Program,
      /// Constants of the program.
      Constant,
      /// The payload of a delegate.
      Backend,
      /// Initial values of mutable tensors.
      Mutable,
      /// Data outside the program file.
      External,
    };

    Type segment_type = Type::Program;
    /// Index of the segment in the file; 0 for the program.
    size_t segment_index = 0;
    /// Of a Backend segment, the id of the backend; nullptr otherwise. Valid
    /// during the call.
    const char* descriptor = nullptr;

    SegmentInfo() = default;
    explicit SegmentInfo(Type segment_type_, size_t segment_index_ = 0,
                         const char* descriptor_ = nullptr)
        : segment_type(segment_type_),
          segment_index(segment_index_),
          descriptor(descriptor_) {}
  };

  virtual ~DataLoader() = default;

  /// Returns the `size` bytes at `offset`. The caller owns the buffer; the
  /// loader must outlive it.
  ///
  /// @retval Error::InvalidArgument The range is not within the data.
  /// @retval Error::AccessFailed The data could not be read.
  /// @retval Error::MemoryAllocationFailed There is no memory for them.
  ET_NODISCARD virtual Result<FreeableBuffer> load(
      size_t offset, size_t size, const SegmentInfo& segment_info) const = 0;

  /// Copies the `size` bytes at `offset` to `buffer`, which has room for them.
  ///
  /// @retval Error::NotImplemented This loader cannot do it.
  /// Otherwise as load().
  ET_NODISCARD virtual Error load_into(
      ET_UNUSED size_t offset, ET_UNUSED size_t size,
      ET_UNUSED const SegmentInfo& segment_info, ET_UNUSED void* buffer) const {
    ET_LOG(Error, "this data loader has no load_into()");
    return Error::NotImplemented;
  }

  /// Returns the number of bytes there are.
  ///
  /// @retval Error::AccessFailed It cannot be found out.
  ET_NODISCARD virtual Result<size_t> size() const = 0;
};

}  // namespace runtime
}  // namespace executorch
