#include <executorch/devtools/etdump/etdump_builder.h>
#include <executorch/devtools/etdump/etdump_flatcc.h>

namespace executorch {
namespace etdump {
namespace internal {

using runtime::Span;

namespace {

constexpr size_t kAlignment = 16;
/// One entry of the lists per so many bytes of memory.
constexpr size_t kBytesPerEvent = 64;
constexpr size_t kBytesPerBlock = 512;
constexpr size_t kBytesPerAllocator = 1024;
constexpr size_t kInitialHeapSize = 4096;

/// Takes `count` elements from the front.
template <typename T>
T* take(Span<uint8_t>& memory, size_t count) {
  const size_t nbytes =
      (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
  T* const first = reinterpret_cast<T*>(memory.data());
  memory = Span<uint8_t>(memory.data() + nbytes, memory.size() - nbytes);
  return first;
}

}  // namespace

ETDumpBuilder::Parts::Parts(Span<uint8_t> memory)
    : events(nullptr),
      num_events(memory.size() / kBytesPerEvent),
      blocks(nullptr),
      num_blocks(memory.size() / kBytesPerBlock),
      allocators(nullptr),
      num_allocators(memory.size() / kBytesPerAllocator),
      flatbuffer(memory) {
  if (memory.data() != nullptr) {
    events = take<flatbuffers::Offset<fb::Event>>(flatbuffer, num_events);
    blocks = take<flatbuffers::Offset<fb::RunData>>(flatbuffer, num_blocks);
    allocators =
        take<flatbuffers::Offset<fb::Allocator>>(flatbuffer, num_allocators);
    flatbuffer = Span<uint8_t>(flatbuffer.data(),
                               flatbuffer.size() / kAlignment * kAlignment);
  }
}

ETDumpBuilder::ETDumpBuilder(const Parts& parts, bool fixed)
    : allocator_(parts.flatbuffer),
      fbb_(fixed ? parts.flatbuffer.size() : kInitialHeapSize,
           fixed ? &allocator_ : nullptr),
      events_(parts.events, parts.num_events),
      blocks_(parts.blocks, parts.num_blocks),
      allocators_(parts.allocators, parts.num_allocators) {}

ETDumpBuilder::ETDumpBuilder() : ETDumpBuilder(Parts({}), false) {}
ETDumpBuilder::ETDumpBuilder(Span<uint8_t> memory)
    : ETDumpBuilder(Parts(memory), true) {}

void ETDumpBuilder::reset() {
  fbb_.Clear();
  events_.clear();
  blocks_.clear();
  allocators_.clear();
}

uint32_t ETDumpBuilder::add_string(const char* text) {
  return text == nullptr ? 0 : fbb_.CreateString(text).o;
}

void ETDumpBuilder::begin_block(const char* name, int bundled_input_index) {
  name_ = fbb_.CreateString(name);
  bundled_input_index_ = bundled_input_index;
}

size_t ETDumpBuilder::add_allocator(const char* name) {
  const auto text = fbb_.CreateString(name);
  allocators_.push(fb::CreateAllocator(fbb_, text));
  return allocators_.size();
}

void ETDumpBuilder::add_event(flatbuffers::Offset<fb::ProfileEvent> event) {
  events_.push(fb::CreateEvent(fbb_, event));
}
void ETDumpBuilder::add_event(flatbuffers::Offset<fb::AllocationEvent> event) {
  events_.push(fb::CreateEvent(fbb_, 0, event));
}
void ETDumpBuilder::add_event(flatbuffers::Offset<fb::DebugEvent> event) {
  events_.push(fb::CreateEvent(fbb_, 0, 0, event));
}

void ETDumpBuilder::end_block() {
  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::Allocator>>>
      allocators;
  if (allocators_.size() > 0) {
    allocators = fbb_.CreateVector(allocators_.data(), allocators_.size());
  }
  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::Event>>>
      events;
  if (events_.size() > 0) {
    events = fbb_.CreateVector(events_.data(), events_.size());
  }
  blocks_.push(
      fb::CreateRunData(fbb_, name_, bundled_input_index_, allocators, events));
  allocators_.clear();
  events_.clear();
}

Span<uint8_t> ETDumpBuilder::finish() {
  const auto blocks = fbb_.CreateVector(blocks_.data(), blocks_.size());
  fbb_.FinishSizePrefixed(fb::CreateETDump(fbb_, ETDUMP_VERSION, blocks),
                          fb::ETDumpIdentifier());
  return {fbb_.GetBufferPointer(), fbb_.GetSize()};
}

}  // namespace internal
}  // namespace etdump
}  // namespace executorch
