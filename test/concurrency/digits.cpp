#include "digits.h"

#include <executorch/backends/apple/mps/runtime/cpu/mps_cpu_backend.h>
#include <executorch/kernels/selected_kernels.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/assert.h>

#include <cmath>
#include <fstream>

namespace rushlight::test {
namespace {

using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::NamedDataMap;
using executorch::runtime::Program;
using executorch::runtime::Span;

constexpr size_t kImages = 397;

/// The values of a .npy file, which are its end.
std::vector<float> read_floats(const std::string& name, size_t count) {
  std::vector<float> values(count);
  const auto nbytes = static_cast<std::streamoff>(count * sizeof(float));
  const std::string folder = RUSHLIGHT_SOURCE_DIR "/test/fixtures/digits/";
  std::ifstream file(folder + name, std::ios::binary);
  file.seekg(-nbytes, std::ios::end);
  file.read(reinterpret_cast<char*>(values.data()), nbytes);
  ET_CHECK_MSG(file.good(), "%s cannot be read", name.c_str());
  return values;
}

}  // namespace

void register_digits_runtime() {
  static const bool done = [] {
    for (const auto& table : executorch::kernels::selected_kernels()) {
      ET_CHECK(executorch::runtime::register_kernels(table) == Error::Ok);
    }
    ET_CHECK(executorch::backends::mps::register_mps_cpu_backend() ==
             Error::Ok);
    return true;
  }();
  static_cast<void>(done);
}

std::string program_path(const std::string& name) {
  const std::string folder = RUSHLIGHT_PROGRAM_DIR "/";
  return folder + name;
}

const Digits& Digits::get() {
  static const Digits digits{
      read_floats("test_images.npy", kImages * kPixels),
      read_floats("expected_logits.npy", kImages * kClasses)};
  return digits;
}

DigitsMethod::DigitsMethod(Program& program, const NamedDataMap* data) {
  const auto meta = program.method_meta("forward");
  for (size_t i = 0; meta.ok() && i < meta->num_memory_planned_buffers(); ++i) {
    planned_.emplace_back(
        static_cast<size_t>(meta->memory_planned_buffer_size(i).get()));
    spans_.emplace_back(planned_.back().data(), planned_.back().size());
  }
  hierarchy_.emplace(Span<Span<uint8_t>>(spans_.data(), spans_.size()));
  manager_.emplace(&method_allocator_, &*hierarchy_, &temp_allocator_);
  method_.emplace(program.load_method("forward", &*manager_, nullptr, data));
}

Error DigitsMethod::error() const { return method_->error(); }

std::string DigitsMethod::classify(size_t first, size_t batch) {
  executorch::aten::SizesType sizes[] = {static_cast<int32_t>(batch), 1, 8, 8};
  TensorImpl images(
      executorch::aten::ScalarType::Float, 4, sizes,
      const_cast<float*>(&Digits::get().images[first * Digits::kPixels]));
  auto& method = method_->get();
  Error error = method.set_input(EValue(Tensor(&images)), 0);
  if (error == Error::Ok) {
    error = method.execute();
  }
  if (error != Error::Ok) {
    return executorch::runtime::to_string(error);
  }
  return difference_of_logits(
      method.get_output(0).toTensor().const_data_ptr<float>(), first, batch);
}

std::string difference_of_logits(const float* logits, size_t first,
                                 size_t batch) {
  const float* expected = &Digits::get().logits[first * Digits::kClasses];
  for (size_t i = 0; i < batch * Digits::kClasses; ++i) {
    if (!(std::fabs(logits[i] - expected[i]) <=
          1e-4f * (1 + std::fabs(expected[i])))) {
      return "image " + std::to_string(first + i / Digits::kClasses) +
             " gives " + std::to_string(logits[i]) + ", expected " +
             std::to_string(expected[i]);
    }
  }
  return "";
}

}  // namespace rushlight::test
