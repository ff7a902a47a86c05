#include <executorch/exir/passes/evaluate.h>

#include <executorch/exir/ir/op_info.h>
#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/kernels/all_kernels.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <new>
#include <unordered_map>

namespace executorch::exir {
namespace {

using aten::Tensor;
using aten::TensorImpl;
using runtime::EValue;

constexpr size_t kAlignment = 64;

/// The bytes, copied where the dtype cannot be read from their address.
Expected<ConstantData> aligned(const ConstantData& data, ScalarType dtype) {
  const size_t width = runtime::elementSize(dtype);
  if (reinterpret_cast<uintptr_t>(data.bytes.data()) % width == 0) {
    return data;
  }
  ET_ASSIGN(ConstantData copy, allocate_data(data.bytes.size()));
  std::memcpy(writable(copy), data.bytes.data(), data.bytes.size());
  return copy;
}

/// The arguments of one kernel call and all that they point to. Deques keep
/// addresses while they grow.
class Call {
 public:
  Expected<void> add(const ops::Param& param, const Argument& argument) {
    ET_ASSIGN(EValue value, convert(param, argument));
    push(std::move(value));
    return {};
  }

  Expected<void> add_output(const Value& output) {
    if (!output.is_tensor()) {
      push(EValue());
      outputs_.emplace_back();
      return {};
    }
    const auto nbytes = output.tensor().max_nbytes();
    if (!nbytes) {
      return fail(fmt::format("%{} has no upper bound", output.name));
    }
    ET_ASSIGN(outputs_.emplace_back(),
              allocate_data(static_cast<size_t>(*nbytes)));
    push(EValue(make_tensor(output.tensor(), outputs_.back())));
    return {};
  }

  /// What the kernel has left in the outputs.
  std::vector<HostValue> results() const {
    std::vector<HostValue> values;
    const size_t first = stack_.size() - outputs_.size();
    for (size_t i = 0; i < outputs_.size(); ++i) {
      values.push_back(result(*stack_[first + i], outputs_[i]));
    }
    return values;
  }

  runtime::Span<EValue*> stack() {
    return {stack_.data(), stack_.size()};
  }

 private:
  static HostValue result(const EValue& value, const ConstantData& data) {
    if (value.isTensor()) {
      const Tensor tensor = value.toTensor();
      HostTensor out{tensor.scalar_type(),
                     {tensor.sizes().begin(), tensor.sizes().end()},
                     data};
      out.data.bytes = data.bytes.first(tensor.nbytes());
      return out;
    }
    if (value.isInt()) {
      return value.toInt();
    }
    if (value.isDouble()) {
      return value.toDouble();
    }
    return value.isBool() ? HostValue(value.toBool()) : HostValue();
  }

  void push(EValue value) {
    stack_.push_back(&values_.emplace_back(std::move(value)));
  }

  Tensor make_tensor(const TensorSpec& spec, const ConstantData& data) {
    const size_t rank = spec.sizes.size();
    auto& sizes = sizes_.emplace_back();
    auto& dim_order = dim_orders_.emplace_back();
    auto& strides = strides_.emplace_back(rank, 1);
    for (size_t i = 0; i < rank; ++i) {
      sizes.push_back(
          static_cast<aten::SizesType>(spec.sizes[i].range().max.value_or(0)));
      dim_order.push_back(static_cast<aten::DimOrderType>(i));
    }
    for (size_t i = rank; i-- > 1;) {
      strides[i - 1] = strides[i] * std::max(sizes[i], 1);
    }
    auto& impl = tensors_.emplace_back(
        spec.dtype, static_cast<ssize_t>(rank), sizes.data(),
        const_cast<std::byte*>(data.bytes.data()), dim_order.data(),
        strides.data(),
        spec.is_static() ? runtime::TensorShapeDynamism::STATIC
                         : runtime::TensorShapeDynamism::DYNAMIC_BOUND);
    return Tensor(&impl);
  }

  Expected<Tensor> tensor_of(const Value& value) {
    ET_ASSIGN(alive_.emplace_back(), aligned(value.data, value.dtype()));
    return make_tensor(value.tensor(), alive_.back());
  }

  Expected<EValue> convert(const ops::Param& param, const Argument& argument) {
    if (std::holds_alternative<std::monostate>(argument)) {
      return EValue();
    }
    if (const auto* value = std::get_if<Value*>(&argument)) {
      ET_ASSIGN(const Tensor tensor, tensor_of(**value));
      return EValue(tensor);
    }
    if (const auto* integer = std::get_if<SymInt>(&argument)) {
      return EValue(integer->constant().value_or(0));
    }
    if (const auto* number = std::get_if<double>(&argument)) {
      return EValue(*number);
    }
    if (const auto* flag = std::get_if<bool>(&argument)) {
      return EValue(*flag);
    }
    if (const auto* text = std::get_if<std::string>(&argument)) {
      const std::string& kept = texts_.emplace_back(*text);
      return EValue(&text_refs_.emplace_back(kept.data(), kept.size()));
    }
    if (const auto* dtype = std::get_if<ScalarType>(&argument)) {
      return EValue(static_cast<int64_t>(*dtype));
    }
    if (const auto* format = std::get_if<MemoryFormat>(&argument)) {
      return EValue(static_cast<int64_t>(*format));
    }
    if (const auto* ints = std::get_if<std::vector<SymInt>>(&argument)) {
      return int_list(*ints);
    }
    if (const auto* doubles = std::get_if<std::vector<double>>(&argument)) {
      return EValue(
          &double_lists_.emplace_back(doubles->data(), doubles->size()));
    }
    if (const auto* flags = std::get_if<std::vector<bool>>(&argument)) {
      auto& kept = flags_.emplace_back(new bool[flags->size() + 1]);
      std::copy(flags->begin(), flags->end(), kept.get());
      return EValue(&bool_lists_.emplace_back(kept.get(), flags->size()));
    }
    if (const auto* list = std::get_if<std::vector<Value*>>(&argument)) {
      return param.type.elements_optional ? optional_tensor_list(*list)
                                          : tensor_list(*list);
    }
    return fail(fmt::format("argument {} cannot be evaluated ahead of time",
                            param.name));
  }

