#pragma once

#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/executor/memory_manager.h>
#include <executorch/runtime/executor/method_meta.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rushlight::test {

/// All memory of one method in buffers that are allocated beforehand, so that
/// whatever else is allocated is the runtime's doing.
class StaticMemory {
 public:
  static constexpr size_t kMethodNbytes = size_t{16} << 20;
  static constexpr size_t kTempNbytes = size_t{64} << 20;

  explicit StaticMemory(const executorch::runtime::MethodMeta& meta)
      : method_buffer_(kMethodNbytes),
        temp_buffer_(kTempNbytes),
        method_allocator_(static_cast<uint32_t>(kMethodNbytes),
                          method_buffer_.data()),
        temp_allocator_(static_cast<uint32_t>(kTempNbytes),
                        temp_buffer_.data()),
        planned_(make_planned(meta)),
        spans_(make_spans(planned_)),
        planned_memory_({spans_.data(), spans_.size()}),
        manager_(&method_allocator_, &planned_memory_, &temp_allocator_) {}
  StaticMemory(const StaticMemory&) = delete;
  StaticMemory& operator=(const StaticMemory&) = delete;

  executorch::runtime::MemoryManager& manager() { return manager_; }
  size_t planned_nbytes() const {
    size_t total = 0;
    for (const auto& buffer : planned_) {
      total += buffer.size();
    }
    return total;
  }

 private:
  using Buffers = std::vector<std::vector<uint8_t>>;
  using Spans = std::vector<executorch::runtime::Span<uint8_t>>;

  static Buffers make_planned(const executorch::runtime::MethodMeta& meta) {
    Buffers buffers;
    for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
      buffers.emplace_back(
          static_cast<size_t>(*meta.memory_planned_buffer_size(i)));
    }
    return buffers;
  }

  static Spans make_spans(Buffers& buffers) {
    Spans spans;
    for (auto& buffer : buffers) {
      spans.emplace_back(buffer.data(), buffer.size());
    }
    return spans;
  }

  std::vector<uint8_t> method_buffer_;
  std::vector<uint8_t> temp_buffer_;
  executorch::runtime::MemoryAllocator method_allocator_;
  executorch::runtime::MemoryAllocator temp_allocator_;
  Buffers planned_;
  Spans spans_;
  executorch::runtime::HierarchicalAllocator planned_memory_;
  executorch::runtime::MemoryManager manager_;
};

}  // namespace rushlight::test
