#pragma once

#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rushlight::test {

/// Registers the kernels of the digits programs and the MPS delegate on the
/// CPU, once; call before there are threads.
void register_digits_runtime();

/// Path of a program or data file: portable.pte, mps.pte, external.pte and
/// external.ptd.
std::string program_path(const std::string& name);

/// Images of digits and what the model gives for them.
struct Digits {
  static constexpr size_t kPixels = 64;
  static constexpr size_t kClasses = 10;

  static const Digits& get();

  size_t count() const { return images.size() / kPixels; }

  std::vector<float> images;  ///< [N, 1, 8, 8]
  std::vector<float> logits;  ///< [N, 10]
};

/// A method of a digits program in memory of its own. Not thread-safe; several
/// may run at once.
class DigitsMethod {
 public:
  /// Loads `forward`; error() tells whether that failed.
  DigitsMethod(executorch::runtime::Program& program,
               const executorch::runtime::NamedDataMap* data);

  executorch::runtime::Error error() const;
  /// Runs it on `batch` images from `first` on. Returns what is wrong with the
  /// answer: "" for nothing.
  std::string classify(size_t first, size_t batch);

 private:
  std::vector<std::vector<uint8_t>> planned_;
  std::vector<executorch::runtime::Span<uint8_t>> spans_;
  std::optional<executorch::runtime::HierarchicalAllocator> hierarchy_;
  executorch::extension::MallocMemoryAllocator method_allocator_;
  executorch::extension::MallocMemoryAllocator temp_allocator_;
  std::optional<executorch::runtime::MemoryManager> manager_;
  std::optional<executorch::runtime::Result<executorch::runtime::Method>>
      method_;
};

/// What is wrong with logits of `batch` images from `first` on: "" for nothing.
std::string difference_of_logits(const float* logits, size_t first,
                                 size_t batch);

}  // namespace rushlight::test
