// Blocks: copies from the stack to the heap, and what they capture.
#include <cstdlib>
#include <cstring>

#include "abi.h"

namespace {

struct BlockDescriptor {
  unsigned long reserved;
  unsigned long nbytes;
  void (*copy)(void* to, const void* from);
  void (*dispose)(const void* block);
};
struct Block {
  void* isa;
  std::atomic<int> flags;
  int reserved;
  void* invoke;
  BlockDescriptor* descriptor;
};
/// A __block variable.
struct Byref {
  void* isa;
  Byref* forwarding;
  std::atomic<int> flags;
  unsigned nbytes;
  void (*keep)(Byref* to, Byref* from);
  void (*destroy)(Byref* variable);
};

// Flags; the count goes up in steps of 2.
constexpr int kCountMask = 0xfffe;
constexpr int kOnHeap = 1 << 24;
constexpr int kHasHelpers = 1 << 25;
constexpr int kIsGlobal = 1 << 28;

// Kinds of what a block captures.
constexpr int kObject = 3;
constexpr int kBlock = 7;
constexpr int kByref = 8;
constexpr int kKindMask = 0x8f;  // 0x80: inside of a __block variable, not kept

Byref* keep_byref(Byref* variable) {
  if ((variable->forwarding->flags & kCountMask) != 0) {
    variable->forwarding->flags += 2;
    return variable->forwarding;
  }
  auto* copy = static_cast<Byref*>(std::malloc(variable->nbytes));
  std::memcpy(static_cast<void*>(copy), static_cast<void*>(variable),
              variable->nbytes);
  copy->isa = nullptr;
  // Two owners: the block, and the frame of the variable.
  copy->flags = variable->flags | kOnHeap | 4;
  copy->forwarding = copy;
  variable->forwarding = copy;
  if ((copy->flags & kHasHelpers) != 0) {
    copy->keep(copy, variable);
  }
  return copy;
}

void drop_byref(Byref* variable) {
  variable = variable->forwarding;
  if ((variable->flags & kOnHeap) == 0) {
    return;
  }
  if (((variable->flags -= 2) & kCountMask) != 0) {
    return;
  }
  if ((variable->flags & kHasHelpers) != 0) {
    variable->destroy(variable);
  }
  std::free(variable);
}

}  // namespace

extern "C" {

extern char _NSConcreteMallocBlock[];

void* _Block_copy(const void* argument) {
  auto* block = static_cast<Block*>(const_cast<void*>(argument));
  if (block == nullptr || (block->flags & kIsGlobal) != 0) {
    return block;
  }
  if ((block->flags & kOnHeap) != 0) {
    block->flags += 2;
    return block;
  }
  auto* copy = static_cast<Block*>(std::malloc(block->descriptor->nbytes));
  std::memcpy(static_cast<void*>(copy), static_cast<void*>(block),
              block->descriptor->nbytes);
  copy->isa = _NSConcreteMallocBlock;
  copy->flags = (block->flags & ~kCountMask) | kOnHeap | 2;
  if ((copy->flags & kHasHelpers) != 0) {
    copy->descriptor->copy(copy, block);
  }
  return copy;
}

void _Block_release(const void* argument) {
  auto* block = static_cast<Block*>(const_cast<void*>(argument));
  if (block == nullptr || (block->flags & kOnHeap) == 0) {
    return;
  }
  if (((block->flags -= 2) & kCountMask) != 0) {
    return;
  }
  if ((block->flags & kHasHelpers) != 0) {
    block->descriptor->dispose(block);
  }
  std::free(block);
}

id objc_retainBlock(id block) { return static_cast<id>(_Block_copy(block)); }

void _Block_object_assign(void* place, const void* captured, int flags) {
  switch (flags & kKindMask) {
    case kObject:
      *static_cast<id*>(place) =
          objc_retain(static_cast<id>(const_cast<void*>(captured)));
      break;
    case kBlock:
      *static_cast<void**>(place) = _Block_copy(captured);
      break;
    case kByref:
      *static_cast<Byref**>(place) =
          keep_byref(static_cast<Byref*>(const_cast<void*>(captured)));
      break;
    default:
      *static_cast<const void**>(place) = captured;
  }
}

void _Block_object_dispose(const void* captured, int flags) {
  switch (flags & kKindMask) {
    case kObject:
      objc_release(static_cast<id>(const_cast<void*>(captured)));
      break;
    case kBlock:
      _Block_release(captured);
      break;
    case kByref:
      drop_byref(static_cast<Byref*>(const_cast<void*>(captured)));
      break;
    default:
      break;
  }
}
}
