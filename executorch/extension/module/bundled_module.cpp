#include <executorch/extension/module/bundled_module.h>

#include <executorch/devtools/bundled_program/bundled_program.h>
#include <executorch/devtools/bundled_program/schema/bundled_program_schema_generated.h>
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/data_loader/file_data_loader.h>

#include <utility>

namespace executorch {
namespace extension {
namespace bundled_module {

using runtime::DataLoader;
using runtime::Error;
using runtime::EValue;
using runtime::EventTracer;
using runtime::MemoryAllocator;
using runtime::Result;

namespace {

std::unique_ptr<DataLoader> program_loader(const void* bundled_program) {
  const auto* const program =
      bundled_program_flatbuffer::GetBundledProgram(bundled_program)->program();
  return std::make_unique<BufferDataLoader>(
      program == nullptr ? nullptr : program->data(),
      program == nullptr ? 0 : program->size());
}

}  // namespace

BundledModule::BundledModule(const void* bundled_program_ptr,
                             std::unique_ptr<MemoryAllocator> memory_allocator,
                             std::unique_ptr<MemoryAllocator> temp_allocator,
                             std::unique_ptr<EventTracer> event_tracer,
                             std::unique_ptr<DataLoader> data_map_loader)
    : Module(program_loader(bundled_program_ptr), std::move(memory_allocator),
             std::move(temp_allocator), std::move(event_tracer),
             std::move(data_map_loader)),
      bundled_program_ptr_(bundled_program_ptr) {}

BundledModule::BundledModule(FileData file_data, const void* program,
                             size_t program_nbytes,
                             std::unique_ptr<MemoryAllocator> memory_allocator,
                             std::unique_ptr<MemoryAllocator> temp_allocator,
                             std::unique_ptr<EventTracer> event_tracer,
                             std::unique_ptr<DataLoader> data_map_loader)
    : Module(std::make_unique<BufferDataLoader>(program, program_nbytes),
             std::move(memory_allocator), std::move(temp_allocator),
             std::move(event_tracer), std::move(data_map_loader)),
      file_data_(std::move(file_data)),
      bundled_program_ptr_(file_data_.get()) {}

BundledModule::~BundledModule() {
  // Methods may still use the file.
  methods_.clear();
}

Result<BundledModule::FileData> BundledModule::read(
    const std::string& file_path, size_t* nbytes) {
  const auto loader = FileDataLoader::from(file_path.c_str());
  if (!loader.ok()) {
    return loader.error();
  }
  const auto size = loader->size();
  if (!size.ok()) {
    return size.error();
  }
  // malloc() aligns to 16 bytes at least.
  FileData data(std::malloc(*size + 1));
  ET_CHECK_OR_RETURN_ERROR(data != nullptr, MemoryAllocationFailed,
                           "no memory for the %zu bytes of %s", *size,
                           file_path.c_str());
  ET_CHECK_OK_OR_RETURN_ERROR(
      loader->load_into(0, *size, DataLoader::SegmentInfo(), data.get()));
  *nbytes = *size;
  return data;
}

Result<std::unique_ptr<BundledModule>> BundledModule::from_file(
    const std::string& file_path,
    std::unique_ptr<MemoryAllocator> memory_allocator,
    std::unique_ptr<MemoryAllocator> temp_allocator,
    std::unique_ptr<EventTracer> event_tracer,
    std::unique_ptr<DataLoader> data_map_loader) {
  size_t nbytes = 0;
  auto data = read(file_path, &nbytes);
  if (!data.ok()) {
    return data.error();
  }
  const void* program = nullptr;
  size_t program_nbytes = 0;
  if (executorch::bundled_program::get_program_data(
          data->get(), nbytes, &program, &program_nbytes) != Error::Ok) {
    program = nullptr;
    program_nbytes = 0;
  }
  return std::unique_ptr<BundledModule>(
      new BundledModule(std::move(*data), program, program_nbytes,
                        std::move(memory_allocator), std::move(temp_allocator),
                        std::move(event_tracer), std::move(data_map_loader)));
}

Result<std::vector<EValue>> BundledModule::execute(
    const std::string& method_name, const size_t testset_idx) {
  const auto method = loaded_method(method_name);
  if (!method.ok()) {
    return method.error();
  }
  ET_CHECK_OK_OR_RETURN_ERROR(executorch::bundled_program::load_bundled_input(
      **method, bundled_program_ptr_, testset_idx));
  ET_CHECK_OK_OR_RETURN_ERROR((*method)->execute());
  return get_outputs(method_name);
}

Error BundledModule::verify_method_outputs(const std::string& method_name,
                                           const size_t testset_idx,
                                           double rtol, double atol) {
  const auto method = loaded_method(method_name);
  if (!method.ok()) {
    return method.error();
  }
  return executorch::bundled_program::verify_method_outputs(
      **method, bundled_program_ptr_, testset_idx, rtol, atol);
}

}  // namespace bundled_module
}  // namespace extension
}  // namespace executorch
