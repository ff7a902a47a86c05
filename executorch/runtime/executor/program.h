#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <executorch/runtime/backend/backend_options_map.h>
#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/event_tracer.h>
#include <executorch/runtime/core/freeable_buffer.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/executor/memory_manager.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/method_meta.h>
#include <executorch/runtime/executor/pte_data_map.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch_flatbuffer {
struct Program;
}  // namespace executorch_flatbuffer

namespace executorch {
namespace runtime {

namespace testing {
class ProgramTestFriend;
}  // namespace testing

namespace deserialization {
class TensorParser;
}  // namespace deserialization

/// A program file that has been loaded and checked. Const functions may be
/// called from several threads.
class Program final {
 public:
  /// How much of a file load() checks. Both levels check everything that could
  /// make the runtime read or write outside of its data; with Minimal, tensors
  /// that are too large for the machine are found when their method is loaded.
  enum class Verification : uint8_t {
    Minimal,
    InternalConsistency,
  };

  /// Largest Program.version that is understood.
  static constexpr uint32_t kMaxSupportedSchemaVersion = 0;

  /// Reads and checks a program. The file is untrusted: a damaged one is
  /// refused, here or by load_method().
  ///
  /// @param[in] loader Where the file comes from; must outlive the program and
  ///     its methods.
  /// @retval Error::InvalidProgram The file is cut off, damaged, or of another
  ///     kind or version.
  /// @retval Error::InvalidArgument The loader's memory is not aligned to
  ///     alignof(std::max_align_t).
  /// Otherwise what the loader returns.
  ET_NODISCARD static Result<Program> load(
      DataLoader* loader, Verification verification = Verification::Minimal);

  ET_DEPRECATED ET_NODISCARD static Result<Program> Load(
      DataLoader* loader, Verification verification = Verification::Minimal) {
    return load(loader, verification);
  }

  Program(Program&&) noexcept = default;
  ~Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  Program& operator=(Program&&) noexcept = delete;

  /// Returns `nbytes` bytes of a constant. They live as long as the program.
  ///
  /// @retval Error::InvalidArgument There is no such constant, or it has fewer
  ///     bytes.
  Result<const void*> get_constant_buffer_data(size_t buffer_idx,
                                               size_t nbytes) const;

  /// Returns the named data of the program, valid as long as the program.
  ///
  /// @retval Error::NotFound It has none.
  Result<const NamedDataMap*> get_named_data_map() const;

  size_t num_methods() const;

  /// Returns the name of a method, valid as long as the program.
  ///
  /// @retval Error::InvalidArgument There is no such method.
  /// @retval Error::InvalidProgram It has no name.
  Result<const char*> get_method_name(size_t method_index) const;

  /// Loads a method.
  ///
  /// @param[in] method_name One of the program's method names.
  /// @param[in] memory_manager All the memory of the method; must outlive it.
  /// @param[in] event_tracer Told what happens, if not nullptr; must outlive
  ///     the method.
  /// @param[in] named_data_map Data outside of the program, if not nullptr;
  ///     must outlive the method.
  /// @param[in] backend_options Options for the backends, if not nullptr.
  /// @param[in] kernel_registry Kernels for this method only, looked at before
  ///     the registered ones; must outlive the method.
  /// @retval Error::InvalidArgument There is no such method.
  /// @retval Error::InvalidProgram The method is damaged.
  /// @retval Error::OperatorMissing A kernel is missing; all of them are
  /// logged.
  /// @retval Error::MemoryAllocationFailed The memory is too small.
  /// @retval Error::InvalidExternalData Data outside of the program are missing
  ///     or do not fit.
  /// @retval Error::NotFound A backend is not registered or not available.
  /// @retval Error::NotSupported A tensor has no upper bound.
  /// Otherwise what a backend returns.
  Result<Method> load_method(
      const char* method_name, MemoryManager* memory_manager,
      EventTracer* event_tracer = nullptr,
      const NamedDataMap* named_data_map = nullptr,
      const LoadBackendOptionsMap* backend_options = nullptr,
      Span<const Kernel> kernel_registry = {}) const;

  /// Returns what the program says about a method.
  ///
  /// @retval Error::InvalidArgument There is no such method.
  /// @retval Error::InvalidProgram The method is damaged.
  Result<MethodMeta> method_meta(const char* method_name) const;

  /// How the exporter flattened the results of a method, in its own notation.
  ///
  /// @retval Error::InvalidProgram The program does not say.
  ET_DEPRECATED Result<const char*> get_output_flattening_encoding(
      const char* method_name = "forward") const;

  enum HeaderStatus {
    /// A program that this runtime reads.
    CompatibleVersion,
    /// A program of another version of the format.
    IncompatibleVersion,
    /// No program.
    NotPresent,
    /// Too few bytes to tell.
    ShortData,
  };

  /// Bytes that check_header() needs.
  static constexpr size_t kMinHeadBytes = 64;

  /// Tells by the first `size` bytes of a file whether it is a program.
  static HeaderStatus check_header(const void* data, size_t size);

 private:
  friend class BackendDelegate;
  friend class Executor;
  friend class Method;
  friend class deserialization::TensorParser;
  friend class testing::ProgramTestFriend;

  Program(DataLoader* loader, size_t segment_base_offset,
          FreeableBuffer&& program_data,
          const executorch_flatbuffer::Program* internal_program,
          FreeableBuffer&& constant_segment_data,
          std::optional<internal::PteDataMap>&& pte_data_map)
      : program_data_(std::move(program_data)),
        loader_(segment_base_offset > 0 ? loader : nullptr),
        internal_program_(internal_program),
        segment_base_offset_(segment_base_offset),
        constant_segment_data_(std::move(constant_segment_data)),
        pte_data_map_(std::move(pte_data_map)) {}

  const executorch_flatbuffer::Program* get_internal_program() const {
    return internal_program_;
  }

  /// Returns a delegate payload that lies within the flatbuffer.
  Error get_backend_delegate_data(size_t index, const void** out_data,
                                  size_t* out_size) const;

  ET_NODISCARD Result<FreeableBuffer> LoadSegment(
      const DataLoader::SegmentInfo& segment_info) const;

  /// Copies `size` bytes of initial values to `buffer`.
  ET_NODISCARD Error load_mutable_subsegment_into(
      size_t mutable_data_segments_index, size_t offset_index, size_t size,
      void* buffer) const;

  FreeableBuffer program_data_;
  /// nullptr if there are no segments.
  DataLoader* loader_;
  const executorch_flatbuffer::Program* internal_program_;
  size_t segment_base_offset_;
  FreeableBuffer constant_segment_data_;
  std::optional<internal::PteDataMap> pte_data_map_;
};

}  // namespace runtime
}  // namespace executorch
