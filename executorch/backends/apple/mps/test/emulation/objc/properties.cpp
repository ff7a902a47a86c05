// Accessors of properties, and @synchronized.
#include <mutex>

#include "abi.h"

namespace {

std::recursive_mutex& mutex() {
  static auto* instance = new std::recursive_mutex;
  return *instance;
}

void set_property(id self, id value, ptrdiff_t offset, bool is_copied) {
  if (value != nullptr) {
    value = is_copied ? objc_emulation::send<id>(value, "copy")
                      : objc_retain(value);
  }
  auto* place = reinterpret_cast<id*>(reinterpret_cast<char*>(self) + offset);
  id old;
  {
    const std::lock_guard<std::recursive_mutex> lock(mutex());
    old = *place;
    *place = value;
  }
  objc_release(old);
}

}  // namespace

extern "C" {

id objc_getProperty(id self, SEL, ptrdiff_t offset, bool is_atomic) {
  auto* place = reinterpret_cast<id*>(reinterpret_cast<char*>(self) + offset);
  if (!is_atomic) {
    return *place;
  }
  const std::lock_guard<std::recursive_mutex> lock(mutex());
  return objc_autorelease(objc_retain(*place));
}

void objc_setProperty(id self, SEL, ptrdiff_t offset, id value, bool,
                      signed char is_copied) {
  set_property(self, value, offset, is_copied != 0);
}
void objc_setProperty_atomic(id self, SEL, id value, ptrdiff_t offset) {
  set_property(self, value, offset, false);
}
void objc_setProperty_nonatomic(id self, SEL, id value, ptrdiff_t offset) {
  set_property(self, value, offset, false);
}
void objc_setProperty_atomic_copy(id self, SEL, id value, ptrdiff_t offset) {
  set_property(self, value, offset, true);
}
void objc_setProperty_nonatomic_copy(id self, SEL, id value, ptrdiff_t offset) {
  set_property(self, value, offset, true);
}

int objc_sync_enter(id) {
  mutex().lock();
  return 0;
}
int objc_sync_exit(id) {
  mutex().unlock();
  return 0;
}
}
