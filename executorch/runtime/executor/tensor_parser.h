#pragma once

/// Makes tensors and lists of a method from the program.

#include <optional>

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/executor/memory_manager.h>
#include <executorch/runtime/executor/program.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {
namespace deserialization {

/// A constant from outside of the program.
struct NamedData {
  /// Belongs to the program.
  const char* key;
  FreeableBuffer buffer;
};

/// Returns the entry of a key, or nullptr.
NamedData* get_data_by_key(const char* key, Span<NamedData> entries);

/// Makes a tensor in the method allocator's memory.
///
/// @param[in] named_data_map Initial values from outside, or nullptr.
/// @param[in] external_constants Constants from outside.
/// @retval Error::InvalidProgram Sizes, type, dim order, or the place of the
///     data are invalid.
/// @retval Error::NotSupported The tensor has no upper bound or an offset.
/// @retval Error::MemoryAllocationFailed Method or planned memory is too small.
/// @retval Error::InvalidExternalData Data from outside are missing or of
///     another layout.
ET_NODISCARD Result<aten::Tensor> parseTensor(
    const Program* program, MemoryManager* memory_manager,
    const executorch_flatbuffer::Tensor* s_tensor,
    const NamedDataMap* named_data_map = nullptr,
    Span<NamedData> external_constants = {});

/// Makes a list of tensors, which are read when the list is.
///
/// @param[in] values All `values_len` values of the method.
/// @retval Error::InvalidProgram An index is out of range.
/// @retval Error::InvalidType An index names no tensor.
/// @retval Error::MemoryAllocationFailed Method memory is too small.
ET_NODISCARD Result<BoxedEvalueList<aten::Tensor>> parseTensorList(
    const flatbuffers::Vector<int32_t>* tensor_indices, EValue* values,
    size_t values_len, MemoryManager* memory_manager);

/// Checks that a tensor of the program has the layout that its data from
/// outside have.
///
/// @retval Error::InvalidExternalData It has not.
ET_NODISCARD Error
validateTensorLayout(const executorch_flatbuffer::Tensor* s_tensor,
                     const TensorLayout& expected_layout);

namespace internal {

/// Resolves list indices to values; -1 becomes nullptr if `none_allowed`.
ET_NODISCARD Result<EValue**> parse_indices(
    const flatbuffers::Vector<int32_t>* indices, EValue* values,
    size_t values_len, bool none_allowed, MemoryManager* memory_manager);

}  // namespace internal

/// As parseTensorList(), for lists of T or None (index -1).
template <typename T>
ET_NODISCARD Result<BoxedEvalueList<std::optional<T>>> parseListOptionalType(
    const flatbuffers::Vector<int32_t>* value_indices, EValue* values,
    size_t values_len, MemoryManager* memory_manager) {
  Result<EValue**> elements = internal::parse_indices(
      value_indices, values, values_len, true, memory_manager);
  if (!elements.ok()) {
    return elements.error();
  }
  const size_t size = value_indices->size();
  auto* const room =
      memory_manager->method_allocator()->allocateList<std::optional<T>>(size);
  if (room == nullptr) {
    return Error::MemoryAllocationFailed;
  }
  for (size_t i = 0; i < size; ++i) {
    new (&room[i]) std::optional<T>();
    if ((*elements)[i] != nullptr) {
      Result<std::optional<T>> element =
          (*elements)[i]->template tryToOptional<T>();
      if (!element.ok()) {
        return element.error();
      }
      new (&room[i]) std::optional<T>(*element);
    }
  }
  return BoxedEvalueList<std::optional<T>>(*elements, room,
                                           static_cast<int>(size));
}

/// Returns where the data of a tensor are: in the program, in planned memory
/// (with initial values filled in), or outside; nullptr if the caller supplies
/// them.
ET_NODISCARD Result<void*> getTensorDataPtr(
    const executorch_flatbuffer::Tensor* s_tensor, const Program* program,
    size_t nbytes, HierarchicalAllocator* allocator,
    const NamedDataMap* named_data_map = nullptr,
    Span<NamedData> external_constants = {});

}  // namespace deserialization
}  // namespace runtime
}  // namespace executorch

/// The namespace of earlier releases.
namespace torch {
namespace executor {
namespace deserialization {
using namespace ::executorch::runtime::deserialization;
}  // namespace deserialization
}  // namespace executor
}  // namespace torch
