#include <executorch/extension/data_loader/file_data_loader.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>
#include <executorch/runtime/platform/runtime.h>

#include <memory>

#include "applications.h"

namespace applications {
namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::extension::FileDataLoader;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::HierarchicalAllocator;
using executorch::runtime::MemoryAllocator;
using executorch::runtime::MemoryManager;
using executorch::runtime::Method;
using executorch::runtime::MethodMeta;
using executorch::runtime::Program;
using executorch::runtime::Result;
using executorch::runtime::Span;

alignas(16) uint8_t method_pool[256 * 1024];
alignas(16) uint8_t temp_pool[1024 * 1024];

std::vector<float> run(Method& method, const std::vector<float>& image) {
  TensorImpl::SizesType sizes[] = {1, 1, 8, 8};
  TensorImpl::DimOrderType dim_order[] = {0, 1, 2, 3};
  std::vector<float> pixels = image;
  TensorImpl impl(ScalarType::Float, 4, sizes, pixels.data(), dim_order);
  if (method.set_input(EValue(Tensor(&impl)), 0) != Error::Ok ||
      method.execute() != Error::Ok) {
    return {};
  }
  std::vector<EValue> outputs(method.outputs_size());
  if (method.get_outputs(outputs.data(), outputs.size()) != Error::Ok ||
      !outputs[0].isTensor()) {
    return {};
  }
  const Tensor scores = outputs[0].toTensor();
  return {scores.const_data_ptr<float>(),
          scores.const_data_ptr<float>() + scores.numel()};
}

}  // namespace

std::vector<float> score_image(const std::string& program_path,
                               const std::vector<float>& image) {
  executorch::runtime::runtime_init();
  Result<FileDataLoader> loader = FileDataLoader::from(program_path.c_str());
  if (!loader.ok()) {
    return {};
  }
  Result<Program> program = Program::load(&loader.get());
  if (!program.ok()) {
    return {};
  }
  const Result<const char*> name = program->get_method_name(0);
  Result<MethodMeta> meta = program->method_meta(*name);
  if (!meta.ok()) {
    return {};
  }
  std::vector<std::unique_ptr<uint8_t[]>> buffers;
  std::vector<Span<uint8_t>> spans;
  for (size_t id = 0; id < meta->num_memory_planned_buffers(); ++id) {
    const auto size =
        static_cast<size_t>(meta->memory_planned_buffer_size(id).get());
    buffers.push_back(std::make_unique<uint8_t[]>(size));
    spans.push_back({buffers.back().get(), size});
  }
  HierarchicalAllocator planned_memory({spans.data(), spans.size()});
  MemoryAllocator method_allocator(sizeof(method_pool), method_pool);
  MemoryAllocator temp_allocator(sizeof(temp_pool), temp_pool);
  MemoryManager memory_manager(&method_allocator, &planned_memory,
                               &temp_allocator);
  Result<Method> method = program->load_method(*name, &memory_manager);
  if (!method.ok()) {
    return {};
  }
  return run(*method, image);
}

}  // namespace applications
