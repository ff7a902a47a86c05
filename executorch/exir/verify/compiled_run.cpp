#include <executorch/exir/verify/compiled_run.h>

#include <executorch/exir/verify/dim_order.h>
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/kernels/all_kernels.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

namespace executorch::exir {
namespace {

using runtime::Error;
using runtime::EValue;
using runtime::Method;
using runtime::Program;
using runtime::Span;

/// Index of the planned buffer that holds state, without the reserved id 0.
constexpr size_t kStateMemory = 1;

std::string error_text(Error error) {
  return fmt::format("error 0x{:02x} ({})", static_cast<uint32_t>(error),
                     runtime::to_string(error));
}

Span<const runtime::Kernel> kernels_of_build() {
  static const std::vector<runtime::Kernel> kernels = [] {
    std::vector<runtime::Kernel> all;
    for (const auto& table : kernels::all_kernels()) {
      all.insert(all.end(), table.begin(), table.end());
    }
    return all;
  }();
  return {kernels.data(), kernels.size()};
}

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

/// All the memory of one method.
class MethodMemory {
 public:
  Expected<void> allocate(const runtime::MethodMeta& meta) {
    for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
      const auto nbytes =
          static_cast<size_t>(meta.memory_planned_buffer_size(i).get());
      // Pages of zeros that cost nothing before they are used.
      void* memory = std::calloc(nbytes == 0 ? 1 : nbytes, 1);
      if (memory == nullptr) {
        return fail(
            fmt::format("{} bytes of planned memory cannot be had", nbytes));
      }
      buffers_.emplace_back(memory);
      spans_.push_back({static_cast<uint8_t*>(memory), nbytes});
    }
    planned_.emplace(Span<Span<uint8_t>>(spans_.data(), spans_.size()));
    manager_.emplace(&method_allocator_, &*planned_, &temp_allocator_);
    return {};
  }

  runtime::MemoryManager& manager() { return *manager_; }

  std::vector<std::byte> state() const {
    if (spans_.size() <= kStateMemory) {
      return {};
    }
    const auto* data =
        reinterpret_cast<const std::byte*>(spans_[kStateMemory].data());
    return {data, data + spans_[kStateMemory].size()};
  }

 private:
  std::vector<std::unique_ptr<void, FreeMemory>> buffers_;
  std::vector<Span<uint8_t>> spans_;
  std::optional<runtime::HierarchicalAllocator> planned_;
  extension::MallocMemoryAllocator method_allocator_;
  extension::MallocMemoryAllocator temp_allocator_;
  std::optional<runtime::MemoryManager> manager_;
};

/// A `.ptd` in memory, or none.
class ExternalData {
 public:
  static Expected<ExternalData> of(std::span<const std::byte> bytes) {
    ExternalData data;
    if (!bytes.empty()) {
      data.loader_ = std::make_unique<extension::BufferDataLoader>(
          bytes.data(), bytes.size());
      auto map = extension::FlatTensorDataMap::load(data.loader_.get());
      if (!map.ok()) {
        return fail(fmt::format("the external data cannot be loaded, {}",
                                error_text(map.error())));
      }
      data.map_.emplace(std::move(*map));
    }
    return data;
  }

  const runtime::NamedDataMap* map() const { return map_ ? &*map_ : nullptr; }

 private:
  std::unique_ptr<extension::BufferDataLoader> loader_;
  std::optional<extension::FlatTensorDataMap> map_;
};

/// A tensor for set_input, in the order in memory that the method asks for.
class InputTensor {
 public:
  InputTensor(const HostTensor& tensor, Span<const uint8_t> dim_order)
      : sizes_(tensor.sizes.begin(), tensor.sizes.end()),
        dim_order_(dim_order.begin(), dim_order.end()),
        strides_(sizes_.size(), 1),
        bytes_(reordered(tensor.data.bytes, tensor.sizes,
                         row_major_order(sizes_.size()), dim_order_,
                         runtime::elementSize(tensor.dtype))) {
    for (size_t k = sizes_.size(); k-- > 1;) {
      const size_t inner = dim_order_[k];
      strides_[dim_order_[k - 1]] =
          strides_[inner] * std::max(sizes_[inner], 1);
    }
    impl_.emplace(tensor.dtype, static_cast<ssize_t>(sizes_.size()),
                  sizes_.data(), bytes_.data(), dim_order_.data(),
                  strides_.data());
  }

  aten::Tensor tensor() { return aten::Tensor(&*impl_); }

