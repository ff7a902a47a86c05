// Life of objects: allocation, reference counts, autorelease pools.
#include <cstdlib>
#include <new>
#include <vector>

#include "abi.h"

namespace {

std::atomic<long> live_objects{0};

/// Objects to release, with a null at the bottom of each pool.
thread_local std::vector<id> pools;

}  // namespace

extern "C" {

using objc_emulation::header_of;

/// Objects that were allocated and not yet deallocated.
long emulation_live_objects() { return live_objects; }

id class_createInstance(Class cls, size_t extra_nbytes) {
  void* memory = std::calloc(1, objc_emulation::kHeaderNbytes +
                                    cls->data->instance_nbytes + extra_nbytes);
  if (memory == nullptr) {
    return nullptr;
  }
  new (memory) objc_emulation::ObjectHeader{{1}, {false}};
  const auto object = reinterpret_cast<id>(static_cast<char*>(memory) +
                                           objc_emulation::kHeaderNbytes);
  object->isa = cls;
  ++live_objects;
  objc_emulation::construct_members(cls, object);
  return object;
}

void emulation_dispose(id object) {
  objc_emulation::destroy_members(object);
  if (header_of(object)->has_weak_references) {
    objc_emulation::clear_weak_references(object);
  }
  --live_objects;
  std::free(header_of(object));
}

id emulation_retain(id object) {
  ++header_of(object)->retain_count;
  return object;
}

void emulation_release(id object) {
  const long count = --header_of(object)->retain_count;
  if (count == 0) {
    objc_emulation::send<void>(object, "dealloc");
  } else if (count < 0) {
    objc_emulation::stop("%s is released too often", object->isa->data->name);
  }
}

long emulation_retain_count(id object) {
  return header_of(object)->retain_count;
}

void emulation_autorelease(id object) {
  if (pools.empty()) {
    objc_emulation::stop("%s is autoreleased without a pool",
                         object->isa->data->name);
  }
  pools.push_back(object);
}

void* objc_autoreleasePoolPush() {
  pools.push_back(nullptr);
  return reinterpret_cast<void*>(pools.size());
}

void objc_autoreleasePoolPop(void* token) {
  const size_t bottom = reinterpret_cast<size_t>(token) - 1;
  while (pools.size() > bottom) {
    const id object = pools.back();
    pools.pop_back();
    objc_release(object);
  }
}
}
