// Weak references: a table of the places that name each object.
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "abi.h"

namespace {

using Places = std::unordered_map<id, std::unordered_set<id*>>;

std::mutex& mutex() {
  static auto* instance = new std::mutex;
  return *instance;
}
Places& places() {
  static auto* instance = new Places;
  return *instance;
}

}  // namespace

namespace objc_emulation {

void clear_weak_references(id object) {
  const std::lock_guard<std::mutex> lock(mutex());
  const auto found = places().find(object);
  if (found == places().end()) {
    return;
  }
  for (id* place : found->second) {
    *place = nullptr;
  }
  places().erase(found);
}

}  // namespace objc_emulation

extern "C" {

id objc_storeWeak(id* place, id object) {
  const std::lock_guard<std::mutex> lock(mutex());
  if (*place != nullptr) {
    places()[*place].erase(place);
  }
  *place = object;
  if (object != nullptr) {
    objc_emulation::header_of(object)->has_weak_references = true;
    places()[object].insert(place);
  }
  return object;
}

id objc_initWeak(id* place, id object) {
  *place = nullptr;
  return objc_storeWeak(place, object);
}

void objc_destroyWeak(id* place) { objc_storeWeak(place, nullptr); }

/// nil also for an object that is being deallocated.
id objc_loadWeakRetained(id* place) {
  const std::lock_guard<std::mutex> lock(mutex());
  if (*place == nullptr) {
    return nullptr;
  }
  auto& count = objc_emulation::header_of(*place)->retain_count;
  long seen = count;
  while (seen > 0 && !count.compare_exchange_weak(seen, seen + 1)) {
  }
  return seen > 0 ? *place : nullptr;
}

id objc_loadWeak(id* place) {
  return objc_autorelease(objc_loadWeakRetained(place));
}

void objc_copyWeak(id* to, id* from) {
  const id object = objc_loadWeakRetained(from);
  objc_initWeak(to, object);
  objc_release(object);
}

void objc_moveWeak(id* to, id* from) {
  objc_copyWeak(to, from);
  objc_destroyWeak(from);
}
}
