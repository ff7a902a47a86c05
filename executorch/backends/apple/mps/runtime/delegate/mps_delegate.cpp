#include <executorch/backends/apple/mps/runtime/delegate/mps_delegate.h>

#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>

namespace executorch {
namespace backends {
namespace mps {

using aten::Tensor;
using engine::TensorType;
using runtime::Error;
using runtime::EValue;
using runtime::Result;
using runtime::Span;

namespace {

/// An argument that is a dense row-major tensor of the dtype.
Result<const Tensor*> tensor_of(const EValue& value, size_t index,
                                aten::ScalarType dtype) {
  ET_CHECK_OR_RETURN_ERROR(
      value.isTensor(), InvalidArgument,
      "argument %zu of the delegate has tag %u, expected a "
      "tensor",
      index, static_cast<unsigned>(value.tag));
  const Tensor& tensor = value.toTensor();
  ET_CHECK_OR_RETURN_ERROR(
      tensor.scalar_type() == dtype, InvalidArgument,
      "argument %zu of the delegate is of type %s, expected %s", index,
      runtime::toString(tensor.scalar_type()), runtime::toString(dtype));
  ET_CHECK_OR_RETURN_ERROR(
      runtime::is_contiguous_dim_order(tensor.dim_order().data(),
                                       tensor.dim_order().size()),
      InvalidArgument,
      "argument %zu of the delegate has another dim order, expected row-major",
      index);
  ET_CHECK_OR_RETURN_ERROR(
      reinterpret_cast<uintptr_t>(tensor.const_data_ptr()) %
              static_cast<size_t>(tensor.element_size()) ==
          0,
      InvalidArgument,
      "argument %zu of the delegate is at %p, expected a multiple of %zu",
      index, tensor.const_data_ptr(),
      static_cast<size_t>(tensor.element_size()));
  return &tensor;
}

bool has_sizes(const Tensor& tensor, const std::vector<int64_t>& sizes) {
  return std::equal(tensor.sizes().begin(), tensor.sizes().end(), sizes.begin(),
                    sizes.end());
}

std::string text_of(const Tensor& tensor) {
  return engine::to_string(TensorType{
      tensor.scalar_type(), {tensor.sizes().begin(), tensor.sizes().end()}});
}

/// Within the declared sizes; a scalar may be declared with one dimension.
bool fits(const Tensor& tensor, const std::vector<int64_t>& declared) {
  if (tensor.sizes().size() != declared.size()) {
    return tensor.numel() == 1 &&
           std::all_of(declared.begin(), declared.end(),
                       [](int64_t size) { return size == 1; });
  }
  for (size_t i = 0; i < declared.size(); ++i) {
    if (tensor.sizes()[i] > declared[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

Result<std::unique_ptr<MPSDelegate>> MPSDelegate::create(
    const void* data, size_t nbytes, const MPSRuntime& runtime) {
  const Result<Payload> payload = Payload::parse(data, nbytes);
  ET_CHECK_OK_OR_RETURN_ERROR(payload.error());
  std::unique_ptr<MPSDelegate> delegate(new (std::nothrow)
                                            MPSDelegate(*payload, runtime));
  ET_CHECK_OR_RETURN_ERROR(delegate != nullptr, MemoryAllocationFailed,
                           "no memory for a delegate");
  Result<std::vector<TensorType>> declared = declared_inputs(*payload);
  ET_CHECK_OK_OR_RETURN_ERROR(declared.error());
  delegate->declared_ = std::move(*declared);
  ET_CHECK_OK_OR_RETURN_ERROR(delegate->compile(delegate->declared_));
  return delegate;
}

Error MPSDelegate::compile(const std::vector<TensorType>& inputs) {
  Result<BuiltGraph> built = build_graph(payload_, inputs);
  ET_CHECK_OK_OR_RETURN_ERROR(built.error());
  const engine::Graph& graph = built->graph;
  Compiled compiled;
  compiled.inputs = inputs;
  for (const engine::ValueId id : graph.outputs()) {
    compiled.outputs.push_back(graph.type(id));
  }
  Result<std::unique_ptr<engine::Executable>> executable =
      runtime_.compile(graph);
  ET_CHECK_OK_OR_RETURN_ERROR(executable.error());
  compiled.executable = std::move(*executable);
  compiled.constants = std::move(built->constants);
  if (compiled_.size() >= runtime_.max_executables) {
    compiled_.pop_back();
  }
  compiled_.insert(compiled_.begin(), std::move(compiled));
  input_data_.resize(inputs.size());
  output_data_.resize(compiled_.front().outputs.size());
  return Error::Ok;
}

Error MPSDelegate::check_inputs(Span<EValue*> args) {
  for (size_t i = 0; i < declared_.size(); ++i) {
    const Result<const Tensor*> found =
        tensor_of(*args[i], i, declared_[i].dtype);
    ET_CHECK_OK_OR_RETURN_ERROR(found.error());
    ET_CHECK_OR_RETURN_ERROR(
        fits(**found, declared_[i].sizes), InvalidArgument,
        "input %zu of the delegate is %s, expected at most %s", i,
        text_of(**found).c_str(), engine::to_string(declared_[i]).c_str());
    input_data_[i] = (*found)->const_data_ptr();
  }
  return Error::Ok;
}

/// Moves the executable for the sizes of the arguments to the front.
Error MPSDelegate::choose(Span<EValue*> args) {
  const auto is_for = [&](const Compiled& compiled) {
    for (size_t i = 0; i < declared_.size(); ++i) {
      const Tensor& tensor = args[i]->toTensor();
      if (tensor.sizes().size() == declared_[i].rank() &&
          !has_sizes(tensor, compiled.inputs[i].sizes)) {
        return false;
      }
    }
    return true;
  };
  const auto found = std::find_if(compiled_.begin(), compiled_.end(), is_for);
  if (found != compiled_.end()) {
    std::rotate(compiled_.begin(), found, found + 1);
    return Error::Ok;
  }
  std::vector<TensorType> inputs = declared_;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto sizes = args[i]->toTensor().sizes();
    if (sizes.size() == inputs[i].rank()) {
      inputs[i].sizes.assign(sizes.begin(), sizes.end());
    }
  }
  return compile(inputs);
}

Error MPSDelegate::take_outputs(Span<EValue*> args) {
  const std::vector<TensorType>& outputs = compiled().outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    EValue& value = *args[declared_.size() + i];
    const Result<const Tensor*> found =
        tensor_of(value, declared_.size() + i, outputs[i].dtype);
    ET_CHECK_OK_OR_RETURN_ERROR(found.error());
    Tensor& tensor = value.toTensor();
    if (!has_sizes(tensor, outputs[i].sizes)) {
      std::array<aten::SizesType, runtime::kTensorDimensionLimit> sizes;
      const size_t rank = std::min(outputs[i].rank(), sizes.size());
      std::copy_n(outputs[i].sizes.begin(), rank, sizes.begin());
      ET_CHECK_OK_OR_RETURN_ERROR(
          runtime::resize_tensor(tensor, {sizes.data(), rank}),
          "output %zu of the delegate", i);
    }
    output_data_[i] = tensor.mutable_data_ptr();
  }
  return Error::Ok;
}

Error MPSDelegate::execute(Span<EValue*> args,
                           engine::StepObserver* observer) {
  ET_CHECK_OR_RETURN_ERROR(
      args.size() == declared_.size() + output_data_.size(), InvalidArgument,
      "the delegate has %zu inputs and %zu outputs, the call has %zu arguments",
      declared_.size(), output_data_.size(), args.size());
  ET_CHECK_OK_OR_RETURN_ERROR(check_inputs(args));
  ET_CHECK_OK_OR_RETURN_ERROR(choose(args));
  ET_CHECK_OK_OR_RETURN_ERROR(take_outputs(args));
  return compiled().executable->execute(
      {input_data_.data(), input_data_.size()},
      {output_data_.data(), output_data_.size()}, observer);
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
