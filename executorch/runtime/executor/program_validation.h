#pragma once

/// Checks of a program whose flatbuffer structure has been verified. They are
/// done once, at load; what runs later relies on them.

#include <cstddef>

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch_flatbuffer {
struct ExecutionPlan;
struct Program;
struct Tensor;
}  // namespace executorch_flatbuffer

namespace executorch {
namespace runtime {

class MemoryAllocator;

/// Checks that a tensor has sizes, that none is negative, that the element type
/// exists and that the bytes fit size_t.
///
/// @retval Error::InvalidProgram One of these does not hold.
ET_NODISCARD Error validate_tensor(const executorch_flatbuffer::Tensor* tensor);

/// Checks the values of all methods: types, tensors (but not the size of a
/// dynamic input), and that list items name values of the right type.
///
/// @param[in] check_nbytes Whether tensors must fit size_t; if not, a method
///     with one that does not is refused when it is loaded.
/// @retval Error::InvalidProgram A check fails.
ET_NODISCARD Error
validate_program(const executorch_flatbuffer::Program* program,
                 bool check_nbytes = true);

/// Checks that all segments, and what refers to them, lie within the file.
///
/// @param[in] segment_nbytes Bytes of the file from the segment base on.
/// @retval Error::InvalidProgram A check fails.
ET_NODISCARD Error validate_segments(
    const executorch_flatbuffer::Program* program, size_t segment_nbytes);

/// Checks what MethodMeta reads: name, inputs, outputs, planned buffers and
/// delegates.
///
/// @retval Error::InvalidProgram A check fails.
ET_NODISCARD Error
validate_interface(const executorch_flatbuffer::ExecutionPlan* plan);

/// Checks the instructions of a method: kinds, indices, jump targets, and that
/// no jump leads back over instructions that change nothing, which would never
/// end.
///
/// @param[in] scratch Memory that is needed if there are jumps back.
/// @retval Error::InvalidProgram A check fails.
/// @retval Error::MemoryAllocationFailed `scratch` has too little.
ET_NODISCARD Error validate_instructions(
    const executorch_flatbuffer::ExecutionPlan* plan, MemoryAllocator* scratch);

}  // namespace runtime
}  // namespace executorch
