#include <executorch/extension/module/module.h>

#include <executorch/extension/data_loader/file_data_loader.h>
#include <executorch/extension/data_loader/mmap_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/extension/named_data_map/merged_data_map.h>
#include <executorch/runtime/platform/runtime.h>

#include <optional>

namespace executorch {
namespace extension {
namespace module {

using merged_data_map::MergedDataMap;
using runtime::DataLoader;
using runtime::Error;
using runtime::EValue;
using runtime::Result;

/// What is to be loaded: paths, or loaders that are there already.
struct Module::Sources {
  std::string program_path;
  std::vector<std::string> data_paths;
  LoadMode load_mode = LoadMode::File;
  /// Shared with the program, which may outlive the module.
  std::shared_ptr<DataLoader> program_loader;
  std::unique_ptr<DataLoader> data_loader;
  std::shared_ptr<Program> program;
};

/// The data files; each member points to those before it.
struct Module::DataMaps {
  std::vector<std::unique_ptr<DataLoader>> loaders;
  std::vector<std::unique_ptr<FlatTensorDataMap>> maps;
  std::optional<MergedDataMap> merged;

  Error add(DataLoader* loader) {
    auto map = FlatTensorDataMap::load(loader);
    if (!map.ok()) {
      return map.error();
    }
    maps.push_back(std::make_unique<FlatTensorDataMap>(std::move(*map)));
    return Error::Ok;
  }

