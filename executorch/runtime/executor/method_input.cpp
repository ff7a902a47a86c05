#include <executorch/runtime/executor/method.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>

#include <executorch/runtime/core/exec_aten/util/scalar_type_info.h>
#include <executorch/runtime/core/exec_aten/util/tensor_shape_to_c_string.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace {

template <typename T>
auto list_text(ArrayRef<T> list) {
  return tensor_shape_to_c_string(Span<const T>(list.data(), list.size()));
}

/// Checks sizes against those of the program: equal, or not above the bounds.
Error check_input_sizes(const TensorInfo& info, const aten::Tensor& dst,
                        const aten::Tensor& src, ET_UNUSED size_t input_idx) {
  const Span<const int32_t> limits = info.sizes();
  const auto sizes = src.sizes();
  bool fits = sizes.size() == limits.size();
  const bool is_static = dst.shape_dynamism() == TensorShapeDynamism::STATIC;
  for (size_t i = 0; fits && i < sizes.size(); ++i) {
    fits = is_static ? sizes[i] == limits[i]
                     : sizes[i] >= 0 && sizes[i] <= limits[i];
  }
  ET_CHECK_OR_RETURN_ERROR(fits, InvalidArgument,
                           "input %zu has shape %s, expected %s%s", input_idx,
                           list_text(sizes).data(), is_static ? "" : "at most ",
                           tensor_shape_to_c_string(limits).data());
  return Error::Ok;
}

/// Strides that a tensor has, or, if it has none, those of its dim order.
Error strides_of(const aten::Tensor& t, aten::StridesType* strides) {
  const auto dim = static_cast<size_t>(t.dim());
  if (!t.strides().empty()) {
    std::copy(t.strides().begin(), t.strides().end(), strides);
    return Error::Ok;
  }
  aten::DimOrderType dim_order[kTensorDimensionLimit] = {};
  for (size_t i = 0; i < dim; ++i) {
    dim_order[i] = t.dim_order().empty() ? static_cast<aten::DimOrderType>(i)
                                         : t.dim_order()[i];
  }
  return dim_order_to_stride(t.sizes().data(), dim_order, dim, strides);
}

/// Checks that the elements of `src` lie where those of `dst` do. Strides of
/// dimensions of size 1 do not matter.
Error check_input_order(const aten::Tensor& dst, const aten::Tensor& src,
                        ET_UNUSED size_t input_idx) {
  if (src.numel() <= 1) {
    return Error::Ok;
  }
  const auto dim = static_cast<size_t>(src.dim());
  aten::StridesType found[kTensorDimensionLimit];
  aten::StridesType expected[kTensorDimensionLimit];
  ET_CHECK_OK_OR_RETURN_ERROR(strides_of(src, found));
  ET_CHECK_OK_OR_RETURN_ERROR(dim_order_to_stride(
      src.sizes().data(), dst.dim_order().data(), dim, expected));
  for (size_t i = 0; i < dim; ++i) {
    ET_CHECK_OR_RETURN_ERROR(
        src.sizes()[i] == 1 || found[i] == expected[i], InvalidArgument,
        "input %zu has strides %s, expected %s: its data lie in another order",
        input_idx, list_text(ArrayRef<aten::StridesType>(found, dim)).data(),
        list_text(ArrayRef<aten::StridesType>(expected, dim)).data());
  }
  return Error::Ok;
}

bool is_close(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) {
    return std::isnan(a) && std::isnan(b);
  }
  if (std::isinf(a) || std::isinf(b)) {
    return a == b;
  }
  return std::fabs(a - b) <= 1e-4 + 1e-5 * std::fabs(b);
}

/// Checks an input that is no tensor and that the program does not read: it
/// must have the value that the exporter built into the program.
Error check_constant_input(const EValue& expected, const EValue& found,
                           ET_UNUSED size_t input_idx) {
  switch (expected.tag) {
    case Tag::None:
      return Error::Ok;
    case Tag::Int:
      ET_CHECK_OR_RETURN_ERROR(
          expected.toInt() == found.toInt(), InvalidArgument,
          "input %zu is %" PRId64 ", the program was made for %" PRId64,
          input_idx, found.toInt(), expected.toInt());
      return Error::Ok;
    case Tag::Bool:
      ET_CHECK_OR_RETURN_ERROR(expected.toBool() == found.toBool(),
                               InvalidArgument,
                               "input %zu is %d, the program was made for %d",
                               input_idx, found.toBool(), expected.toBool());
      return Error::Ok;
    case Tag::Double:
      ET_CHECK_OR_RETURN_ERROR(
          is_close(found.toDouble(), expected.toDouble()), InvalidArgument,
          "input %zu is %g, the program was made for %g", input_idx,
          found.toDouble(), expected.toDouble());
      return Error::Ok;
    case Tag::String:
      ET_CHECK_OR_RETURN_ERROR(
          expected.toString() == found.toString(), InvalidArgument,
          "input %zu is '%.*s', the program was made for '%.*s'", input_idx,
          static_cast<int>(found.toString().size()), found.toString().data(),
          static_cast<int>(expected.toString().size()),
          expected.toString().data());
      return Error::Ok;
    default:
      ET_LOG(Error, "input %zu is a list, which cannot be set", input_idx);
      return Error::InvalidArgument;
  }
}

