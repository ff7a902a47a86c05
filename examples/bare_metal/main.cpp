#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/kernels/selected_kernels.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdio>
#include <cstring>

#include "embedded_files.h"

/// Classifies handwritten digits as a microcontroller does: the program is part
/// of the image, all memory is static, nothing comes from the heap, and only
/// the kernels that the program names are linked.
namespace {

using namespace executorch::runtime;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::extension::BufferDataLoader;

constexpr size_t kSide = 8;
constexpr size_t kPixels = kSide * kSide;
constexpr size_t kClasses = 10;

/// Structures of the loaded method.
alignas(16) uint8_t method_memory[24 * 1024];
/// Tensors of the method, as the compiler planned them.
/// The export allows batches of 512, which takes external memory.
__attribute__((section(".bss.planned")))
alignas(16) uint8_t planned_memory[7340032];

Error register_all() {
  for (const auto& table : executorch::kernels::selected_kernels()) {
    const Error error = register_kernels(table);
    if (error != Error::Ok) {
      return error;
    }
  }
  return Error::Ok;
}

/// The class of highest score, or kClasses on an error.
size_t classify(Method& method, float* image) {
  executorch::aten::SizesType sizes[] = {1, 1, kSide, kSide};
  executorch::aten::DimOrderType dim_order[] = {0, 1, 2, 3};
  executorch::aten::StridesType strides[] = {kPixels, kPixels, kSide, 1};
  TensorImpl batch(ScalarType::Float, 4, sizes, image, dim_order, strides);
  if (method.set_input(EValue(Tensor(&batch)), 0) != Error::Ok ||
      method.execute() != Error::Ok) {
    return kClasses;
  }
  const float* scores =
      method.get_output(0).toTensor().const_data_ptr<float>();
  size_t best = 0;
  for (size_t i = 1; i < kClasses; ++i) {
    best = scores[i] > scores[best] ? i : best;
  }
  return best;
}

/// Images that are classified as their labels say, or -1 on an error.
int run() {
  if (register_all() != Error::Ok) {
    return -1;
  }
  BufferDataLoader loader(kProgram.data(), kProgram.size());
  Result<Program> program = Program::load(&loader);
  if (!program.ok()) {
    return -1;
  }
  Span<uint8_t> spans[] = {Span<uint8_t>(planned_memory)};
  HierarchicalAllocator planned(spans);
  MemoryAllocator allocator(sizeof(method_memory), method_memory);
  MemoryManager memory(&allocator, &planned);
  Result<Method> method = program->load_method("forward", &memory);
  if (!method.ok()) {
    return -1;
  }
  int right = 0;
  const size_t count = kLabels.size() / sizeof(int64_t);
  for (size_t i = 0; i < count; ++i) {
    float image[kPixels];
    std::memcpy(image, kImages.data() + i * sizeof(image), sizeof(image));
    int64_t label = 0;
    std::memcpy(&label, kLabels.data() + i * sizeof(label), sizeof(label));
    right += classify(*method, image) == static_cast<size_t>(label) ? 1 : 0;
  }
  std::printf("%d of %d digits are right; %u bytes of method memory\n", right,
              static_cast<int>(count),
              static_cast<unsigned>(allocator.used_size()));
  return right;
}

}  // namespace

int main() {
  runtime_init();
  return run() == 395 ? 0 : 1;
}