  Error merge() {
    std::vector<const NamedDataMap*> all;
    for (const auto& map : maps) {
      all.push_back(map.get());
    }
    auto result = MergedDataMap::load({all.data(), all.size()});
    if (!result.ok()) {
      return result.error();
    }
    merged.emplace(std::move(*result));
    return Error::Ok;
  }
};

namespace {

using Allocator = std::unique_ptr<runtime::MemoryAllocator>;

Allocator or_heap(Allocator allocator) {
  return allocator != nullptr ? std::move(allocator)
                              : std::make_unique<MallocMemoryAllocator>();
}

template <typename Loader>
Result<std::unique_ptr<DataLoader>> as_pointer(Result<Loader> loader) {
  if (!loader.ok()) {
    return loader.error();
  }
  return std::unique_ptr<DataLoader>(
      std::make_unique<Loader>(std::move(*loader)));
}

Result<std::unique_ptr<DataLoader>> open(const std::string& path,
                                         Module::LoadMode mode) {
  using Config = MmapDataLoader::MlockConfig;
  const char* const name = path.c_str();
  switch (mode) {
    case Module::LoadMode::Mmap:
      return as_pointer(MmapDataLoader::from(name, Config::NoMlock));
    case Module::LoadMode::MmapUseMlock:
      return as_pointer(MmapDataLoader::from(name, Config::UseMlock));
    case Module::LoadMode::MmapUseMlockIgnoreErrors:
      return as_pointer(
          MmapDataLoader::from(name, Config::UseMlockIgnoreErrors));
    case Module::LoadMode::MmapUseMadvise:
      return as_pointer(MmapDataLoader::from(name, Config::UseMadvise));
    case Module::LoadMode::File:
      break;
  }
  return as_pointer(FileDataLoader::from(name));
}

}  // namespace

Module::Module(Sources&& sources,
               std::unique_ptr<runtime::EventTracer> event_tracer,
               Allocator memory_allocator, Allocator temp_allocator,
               bool share_memory_arenas)
    : sources_(std::make_unique<Sources>(std::move(sources))),
      program_(std::move(sources_->program)),
      memory_allocator_(or_heap(std::move(memory_allocator))),
      temp_allocator_(or_heap(std::move(temp_allocator))),
      event_tracer_(std::move(event_tracer)),
      share_memory_arenas_(share_memory_arenas) {
  runtime::runtime_init();
}

Module::Module(const std::string& file_path, LoadMode load_mode,
               std::unique_ptr<runtime::EventTracer> event_tracer,
               Allocator memory_allocator, Allocator temp_allocator,
               bool share_memory_arenas)
    : Module(Sources{file_path, {}, load_mode, nullptr, nullptr, nullptr},
             std::move(event_tracer), std::move(memory_allocator),
             std::move(temp_allocator), share_memory_arenas) {}

Module::Module(const std::string& file_path, const std::string& data_map_path,
               LoadMode load_mode,
               std::unique_ptr<runtime::EventTracer> event_tracer,
               Allocator memory_allocator, Allocator temp_allocator,
               bool share_memory_arenas)
    : Module(file_path,
             data_map_path.empty() ? std::vector<std::string>()
                                   : std::vector<std::string>{data_map_path},
             load_mode, std::move(event_tracer), std::move(memory_allocator),
             std::move(temp_allocator), share_memory_arenas) {}

Module::Module(const std::string& file_path,
               std::vector<std::string> data_files, LoadMode load_mode,
               std::unique_ptr<runtime::EventTracer> event_tracer,
               Allocator memory_allocator, Allocator temp_allocator,
               bool share_memory_arenas)
    : Module(Sources{file_path, std::move(data_files), load_mode, nullptr,
                     nullptr, nullptr},
             std::move(event_tracer), std::move(memory_allocator),
             std::move(temp_allocator), share_memory_arenas) {}

Module::Module(std::unique_ptr<DataLoader> data_loader,
               Allocator memory_allocator, Allocator temp_allocator,
               std::unique_ptr<runtime::EventTracer> event_tracer,
               std::unique_ptr<DataLoader> data_map_loader,
               bool share_memory_arenas)
    : Module(Sources{{},
                     {},
                     LoadMode::File,
                     std::move(data_loader),
                     std::move(data_map_loader),
                     nullptr},
             std::move(event_tracer), std::move(memory_allocator),
             std::move(temp_allocator), share_memory_arenas) {}

Module::Module(std::shared_ptr<Program> program, Allocator memory_allocator,
               Allocator temp_allocator,
               std::unique_ptr<runtime::EventTracer> event_tracer,
               std::unique_ptr<DataLoader> data_map_loader,
               bool share_memory_arenas)
    : Module(Sources{{},
                     {},
                     LoadMode::File,
                     nullptr,
                     std::move(data_map_loader),
                     std::move(program)},
             std::move(event_tracer), std::move(memory_allocator),
             std::move(temp_allocator), share_memory_arenas) {}

Module::~Module() = default;

Error Module::load(const Program::Verification verification) {
  ET_CHECK_OK_OR_RETURN_ERROR(load_data_maps());
  return load_program(verification);
}

Error Module::load(const LoadBackendOptionsMap& backend_options,
                   const Program::Verification verification) {
  ET_CHECK_OK_OR_RETURN_ERROR(load_data_maps());
  ET_CHECK_OK_OR_RETURN_ERROR(load_program(verification));
  auto kept = internal::KeptBackendOptions::copy(backend_options);
  if (!kept.ok()) {
    return kept.error();
  }
  backend_options_ = std::move(*kept);
  return Error::Ok;
}

Error Module::load_program(Program::Verification verification) {
  if (program_ != nullptr) {
    return Error::Ok;
  }
  std::shared_ptr<DataLoader> loader = sources_->program_loader;
  if (loader == nullptr) {
    auto opened = open(sources_->program_path, sources_->load_mode);
    if (!opened.ok()) {
      return opened.error();
    }
    loader = std::move(*opened);
  }
  auto program = Program::load(loader.get(), verification);
  if (!program.ok()) {
    return program.error();
  }
  program_ = std::shared_ptr<Program>(
      new Program(std::move(*program)),
      [loader](const Program* loaded) { delete loaded; });
  return Error::Ok;
}

Error Module::load_data_maps() {
  if (data_maps_ != nullptr ||
      (sources_->data_paths.empty() && sources_->data_loader == nullptr)) {
    return Error::Ok;
  }
  auto data_maps = std::make_unique<DataMaps>();
  for (const std::string& path : sources_->data_paths) {
    auto loader = open(path, sources_->load_mode);
    if (!loader.ok()) {
      return loader.error();
    }
    data_maps->loaders.push_back(std::move(*loader));
    ET_CHECK_OK_OR_RETURN_ERROR(
        data_maps->add(data_maps->loaders.back().get()));
  }
  if (sources_->data_loader != nullptr) {
    ET_CHECK_OK_OR_RETURN_ERROR(data_maps->add(sources_->data_loader.get()));
  }
  ET_CHECK_OK_OR_RETURN_ERROR(data_maps->merge());
  data_maps_ = std::move(data_maps);
  return Error::Ok;
}

Result<size_t> Module::num_methods() {
  ET_CHECK_OK_OR_RETURN_ERROR(load());
  return program_->num_methods();
}

Result<std::unordered_set<std::string>> Module::method_names() {
  ET_CHECK_OK_OR_RETURN_ERROR(load());
  std::unordered_set<std::string> names;
  for (size_t i = 0; i < program_->num_methods(); ++i) {
    const auto name = program_->get_method_name(i);
    if (!name.ok()) {
      return name.error();
    }
    names.emplace(*name);
  }
  return names;
}

Result<MethodMeta> Module::method_meta(const std::string& method_name) {
  ET_CHECK_OK_OR_RETURN_ERROR(load());
  return program_->method_meta(method_name.c_str());
}

Error Module::init_shared_arenas() {
  if (!share_memory_arenas_ || !shared_arenas_.empty()) {
    return Error::Ok;
  }
  std::vector<MethodMeta> methods;
  for (size_t i = 0; i < program_->num_methods(); ++i) {
    const auto name = program_->get_method_name(i);
    if (!name.ok()) {
      return name.error();
    }
    const auto meta = program_->method_meta(*name);
    if (!meta.ok()) {
      return meta.error();
    }
    methods.push_back(*meta);
  }
  auto arenas = internal::create_shared_arenas(methods);
  if (!arenas.ok()) {
    return arenas.error();
  }
  shared_arenas_ = std::move(*arenas);
  return Error::Ok;
}

Result<runtime::HierarchicalAllocator*> Module::plan_memory(
    const std::string& method_name, MethodHolder& holder) {
  const auto meta = program_->method_meta(method_name.c_str());
  if (!meta.ok()) {
    return meta.error();
  }
  ET_CHECK_OK_OR_RETURN_ERROR(init_shared_arenas());
  auto planned = internal::PlannedMemory::create(*meta, shared_arenas_);
  if (!planned.ok()) {
    return planned.error();
  }
  holder.planned_memory = std::move(*planned);
  return holder.planned_memory->allocator();
}

Error Module::load_method(const std::string& method_name,
                          runtime::HierarchicalAllocator* planned_memory,
                          runtime::EventTracer* event_tracer,
                          const LoadBackendOptionsMap* backend_options,
                          std::vector<Kernel> kernel_registry) {
  if (is_method_loaded(method_name)) {
    return Error::Ok;
  }
  ET_CHECK_OK_OR_RETURN_ERROR(load());
  MethodHolder holder;
  if (planned_memory == nullptr) {
    const auto planned = plan_memory(method_name, holder);
    if (!planned.ok()) {
      return planned.error();
    }
    planned_memory = *planned;
  }
  if (backend_options == nullptr && backend_options_.map().size() > 0) {
    backend_options = &backend_options_.map();
  }
  holder.kernel_registry = std::move(kernel_registry);
  holder.memory_manager = std::make_unique<runtime::MemoryManager>(
      memory_allocator_.get(), planned_memory, temp_allocator_.get());
  auto method = program_->load_method(
      method_name.c_str(), holder.memory_manager.get(),
      event_tracer != nullptr ? event_tracer : event_tracer_.get(),
      data_maps_ == nullptr ? nullptr : &*data_maps_->merged, backend_options,
      {holder.kernel_registry.data(), holder.kernel_registry.size()});
  if (!method.ok()) {
    return method.error();
  }
  holder.method = std::make_unique<Method>(std::move(*method));
  methods_.emplace(method_name, std::move(holder));
  return Error::Ok;
}

Result<Method*> Module::loaded_method(const std::string& method_name) {
  ET_CHECK_OK_OR_RETURN_ERROR(load_method(method_name));
  return methods_.at(method_name).method.get();
}

Result<Method*> Module::method(const std::string& method_name) {
  return loaded_method(method_name);
}

Result<std::vector<EValue>> Module::execute(
    const std::string& method_name, const std::vector<EValue>& input_values) {
  const auto method = loaded_method(method_name);
  if (!method.ok()) {
    return method.error();
  }
  for (size_t i = 0; i < input_values.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR((*method)->set_input(input_values[i], i));
  }
  ET_CHECK_OK_OR_RETURN_ERROR((*method)->execute());
  return get_outputs(method_name);
}

Result<EValue> Module::get(const std::string& method_name,
                           const std::vector<EValue>& input_values) {
  auto outputs = execute(method_name, input_values);
  if (!outputs.ok()) {
    return outputs.error();
  }
  ET_CHECK_OR_RETURN_ERROR(!outputs->empty(), InvalidArgument,
                           "method %s has no outputs", method_name.c_str());
  return outputs->front();
}

Error Module::set_input(const std::string& method_name,
                        const EValue& input_value, size_t input_index) {
  const auto method = loaded_method(method_name);
  return method.ok() ? (*method)->set_input(input_value, input_index)
                     : method.error();
}

Error Module::set_inputs(const std::string& method_name,
                         const std::vector<EValue>& input_values) {
  const auto method = loaded_method(method_name);
  return method.ok()
             ? (*method)->set_inputs({input_values.data(), input_values.size()})
             : method.error();
}

Error Module::set_output(const std::string& method_name, EValue output_value,
                         size_t output_index) {
  const auto method = loaded_method(method_name);
  if (!method.ok()) {
    return method.error();
  }
  ET_CHECK_OR_RETURN_ERROR(output_value.isTensor(), InvalidArgument,
                           "output %zu is given a value of tag %u, expected a "
                           "tensor",
                           output_index,
                           static_cast<unsigned>(output_value.tag));
  const aten::Tensor& tensor = output_value.toTensor();
  return (*method)->set_output_data_ptr(tensor.mutable_data_ptr(),
                                        tensor.nbytes(), output_index);
}

Error Module::set_outputs(const std::string& method_name,
                          const std::vector<EValue>& output_values) {
  const auto method = loaded_method(method_name);
  if (!method.ok()) {
    return method.error();
  }
  ET_CHECK_OR_RETURN_ERROR(output_values.size() == (*method)->outputs_size(),
                           InvalidArgument, "%zu outputs given, expected %zu",
                           output_values.size(), (*method)->outputs_size());
  for (size_t i = 0; i < output_values.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(set_output(method_name, output_values[i], i));
  }
  return Error::Ok;
}

Result<std::vector<EValue>> Module::get_outputs(
    const std::string& method_name) {
  const auto method = loaded_method(method_name);
  if (!method.ok()) {
    return method.error();
  }
  std::vector<EValue> outputs((*method)->outputs_size());
  ET_CHECK_OK_OR_RETURN_ERROR(
      (*method)->get_outputs(outputs.data(), outputs.size()));
  return outputs;
}

Result<EValue> Module::get_output(const std::string& method_name,
                                  size_t output_index) {
  const auto method = loaded_method(method_name);
  if (!method.ok()) {
    return method.error();
  }
  ET_CHECK_OR_RETURN_ERROR(output_index < (*method)->outputs_size(),
                           InvalidArgument, "output %zu of %zu", output_index,
                           (*method)->outputs_size());
  return (*method)->get_output(output_index);
}

}  // namespace module
}  // namespace extension
}  // namespace executorch
