#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

/// \file
/// What clang lays out for Apple's non-fragile Objective-C ABI
/// (-fobjc-runtime=macosx-12.0), here in ELF sections; and the functions that
/// the files of this folder have for one another.
extern "C" {

struct objc_class;
using Class = objc_class*;
struct objc_object {
  Class isa;
};
using id = objc_object*;
using SEL = const char*;
using IMP = id (*)(id, SEL, ...);

struct objc_method {
  SEL name;
  const char* types;
  IMP imp;
};
struct objc_method_list {
  uint32_t entry_nbytes;
  uint32_t count;
  objc_method methods[1];
};

struct objc_ivar {
  uint64_t* offset;
  const char* name;
  const char* type;
  uint32_t alignment;
  uint32_t nbytes;
};
struct objc_ivar_list {
  uint32_t entry_nbytes;
  uint32_t count;
  objc_ivar ivars[1];
};

struct objc_protocol_list;
struct objc_protocol {
  Class isa;
  const char* name;
  objc_protocol_list* protocols;
};
struct objc_protocol_list {
  uint64_t count;
  objc_protocol* protocols[1];
};

/// What the compiler knows of a class.
struct objc_class_data {
  uint32_t flags;
  uint32_t instance_start;
  uint32_t instance_nbytes;
  uint32_t reserved;
  const uint8_t* ivar_layout;
  const char* name;
  objc_method_list* methods;
  objc_protocol_list* protocols;
  objc_ivar_list* ivars;
  const uint8_t* weak_ivar_layout;
  void* properties;
};
constexpr uint32_t kIsMetaclass = 1;

struct objc_class {
  Class isa;
  Class superclass;
  void* cache;
  void* methods;  ///< a MethodTable once the class is realized
  objc_class_data* data;
};

struct objc_category {
  const char* name;
  Class cls;
  objc_method_list* instance_methods;
  objc_method_list* class_methods;
  objc_protocol_list* protocols;
  void* properties;
};

id objc_msgSend(id receiver, SEL selector, ...);
id objc_retain(id object);
void objc_release(id object);
id objc_autorelease(id object);
}

namespace objc_emulation {

/// The one pointer that stands for a selector.
SEL unique_selector(const char* name);

/// Runs the constructors of C++ members, the superclass's first; and the
/// destructors, the superclass's last.
void construct_members(Class cls, id object);
void destroy_members(id object);

/// In front of every object.
struct ObjectHeader {
  std::atomic<long> retain_count;
  std::atomic<bool> has_weak_references;
};
constexpr size_t kHeaderNbytes = 16;
static_assert(sizeof(ObjectHeader) <= kHeaderNbytes);
inline ObjectHeader* header_of(id object) {
  return reinterpret_cast<ObjectHeader*>(reinterpret_cast<char*>(object) -
                                         kHeaderNbytes);
}

/// Sets all weak references to an object that goes to nil.
void clear_weak_references(id object);

/// Ends the process: the program would be wrong on Apple's runtime too.
[[noreturn]] void stop(const char* format, ...)
    __attribute__((format(printf, 1, 2)));

/// [object name], of a method without arguments.
template <typename Result>
Result send(id object, const char* name) {
  return reinterpret_cast<Result (*)(id, SEL)>(objc_msgSend)(
      object, unique_selector(name));
}

}  // namespace objc_emulation