#if ET_LOG_ENABLED
struct TagName {
  explicit TagName(Tag tag) { tag_to_string(tag, text, sizeof(text)); }
  char text[kTagNameBufferSize];
};
#endif

}  // namespace

Error Method::check_can_set_input(const EValue& input_evalue,
                                  size_t input_idx) const {
  ET_CHECK_OR_RETURN_ERROR(initialized(), InvalidState,
                           "the method is not loaded");
  ET_CHECK_OR_RETURN_ERROR(
      step_state_.chain_idx == 0 && step_state_.instr_idx == 0, InvalidState,
      "inputs cannot be set while the method runs");
  ET_CHECK_OR_RETURN_ERROR(input_idx < inputs_size(), InvalidArgument,
                           "input %zu of %zu", input_idx, inputs_size());
  const EValue& value = values_[get_input_index(input_idx)];
  ET_CHECK_OR_RETURN_ERROR(value.tag == input_evalue.tag, InvalidArgument,
                           "input %zu is a %s, expected a %s", input_idx,
                           TagName(input_evalue.tag).text,
                           TagName(value.tag).text);
  return Error::Ok;
}

Error Method::set_tensor_input(const aten::Tensor& dst, const aten::Tensor& src,
                               size_t input_idx) {
  ET_CHECK_OR_RETURN_ERROR(
      dst.scalar_type() == src.scalar_type(), InvalidArgument,
      "input %zu has type %s, expected %s", input_idx,
      toString(src.scalar_type()), toString(dst.scalar_type()));
  const Result<TensorInfo> info = method_meta().input_tensor_meta(input_idx);
  if (!info.ok()) {
    return info.error();
  }
  ET_CHECK_OK_OR_RETURN_ERROR(check_input_sizes(*info, dst, src, input_idx));
  ET_CHECK_OR_RETURN_ERROR(dst.dim() == src.dim(), InvalidArgument,
                           "input %zu has %zd dimensions, expected %zd",
                           input_idx, src.dim(), dst.dim());
  ET_CHECK_OK_OR_RETURN_ERROR(check_input_order(dst, src, input_idx));
  ET_CHECK_OR_RETURN_ERROR(info->is_memory_planned() ||
                               src.const_data_ptr() != nullptr ||
                               src.nbytes() == 0,
                           InvalidArgument, "input %zu has no data", input_idx);
  if (!info->is_memory_planned()) {
    // The data of the call before may have been smaller.
    internal::reset_data_ptr(dst);
  }
  ET_CHECK_OK_OR_RETURN_ERROR(resize_tensor(dst, src.sizes()),
                              "input %zu cannot have shape %s", input_idx,
                              list_text(src.sizes()).data());
  const Error error = info->is_memory_planned()
                          ? internal::copy_tensor_data(dst, src)
                          : internal::share_tensor_data(dst, src);
  ET_CHECK_OK_OR_RETURN_ERROR(error, "the data of input %zu cannot be taken",
                              input_idx);
  return Error::Ok;
}

Error Method::set_input(const EValue& input_evalue, size_t input_idx) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_can_set_input(input_evalue, input_idx));
  EValue& value = values_[get_input_index(input_idx)];
  if (value.isTensor()) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        set_tensor_input(value.toTensor(), input_evalue.toTensor(), input_idx));
  } else if (input_is_read_[input_idx] &&
             (value.isInt() || value.isDouble() || value.isBool())) {
    value = input_evalue;
  } else {
    ET_CHECK_OK_OR_RETURN_ERROR(
        check_constant_input(value, input_evalue, input_idx));
  }
  input_set_[input_idx] = true;
  return Error::Ok;
}

Error Method::set_inputs(const aten::ArrayRef<EValue>& input_evalues) {
  ET_CHECK_OR_RETURN_ERROR(initialized(), InvalidState,
                           "the method is not loaded");
  ET_CHECK_OR_RETURN_ERROR(input_evalues.size() == inputs_size(),
                           InvalidArgument, "%zu inputs, expected %zu",
                           input_evalues.size(), inputs_size());
  for (size_t i = 0; i < input_evalues.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(set_input(input_evalues[i], i));
  }
  return Error::Ok;
}

Error Method::set_output_data_ptr(void* buffer, size_t size,
                                  size_t output_idx) {
  ET_CHECK_OR_RETURN_ERROR(initialized(), InvalidState,
                           "the method is not loaded");
  ET_CHECK_OR_RETURN_ERROR(output_idx < outputs_size(), InvalidArgument,
                           "output %zu of %zu", output_idx, outputs_size());
  const EValue& value = values_[get_output_index(output_idx)];
  ET_CHECK_OR_RETURN_ERROR(value.isTensor(), InvalidArgument,
                           "output %zu is a %s, expected a Tensor", output_idx,
                           TagName(value.tag).text);
  const Result<TensorInfo> info = method_meta().output_tensor_meta(output_idx);
  if (!info.ok()) {
    return info.error();
  }
  ET_CHECK_OR_RETURN_ERROR(!info->is_memory_planned(), InvalidState,
                           "output %zu has memory of its own", output_idx);
  ET_CHECK_OR_RETURN_ERROR(size >= info->nbytes(), InvalidArgument,
                           "output %zu may have %zu bytes, the buffer has %zu",
                           output_idx, info->nbytes(), size);
  return internal::set_tensor_data(value.toTensor(), buffer, size);
}

}  // namespace runtime
}  // namespace executorch
