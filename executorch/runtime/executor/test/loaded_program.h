#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>

namespace executorch::runtime::testing {

/// A file in aligned memory with a loader, and the program in it.
class LoadedProgram {
 public:
  explicit LoadedProgram(const std::vector<uint8_t>& file)
      : memory_(std::aligned_alloc(16, (file.size() + 31) & ~size_t{15}),
                std::free),
        loader_(std::copy(file.begin(), file.end(),
                          static_cast<uint8_t*>(memory_.get())) -
                    file.size(),
                file.size()),
        program_(Program::load(&loader_)) {}

  Result<Program>& operator*() { return program_; }
  Error error() const { return program_.error(); }

 private:
  std::unique_ptr<void, decltype(&std::free)> memory_;
  extension::BufferDataLoader loader_;
  Result<Program> program_;
};

/// All the memory that a method asks for.
class MethodMemory {
 public:
  /// @param[in] missing Bytes by which each planned buffer is too small.
  explicit MethodMemory(const MethodMeta& meta, size_t missing = 0) {
    for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
      const auto nbytes =
          static_cast<size_t>(*meta.memory_planned_buffer_size(i));
      buffers_.emplace_back(nbytes < missing ? 0 : nbytes - missing);
      spans_.emplace_back(buffers_.back().data(), buffers_.back().size());
    }
    planned_.emplace(Span<Span<uint8_t>>(spans_.data(), spans_.size()));
    manager_.emplace(&method_, &*planned_, &temp_);
  }
  MemoryManager* manager() { return &*manager_; }

 private:
  std::vector<std::vector<uint8_t>> buffers_;
  std::vector<Span<uint8_t>> spans_;
  std::optional<HierarchicalAllocator> planned_;
  extension::MallocMemoryAllocator method_;
  extension::MallocMemoryAllocator temp_;
  std::optional<MemoryManager> manager_;
};

}  // namespace executorch::runtime::testing