  EValue int_list(const std::vector<SymInt>& ints) {
    auto& wrapped = wrapped_.emplace_back();
    auto& unwrapped = unwrapped_ints_.emplace_back(ints.size() + 1, 0);
    wrapped.reserve(ints.size() + 1);
    for (const SymInt& value : ints) {
      wrapped.push_back(
          &values_.emplace_back(EValue(value.constant().value_or(0))));
    }
    auto& list = int_lists_.emplace_back(
        wrapped.data(), unwrapped.data(), static_cast<int>(ints.size()));
    return EValue(&list);
  }

  Expected<EValue> tensor_list(const std::vector<Value*>& list) {
    auto& wrapped = wrapped_.emplace_back();
    auto& unwrapped = unwrapped_tensors_.emplace_back(
        list.size() + 1, Tensor(nullptr));
    wrapped.reserve(list.size() + 1);
    for (const Value* value : list) {
      ET_ASSIGN(const Tensor tensor, tensor_of(*value));
      wrapped.push_back(&values_.emplace_back(EValue(tensor)));
    }
    auto& boxed = tensor_lists_.emplace_back(
        wrapped.data(), unwrapped.data(), static_cast<int>(list.size()));
    return EValue(&boxed);
  }

  Expected<EValue> optional_tensor_list(const std::vector<Value*>& list) {
    auto& wrapped = wrapped_.emplace_back();
    auto& unwrapped = unwrapped_optionals_.emplace_back(list.size() + 1);
    wrapped.reserve(list.size() + 1);
    for (const Value* value : list) {
      if (value == nullptr) {
        wrapped.push_back(nullptr);
        continue;
      }
      ET_ASSIGN(const Tensor tensor, tensor_of(*value));
      wrapped.push_back(&values_.emplace_back(EValue(tensor)));
    }
    auto& boxed = optional_lists_.emplace_back(
        wrapped.data(), unwrapped.data(), static_cast<int>(list.size()));
    return EValue(&boxed);
  }

  std::vector<EValue*> stack_;
  std::deque<EValue> values_;
  std::deque<TensorImpl> tensors_;
  std::deque<std::vector<aten::SizesType>> sizes_;
  std::deque<std::vector<aten::DimOrderType>> dim_orders_;
  std::deque<std::vector<aten::StridesType>> strides_;
  std::deque<ConstantData> alive_;
  std::vector<ConstantData> outputs_;
  std::deque<std::string> texts_;
  std::deque<aten::ArrayRef<char>> text_refs_;
  std::deque<std::vector<EValue*>> wrapped_;
  std::deque<std::vector<int64_t>> unwrapped_ints_;
  std::deque<std::vector<Tensor>> unwrapped_tensors_;
  std::deque<std::vector<std::optional<Tensor>>> unwrapped_optionals_;
  std::deque<runtime::BoxedEvalueList<std::optional<Tensor>>> optional_lists_;
  std::deque<runtime::BoxedEvalueList<int64_t>> int_lists_;
  std::deque<aten::ArrayRef<double>> double_lists_;
  std::deque<std::unique_ptr<bool[]>> flags_;
  std::deque<aten::ArrayRef<bool>> bool_lists_;
  std::deque<runtime::BoxedEvalueList<Tensor>> tensor_lists_;
};

runtime::OpFunction find_kernel(const std::string& name) {
  static const auto by_name = [] {
    std::unordered_map<std::string, runtime::OpFunction> map;
    for (const auto& table : kernels::all_kernels()) {
      for (const runtime::Kernel& kernel : table) {
        map.emplace(kernel.name_, kernel.op_);
      }
    }
    return map;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

}  // namespace

Expected<ConstantData> allocate_data(size_t nbytes) {
  auto* raw = static_cast<std::byte*>(::operator new(
      nbytes == 0 ? 1 : nbytes, std::align_val_t(kAlignment), std::nothrow));
  if (raw == nullptr) {
    return fail(fmt::format("{} bytes of memory cannot be had", nbytes));
  }
  std::shared_ptr<std::byte> owner(raw, [](std::byte* bytes) {
    ::operator delete(bytes, std::align_val_t(kAlignment));
  });
  return ConstantData{{raw, nbytes}, owner, false};
}

Expected<std::vector<HostValue>> evaluate(const Node& node) {
  const OpInfo& op = node.op();
  const runtime::OpFunction kernel = find_kernel(op.out_name);
  if (kernel == nullptr || op.is_in_place()) {
    return fail(diagnose(node, "has no kernel to evaluate it with"));
  }
  Call call;
  for (size_t i = 0; i < node.args().size(); ++i) {
    if (!op.schema.is_dropped_in_out_form(i)) {
      ET_TRY(call.add(op.schema.params[i], node.args()[i]));
    }
  }
  for (const Value* output : node.outputs()) {
    ET_TRY(call.add_output(*output));
  }
  extension::MallocMemoryAllocator temporary;
  runtime::KernelRuntimeContext context(nullptr, &temporary);
  kernel(context, call.stack());
  if (context.failure_state() != runtime::Error::Ok) {
    return fail(diagnose(
        node, fmt::format("the kernel refused it, error 0x{:x}",
                          static_cast<uint32_t>(context.failure_state()))));
  }
  return call.results();
}

}  // namespace executorch::exir
