#include <executorch/backends/engine/delegate/graph_delegate.h>

#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/step_tracer.h>
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
namespace engine {

using aten::Tensor;
using runtime::EValue;
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
  return to_string(TensorType{tensor.scalar_type(),
                              {tensor.sizes().begin(), tensor.sizes().end()}});
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

/// An argument that can be the input.
Result<const Tensor*> input_of(const EValue& value, const Signature& signature,
                               size_t input) {
  const TensorType& declared = signature.inputs[input];
  const Result<const Tensor*> found =
      tensor_of(value, signature.input_args[input], declared.dtype);
  ET_CHECK_OK_OR_RETURN_ERROR(found.error());
  ET_CHECK_OR_RETURN_ERROR(
      fits(**found, declared.sizes), InvalidArgument,
      "input %zu of the delegate is %s, expected at most %s", input,
      text_of(**found).c_str(), to_string(declared).c_str());
  return *found;
}

/// The type of an argument as an input of the graph.
TensorType type_as_input(const Tensor& tensor, const TensorType& declared) {
  const auto sizes = tensor.sizes();
  return sizes.size() == declared.rank()
             ? TensorType{declared.dtype, {sizes.begin(), sizes.end()}}
             : declared;
}

}  // namespace

Result<ValueId> BuiltGraph::add_constant(TensorType type,
                                         std::vector<std::byte> bytes) {
  // A constant without elements has an address all the same.
  bytes.resize(std::max<size_t>(bytes.size(), 1));
  constants.push_back(std::move(bytes));
  return graph.add_constant(std::move(type), constants.back().data());
}

Result<std::vector<Value>> constant_inputs(
    const Signature& signature, const runtime::ConstantArguments* arguments) {
  std::vector<Value> constants(signature.inputs.size());
  for (size_t i = 0; arguments != nullptr && i < constants.size(); ++i) {
    const EValue* const argument = arguments->at(signature.input_args[i]);
    if (argument == nullptr) {
      continue;
    }
    const Result<const Tensor*> tensor = input_of(*argument, signature, i);
    ET_CHECK_OK_OR_RETURN_ERROR(tensor.error());
    constants[i] = {type_as_input(**tensor, signature.inputs[i]),
                    (*tensor)->const_data_ptr()};
  }
  return constants;
}

Result<std::unique_ptr<GraphDelegate>> GraphDelegate::create(
    std::unique_ptr<GraphSource> source, const GraphRuntime& runtime,
    CompileOptions options, std::vector<Value> constants) {
  std::unique_ptr<GraphDelegate> delegate(new (std::nothrow) GraphDelegate(
      std::move(source), runtime, std::move(options), std::move(constants)));
  ET_CHECK_OR_RETURN_ERROR(delegate != nullptr, MemoryAllocationFailed,
                           "no memory for a delegate");
  ET_CHECK_OK_OR_RETURN_ERROR(delegate->compile(delegate->signature().inputs));
  return delegate;
}

/// Makes inputs of the graph constants, and returns the others. A constant that
/// is smaller than the input of the graph is none here.
std::vector<size_t> GraphDelegate::fix_constants(
    const std::vector<TensorType>& inputs, Graph& graph) const {
  std::vector<size_t> passed;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (constants_[i].is_constant() && constants_[i].type == inputs[i]) {
      graph.fix_input(passed.size(), constants_[i].data);
    } else {
      passed.push_back(i);
    }
  }
  return passed;
}

