#include <executorch/extension/data_loader/mmap_data_loader.h>
#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/kernels/portable/portable_kernels.h>
#include <executorch/kernels/prim_ops/prim_ops.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "npy.h"

/// Classifies handwritten digits with a compiled program:
///   classify_digits digits.pte images.npy labels.npy
/// It shows what an application does: load a program, give its method memory,
/// set an input of any batch size up to the exported bound, run, read the
/// output. It has the portable kernels and, by linking xnnpack_backend, the
/// delegate for which `rushlight compile` compiles.
namespace {

using namespace executorch::runtime;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::extension::MallocMemoryAllocator;
using executorch::extension::MmapDataLoader;

constexpr size_t kSide = 8;
constexpr size_t kPixels = kSide * kSide;
constexpr size_t kClasses = 10;

/// Memory of a method: one span for each planned buffer.
struct PlannedMemory {
  std::vector<std::vector<uint8_t>> buffers;
  std::vector<Span<uint8_t>> spans;

  explicit PlannedMemory(const MethodMeta& meta) {
    for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
      buffers.emplace_back(
          static_cast<size_t>(*meta.memory_planned_buffer_size(i)));
    }
    for (auto& buffer : buffers) {
      spans.emplace_back(buffer.data(), buffer.size());
    }
  }
};

/// Class of highest score for each of `count` images, or nothing on an error.
bool classify(Method& method, float* images, size_t count,
              std::vector<size_t>& classes) {
  executorch::aten::SizesType sizes[] = {
      static_cast<executorch::aten::SizesType>(count), 1, kSide, kSide};
  executorch::aten::DimOrderType dim_order[] = {0, 1, 2, 3};
  executorch::aten::StridesType strides[] = {kPixels, kPixels, kSide, 1};
  TensorImpl batch(ScalarType::Float, 4, sizes, images, dim_order, strides);
  if (method.set_input(EValue(Tensor(&batch)), 0) != Error::Ok ||
      method.execute() != Error::Ok) {
    return false;
  }
  const Tensor logits = method.get_output(0).toTensor();
  const float* row = logits.const_data_ptr<float>();
  for (size_t i = 0; i < count; ++i, row += kClasses) {
    classes.push_back(static_cast<size_t>(
        std::max_element(row, row + kClasses) - row));
  }
  return true;
}

/// `shown` images side by side, in shades of text, above their predictions.
void show(const float* images, const std::vector<size_t>& classes,
          const int64_t* labels, size_t shown) {
  constexpr const char* kShades = " .:-=+*#%@";
  for (size_t y = 0; y < kSide; ++y) {
    for (size_t i = 0; i < shown; ++i) {
      for (size_t x = 0; x < kSide; ++x) {
        const float value = images[i * kPixels + y * kSide + x];
        const char shade =
            kShades[std::clamp(static_cast<int>(value * 9.99f), 0, 9)];
        std::printf("%c%c", shade, shade);
      }
      std::printf("  ");
    }
    std::printf("\n");
  }
  for (size_t i = 0; i < shown; ++i) {
    std::printf("is %zu%-13s", classes[i],
                static_cast<int64_t>(classes[i]) == labels[i] ? ""
                                                              : "  (wrong)");
  }
  std::printf("\n");
}

int fail(const char* what) {
  std::fprintf(stderr, "error: %s\n", what);
  return 1;
}

int run(const char* program_path, const rushlight::NpyArray& images,
        const rushlight::NpyArray& labels) {
  auto loader = MmapDataLoader::from(program_path,
                                     MmapDataLoader::MlockConfig::NoMlock);
  if (!loader.ok()) {
    return fail("the program cannot be opened");
  }
  auto program = Program::load(&*loader);
  if (!program.ok()) {
    return fail("the program cannot be loaded");
  }
  const auto meta = program->method_meta("forward");
  if (!meta.ok()) {
    return fail("the program has no method forward");
  }
  PlannedMemory memory(*meta);
  HierarchicalAllocator planned({memory.spans.data(), memory.spans.size()});
  MallocMemoryAllocator method_allocator;
  MemoryManager manager(&method_allocator, &planned);
  auto method = program->load_method("forward", &manager);
  if (!method.ok()) {
    return fail("the method cannot be loaded");
  }

  const auto count = static_cast<size_t>(images.shape[0]);
  std::vector<float> pixels(images.bytes.size() / sizeof(float));
  std::memcpy(pixels.data(), images.bytes.data(), images.bytes.size());
  std::vector<int64_t> truth(count);
  std::memcpy(truth.data(), labels.bytes.data(), labels.bytes.size());

  std::vector<size_t> classes;
  const size_t batches[] = {1, 7, 64, 512};
  for (size_t at = 0, i = 0; at < count; ++i) {
    const size_t batch = std::min(batches[std::min<size_t>(i, 3)], count - at);
    if (!classify(*method, pixels.data() + at * kPixels, batch, classes)) {
      return fail("the run failed");
    }
    at += batch;
  }
  size_t right = 0;
  for (size_t i = 0; i < count; ++i) {
    right += static_cast<int64_t>(classes[i]) == truth[i] ? 1 : 0;
  }
  show(pixels.data(), classes, truth.data(), std::min<size_t>(count, 4));
  std::printf("%zu of %zu unseen digits are right\n", right, count);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr,
                 "usage: classify_digits digits.pte images.npy labels.npy\n");
    return 2;
  }
  runtime_init();
  if (register_kernels(executorch::kernels::portable::portable_kernels()) !=
          Error::Ok ||
      register_kernels(executorch::kernels::prim_ops_kernels()) !=
          Error::Ok) {
    return fail("the kernels cannot be registered");
  }
  const auto images = rushlight::read_npy(argv[2]);
  const auto labels = rushlight::read_npy(argv[3]);
  if (!images || !labels) {
    return fail((!images ? images : labels).error().message.c_str());
  }
  if (images->dtype != ScalarType::Float || images->shape.size() != 4 ||
      labels->dtype != ScalarType::Long ||
      labels->numel() != images->shape[0] ||
      images->numel() != images->shape[0] * static_cast<int64_t>(kPixels)) {
    return fail("images are not float32 [N, 1, 8, 8] with int64 labels [N]");
  }
  return run(argv[1], *images, *labels);
}