 private:
  std::vector<aten::SizesType> sizes_;
  std::vector<aten::DimOrderType> dim_order_;
  std::vector<aten::StridesType> strides_;
  std::vector<std::byte> bytes_;
  std::optional<aten::TensorImpl> impl_;
};

Expected<EValue> as_evalue(const Method& method, size_t index,
                           const HostValue& value,
                           std::vector<std::unique_ptr<InputTensor>>& tensors) {
  if (const auto* number = std::get_if<int64_t>(&value)) {
    return EValue(*number);
  }
  if (const auto* number = std::get_if<double>(&value)) {
    return EValue(*number);
  }
  if (const auto* flag = std::get_if<bool>(&value)) {
    return EValue(*flag);
  }
  const auto meta = method.method_meta().input_tensor_meta(index);
  const auto& tensor = std::get<HostTensor>(value);
  if (!meta.ok() || meta->dim_order().size() != tensor.sizes.size()) {
    return fail(fmt::format("input {} is no tensor of rank {}", index,
                            tensor.sizes.size()));
  }
  return EValue(tensors
                    .emplace_back(std::make_unique<InputTensor>(
                        tensor, meta->dim_order()))
                    ->tensor());
}

/// None has nothing to set; the tensors must live until the run is over.
Expected<void> set_inputs(Method& method, const std::vector<HostValue>& inputs,
                          std::vector<std::unique_ptr<InputTensor>>& tensors) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (std::holds_alternative<std::monostate>(inputs[i])) {
      continue;
    }
    ET_ASSIGN(const EValue value, as_evalue(method, i, inputs[i], tensors));
    const Error error = method.set_input(value, i);
    if (error != Error::Ok) {
      return fail(fmt::format("the compiled method does not take input {}, {}",
                              i, error_text(error)));
    }
  }
  return {};
}

HostValue from_evalue(const EValue& value) {
  if (value.isTensor()) {
    const aten::Tensor tensor = value.toTensor();
    HostTensor out{tensor.scalar_type(),
                   {tensor.sizes().begin(), tensor.sizes().end()},
                   {}};
    const auto kept = std::make_shared<std::vector<std::byte>>(reordered(
        {static_cast<const std::byte*>(tensor.const_data_ptr()),
         tensor.nbytes()},
        out.sizes, {tensor.dim_order().data(), out.sizes.size()},
        row_major_order(out.sizes.size()), runtime::elementSize(out.dtype)));
    out.data = {*kept, kept, false};
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

// The runtime has no other way to see what a program wrote to its input.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
HostValue input_of(const Method& method, size_t index) {
  return from_evalue(method.get_input(index));
}
#pragma GCC diagnostic pop

Expected<CompiledRun> execute(Method& method, const std::string& name,
                              const std::vector<HostValue>& inputs) {
  std::vector<std::unique_ptr<InputTensor>> tensors;
  ET_TRY(set_inputs(method, inputs, tensors));
  const Error error = method.execute();
  if (error != Error::Ok) {
    return fail(fmt::format("the compiled method {} failed, {}", name,
                            error_text(error)));
  }
  CompiledRun run;
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    run.outputs.push_back(from_evalue(method.get_output(i)));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    run.inputs.push_back(input_of(method, i));
  }
  return run;
}

}  // namespace

Expected<CompiledRun> run_compiled(const ProgramBytes& bytes,
                                   const std::string& name,
                                   const std::vector<HostValue>& inputs) {
  extension::BufferDataLoader loader(bytes.program.data(),
                                     bytes.program.size());
  auto program =
      Program::load(&loader, Program::Verification::InternalConsistency);
  if (!program.ok()) {
    return fail(fmt::format("the compiled program cannot be loaded, {}",
                            error_text(program.error())));
  }
  ET_ASSIGN(const ExternalData data, ExternalData::of(bytes.external_data));
  const auto meta = program->method_meta(name.c_str());
  if (!meta.ok()) {
    return fail(fmt::format("method {}: {}", name, error_text(meta.error())));
  }
  MethodMemory memory;
  ET_TRY(memory.allocate(*meta));
  auto method = program->load_method(name.c_str(), &memory.manager(), nullptr,
                                     data.map(), nullptr, kernels_of_build());
  if (!method.ok()) {
    return fail(fmt::format("method {} cannot be loaded, {}", name,
                            error_text(method.error())));
  }
  ET_ASSIGN(CompiledRun run, execute(*method, name, inputs));
  run.state = memory.state();
  return run;
}

}  // namespace executorch::exir
