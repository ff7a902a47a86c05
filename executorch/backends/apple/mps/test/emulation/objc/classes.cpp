// Classes, categories and the search for methods.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "abi.h"

extern "C" {
// The linker's bounds of the sections; none where nothing is in them.
extern Class __start_objc_classlist[] __attribute__((weak));
extern Class __stop_objc_classlist[] __attribute__((weak));
extern SEL __start_objc_selrefs[] __attribute__((weak));
extern SEL __stop_objc_selrefs[] __attribute__((weak));
extern objc_category* __start_objc_catlist[] __attribute__((weak));
extern objc_category* __stop_objc_catlist[] __attribute__((weak));

char _objc_empty_cache[64];
char _objc_empty_vtable[64];
}

namespace objc_emulation {
namespace {

struct MethodTable {
  std::unordered_map<SEL, IMP> own;
  std::unordered_map<SEL, IMP> found;
  std::vector<objc_protocol_list*> protocols;
  IMP construct = nullptr;
  IMP destroy = nullptr;
};

// Never destroyed: objects may be used until the process ends.
std::recursive_mutex& mutex() {
  static auto* instance = new std::recursive_mutex;
  return *instance;
}
using Lock = std::lock_guard<std::recursive_mutex>;

MethodTable& table_of(Class cls) {
  return *static_cast<MethodTable*>(cls->methods);
}

void add_methods(Class cls, const objc_method_list* list) {
  if (list == nullptr) {
    return;
  }
  MethodTable& table = table_of(cls);
  const auto* entry = reinterpret_cast<const char*>(list->methods);
  for (uint32_t i = 0; i < list->count; ++i) {
    const auto* method = reinterpret_cast<const objc_method*>(
        entry + i * (list->entry_nbytes & ~uint32_t{3}));
    table.own[unique_selector(method->name)] = method->imp;
    if (std::strcmp(method->name, ".cxx_construct") == 0) {
      table.construct = method->imp;
    } else if (std::strcmp(method->name, ".cxx_destruct") == 0) {
      table.destroy = method->imp;
    }
  }
}

void add_protocols(Class cls, objc_protocol_list* list) {
  if (list != nullptr) {
    table_of(cls).protocols.push_back(list);
  }
}

/// Instance variables move up where the superclass turned out to be larger than
/// the compiler could see.
void slide_ivars(Class cls) {
  objc_class_data& data = *cls->data;
  if (cls->superclass == nullptr ||
      data.instance_start >= cls->superclass->data->instance_nbytes) {
    return;
  }
  const uint32_t missing =
      cls->superclass->data->instance_nbytes - data.instance_start;
  const uint32_t shift = (missing + 15) & ~uint32_t{15};
  for (uint32_t i = 0; data.ivars != nullptr && i < data.ivars->count; ++i) {
    auto* ivar = reinterpret_cast<objc_ivar*>(
        reinterpret_cast<char*>(data.ivars->ivars) +
        i * data.ivars->entry_nbytes);
    if (ivar->offset != nullptr) {
      *ivar->offset += shift;
    }
  }
  data.instance_start += shift;
  data.instance_nbytes += shift;
}

void realize(Class cls) {
  if (cls == nullptr || cls->methods != nullptr) {
    return;
  }
  realize(cls->superclass);
  cls->methods = new MethodTable;
  const bool is_metaclass = (cls->data->flags & kIsMetaclass) != 0;
  if (!is_metaclass) {
    slide_ivars(cls);
  }
  add_methods(cls, cls->data->methods);
  add_protocols(cls, cls->data->protocols);
  if (!is_metaclass) {
    realize(cls->isa);
  }
}

void attach(const objc_category& category) {
  if (category.cls == nullptr) {
    return;
  }
  realize(category.cls);
  add_methods(category.cls, category.instance_methods);
  add_methods(category.cls->isa, category.class_methods);
  add_protocols(category.cls, category.protocols);
}

IMP find_method(Class cls, SEL selector) {
  for (; cls != nullptr; cls = cls->superclass) {
    const auto& own = table_of(cls).own;
    const auto found = own.find(selector);
    if (found != own.end()) {
      return found->second;
    }
  }
  return nullptr;
}

bool names(const objc_protocol_list* list, const char* name) {
  for (uint64_t i = 0; list != nullptr && i < list->count; ++i) {
    if (std::strcmp(list->protocols[i]->name, name) == 0 ||
        names(list->protocols[i]->protocols, name)) {
      return true;
    }
  }
  return false;
}

/// Before constructors of C++ objects, which may use classes.
__attribute__((constructor(101))) void load() {
  for (SEL* s = __start_objc_selrefs; s < __stop_objc_selrefs; ++s) {
    *s = unique_selector(*s);
  }
  for (Class* c = __start_objc_classlist; c < __stop_objc_classlist; ++c) {
    realize(*c);
  }
  for (objc_category** c = __start_objc_catlist; c < __stop_objc_catlist; ++c) {
    attach(**c);
  }
}

}  // namespace

SEL unique_selector(const char* name) {
  static auto* names = new std::unordered_set<std::string>;
  const Lock lock(mutex());
  return names->insert(name).first->c_str();
}

void construct_members(Class cls, id object) {
  if (cls->superclass != nullptr) {
    construct_members(cls->superclass, object);
  }
  if (table_of(cls).construct != nullptr) {
    table_of(cls).construct(object, unique_selector(".cxx_construct"));
  }
}

void destroy_members(id object) {
  for (Class cls = object->isa; cls != nullptr; cls = cls->superclass) {
    if (table_of(cls).destroy != nullptr) {
      table_of(cls).destroy(object, unique_selector(".cxx_destruct"));
    }
  }
}

void stop(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::fputs("Objective-C: ", stderr);
  std::vfprintf(stderr, format, arguments);
  std::fputc('\n', stderr);
  va_end(arguments);
  std::abort();
}

}  // namespace objc_emulation

