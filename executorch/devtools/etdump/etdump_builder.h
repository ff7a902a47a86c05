#pragma once

/// Private to devtools/etdump: the flatbuffer that is being written.

#include <executorch/devtools/etdump/etdump_schema_flatcc_generated.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/platform/assert.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace executorch {
namespace etdump {
namespace internal {

namespace fb = ::etdump;

/// Offsets, in memory of the caller or on the heap.
template <typename T>
class OffsetList {
 public:
  using Offset = flatbuffers::Offset<T>;

  OffsetList(Offset* fixed, size_t capacity)
      : fixed_(fixed), capacity_(capacity) {}

  void push(Offset offset) {
    if (fixed_ == nullptr) {
      heap_.push_back(offset);
      return;
    }
    ET_CHECK_MSG(size_ < capacity_, "ETDump list out of memory: %zu entries",
                 capacity_);
    fixed_[size_++] = offset;
  }

  const Offset* data() const { return fixed_ ? fixed_ : heap_.data(); }
  size_t size() const { return fixed_ ? size_ : heap_.size(); }
  void clear() {
    heap_.clear();
    size_ = 0;
  }

 private:
  std::vector<Offset> heap_;
  Offset* fixed_;
  size_t capacity_;
  size_t size_ = 0;
};

/// Gives the flatbuffer one piece of memory, once.
class FixedAllocator : public flatbuffers::Allocator {
 public:
  explicit FixedAllocator(runtime::Span<uint8_t> memory) : memory_(memory) {}

  uint8_t* allocate(size_t size) override {
    ET_CHECK_MSG(size <= memory_.size(),
                 "ETDump buffer out of memory: %zu bytes wanted of %zu", size,
                 memory_.size());
    return memory_.data();
  }
  void deallocate(uint8_t*, size_t) override {}
  uint8_t* reallocate_downward(uint8_t*, size_t, size_t new_size, size_t,
                               size_t) override {
    return allocate(new_size);
  }

 private:
  runtime::Span<uint8_t> memory_;
};

/// The record: blocks that are finished, and the events of the present one.
class ETDumpBuilder {
 public:
  /// On the heap.
  ETDumpBuilder();
  /// In `memory`.
  explicit ETDumpBuilder(runtime::Span<uint8_t> memory);

  void reset();

  /// Text that belongs to no block; 0 for nullptr.
  uint32_t add_string(const char* text);
  void begin_block(const char* name, int bundled_input_index);
  size_t add_allocator(const char* name);
  void add_event(flatbuffers::Offset<fb::ProfileEvent> event);
  void add_event(flatbuffers::Offset<fb::AllocationEvent> event);
  void add_event(flatbuffers::Offset<fb::DebugEvent> event);
  void end_block();
  /// Ends the file; it lies in the memory of the builder.
  runtime::Span<uint8_t> finish();

  flatbuffers::FlatBufferBuilder& fbb() { return fbb_; }

 private:
  /// How fixed memory is divided.
  struct Parts {
    explicit Parts(runtime::Span<uint8_t> memory);

    flatbuffers::Offset<fb::Event>* events;
    size_t num_events;
    flatbuffers::Offset<fb::RunData>* blocks;
    size_t num_blocks;
    flatbuffers::Offset<fb::Allocator>* allocators;
    size_t num_allocators;
    runtime::Span<uint8_t> flatbuffer;
  };

  ETDumpBuilder(const Parts& parts, bool fixed);

  FixedAllocator allocator_;
  flatbuffers::FlatBufferBuilder fbb_;
  OffsetList<fb::Event> events_;
  OffsetList<fb::RunData> blocks_;
  OffsetList<fb::Allocator> allocators_;
  flatbuffers::Offset<flatbuffers::String> name_;
  int bundled_input_index_ = -1;
};

}  // namespace internal
}  // namespace etdump
}  // namespace executorch