Error GraphDelegate::compile(const std::vector<TensorType>& inputs) {
  Result<BuiltGraph> built = source_->build(inputs);
  ET_CHECK_OK_OR_RETURN_ERROR(built.error());
  Compiled compiled;
  compiled.inputs = inputs;
  compiled.passed = fix_constants(inputs, built->graph);
  const Graph& graph = built->graph;
  ET_CHECK_OR_RETURN_ERROR(
      graph.outputs().size() == signature().output_args.size(), InvalidProgram,
      "the graph of a delegate has %zu outputs, expected %zu",
      graph.outputs().size(), signature().output_args.size());
  for (const ValueId id : graph.outputs()) {
    compiled.outputs.push_back(graph.type(id));
  }
  Result<std::unique_ptr<Executable>> executable =
      runtime_.compile(graph, options_);
  ET_CHECK_OK_OR_RETURN_ERROR(executable.error());
  compiled.executable = std::move(*executable);
  compiled.constants = std::move(built->constants);
  if (compiled_.size() >= runtime_.max_executables) {
    compiled_.pop_back();
  }
  compiled_.insert(compiled_.begin(), std::move(compiled));
  input_data_.reserve(inputs.size());
  output_data_.resize(compiled_.front().outputs.size());
  return Error::Ok;
}

Error GraphDelegate::check_inputs(Span<EValue*> args) const {
  for (size_t i = 0; i < signature().inputs.size(); ++i) {
    const EValue& value = *args[signature().input_args[i]];
    ET_CHECK_OK_OR_RETURN_ERROR(input_of(value, signature(), i).error());
  }
  return Error::Ok;
}

void GraphDelegate::take_inputs(Span<EValue*> args) {
  input_data_.resize(compiled().passed.size());
  for (size_t i = 0; i < input_data_.size(); ++i) {
    const size_t index = signature().input_args[compiled().passed[i]];
    input_data_[i] = args[index]->toTensor().const_data_ptr();
  }
}

/// Moves the executable for the sizes of the arguments to the front.
Error GraphDelegate::choose(Span<EValue*> args) {
  const std::vector<TensorType>& declared = signature().inputs;
  const auto tensor_at = [&](size_t i) -> const Tensor& {
    return args[signature().input_args[i]]->toTensor();
  };
  const auto is_for = [&](const Compiled& compiled) {
    for (size_t i = 0; i < declared.size(); ++i) {
      if (tensor_at(i).sizes().size() == declared[i].rank() &&
          !has_sizes(tensor_at(i), compiled.inputs[i].sizes)) {
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
  std::vector<TensorType> inputs;
  for (size_t i = 0; i < declared.size(); ++i) {
    inputs.push_back(type_as_input(tensor_at(i), declared[i]));
  }
  return compile(inputs);
}

Error GraphDelegate::take_outputs(Span<EValue*> args) {
  const std::vector<TensorType>& outputs = compiled().outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const size_t index = signature().output_args[i];
    const Result<const Tensor*> found =
        tensor_of(*args[index], index, outputs[i].dtype);
    ET_CHECK_OK_OR_RETURN_ERROR(found.error());
    Tensor& tensor = args[index]->toTensor();
    // A scalar may be declared with one dimension.
    const bool is_scalar = tensor.sizes().empty() && outputs[i].numel() == 1;
    if (!is_scalar && !has_sizes(tensor, outputs[i].sizes)) {
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

Error GraphDelegate::execute(Span<EValue*> args, runtime::EventTracer* tracer) {
  ET_CHECK_OR_RETURN_ERROR(
      args.size() == signature().n_args, InvalidArgument,
      "the delegate has %zu inputs and %zu outputs, the call has %zu arguments",
      signature().inputs.size(), signature().output_args.size(), args.size());
  ET_CHECK_OK_OR_RETURN_ERROR(check_inputs(args));
  ET_CHECK_OK_OR_RETURN_ERROR(choose(args));
  take_inputs(args);
  ET_CHECK_OK_OR_RETURN_ERROR(take_outputs(args));
  const Span<const void* const> inputs = {input_data_.data(),
                                          input_data_.size()};
  const Span<void* const> outputs = {output_data_.data(), output_data_.size()};
  if (tracer == nullptr) {
    return compiled().executable->execute(inputs, outputs);
  }
  StepTracer observer(*tracer);
  return compiled().executable->execute(inputs, outputs, &observer);
}

}  // namespace engine
}  // namespace backends
}  // namespace executorch