extern "C" {

using objc_emulation::Lock;

/// The method for a message to objects of `cls`; called by the dispatchers.
IMP emulation_lookup_in(Class cls, SEL selector) {
  const Lock lock(objc_emulation::mutex());
  auto& found = objc_emulation::table_of(cls).found;
  const auto cached = found.find(selector);
  if (cached != found.end()) {
    return cached->second;
  }
  const IMP imp = objc_emulation::find_method(cls, selector);
  if (imp == nullptr) {
    objc_emulation::stop("unrecognized selector %c[%s %s]",
                         (cls->data->flags & kIsMetaclass) != 0 ? '+' : '-',
                         cls->data->name, selector);
  }
  found[selector] = imp;
  return imp;
}

IMP emulation_lookup(id object, SEL selector) {
  return emulation_lookup_in(object->isa, selector);
}

SEL sel_registerName(const char* name) {
  return objc_emulation::unique_selector(name);
}
const char* sel_getName(SEL selector) { return selector; }
Class object_getClass(id object) {
  return object == nullptr ? nullptr : object->isa;
}
const char* class_getName(Class cls) {
  return cls == nullptr ? "nil" : cls->data->name;
}
size_t class_getInstanceSize(Class cls) { return cls->data->instance_nbytes; }

bool class_respondsToSelector(Class cls, SEL selector) {
  const Lock lock(objc_emulation::mutex());
  return cls != nullptr &&
         objc_emulation::find_method(cls, selector) != nullptr;
}

bool emulation_conforms(Class cls, const objc_protocol* protocol) {
  for (; cls != nullptr; cls = cls->superclass) {
    for (const auto* list : objc_emulation::table_of(cls).protocols) {
      if (objc_emulation::names(list, protocol->name)) {
        return true;
      }
    }
  }
  return false;
}
}
