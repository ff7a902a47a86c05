#pragma once

#include <string_view>

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/core/tag.h>

namespace executorch_flatbuffer {
struct ExecutionPlan;
struct Tensor;
}  // namespace executorch_flatbuffer

namespace executorch {
namespace runtime {

namespace testing {
class TensorInfoTestFriend;
}  // namespace testing

/// What a program says about a tensor. Valid as long as the program.
class TensorInfo final {
 public:
  TensorInfo() = delete;

  /// Sizes; of a dynamic tensor the upper bounds.
  Span<const int32_t> sizes() const { return sizes_; }
  /// Dimensions from the outermost in memory to the innermost.
  Span<const uint8_t> dim_order() const { return dim_order_; }
  aten::ScalarType scalar_type() const { return scalar_type_; }
  /// Whether the program gives the tensor its memory. If not, the caller does:
  /// with Method::set_input() or Method::set_output_data_ptr().
  bool is_memory_planned() const { return is_memory_planned_; }
  /// Bytes of all elements.
  size_t nbytes() const { return nbytes_; }
  /// Name of an attribute; empty for inputs and outputs.
  std::string_view name() const { return name_; }

 private:
  friend class MethodMeta;
  friend class testing::TensorInfoTestFriend;

  /// @retval Error::InvalidArgument A size is negative, the type is invalid, or
  ///     the bytes do not fit size_t.
  static Result<TensorInfo> create(Span<const int32_t> sizes,
                                   Span<const uint8_t> dim_order,
                                   aten::ScalarType scalar_type,
                                   const bool is_memory_planned,
                                   std::string_view name);
  static Result<TensorInfo> create(
      const executorch_flatbuffer::Tensor* s_tensor, std::string_view name);

  TensorInfo(Span<const int32_t> sizes, Span<const uint8_t> dim_order,
             aten::ScalarType scalar_type, const bool is_memory_planned,
             std::string_view name, size_t nbytes)
      : sizes_(sizes),
        dim_order_(dim_order),
        name_(name),
        scalar_type_(scalar_type),
        is_memory_planned_(is_memory_planned),
        nbytes_(nbytes) {}

  Span<const int32_t> sizes_;
  Span<const uint8_t> dim_order_;
  std::string_view name_;
  aten::ScalarType scalar_type_;
  bool is_memory_planned_;
  size_t nbytes_;
};

/// What a program says about a method, known without loading the method. Valid
/// as long as the program.
class MethodMeta final {
 public:
  MethodMeta() = delete;

  const char* name() const;

  /// Inputs and outputs. An index that is too large gives
  /// Error::InvalidArgument, as does a tensor question about another type.
  size_t num_inputs() const;
  Result<Tag> input_tag(size_t index) const;
  Result<TensorInfo> input_tensor_meta(size_t index) const;
  size_t num_outputs() const;
  Result<Tag> output_tag(size_t index) const;
  Result<TensorInfo> output_tensor_meta(size_t index) const;

  /// Named tensors, such as parameters and buffers.
  size_t num_attributes() const;
  Result<TensorInfo> attribute_tensor_meta(size_t index) const;

  /// The buffers that the caller supplies as planned memory, with their sizes
  /// in bytes.
  size_t num_memory_planned_buffers() const;
  Result<int64_t> memory_planned_buffer_size(size_t index) const;
  Result<etensor::Device> memory_planned_buffer_device(size_t index) const;

  /// Backends of the delegates, one for each delegate.
  bool uses_backend(const char* backend_name) const;
  size_t num_backends() const;
  Result<const char*> get_backend_name(size_t index) const;

  /// Instructions of all chains.
  ET_EXPERIMENTAL size_t num_instructions() const;

  ET_DEPRECATED size_t num_non_const_buffers() const {
    return num_memory_planned_buffers();
  }
  Result<int64_t> non_const_buffer_size(size_t index) const {
    return memory_planned_buffer_size(index);
  }

 private:
  friend class Method;
  friend class Program;

  explicit MethodMeta(const executorch_flatbuffer::ExecutionPlan* s_plan)
      : s_plan_(s_plan) {}

  const executorch_flatbuffer::ExecutionPlan* s_plan_;
};

}  // namespace runtime
}  // namespace executorch
