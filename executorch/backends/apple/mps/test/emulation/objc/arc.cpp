// What the compiler calls for automatic reference counting.
#include "abi.h"

using objc_emulation::send;

extern "C" {

bool class_respondsToSelector(Class cls, SEL selector);

id objc_retain(id object) {
  return object == nullptr ? nullptr : send<id>(object, "retain");
}
void objc_release(id object) {
  if (object != nullptr) {
    send<void>(object, "release");
  }
}
id objc_autorelease(id object) {
  return object == nullptr ? nullptr : send<id>(object, "autorelease");
}

id objc_retainAutorelease(id object) {
  return objc_autorelease(objc_retain(object));
}
id objc_retainAutoreleaseReturnValue(id object) {
  return objc_retainAutorelease(object);
}
id objc_autoreleaseReturnValue(id object) { return objc_autorelease(object); }
id objc_retainAutoreleasedReturnValue(id object) { return objc_retain(object); }
id objc_unsafeClaimAutoreleasedReturnValue(id object) { return object; }

void objc_storeStrong(id* place, id object) {
  const id old = *place;
  if (old == object) {
    return;
  }
  *place = objc_retain(object);
  objc_release(old);
}

id objc_alloc(Class cls) {
  return send<id>(reinterpret_cast<id>(cls), "alloc");
}
id objc_allocWithZone(Class cls) { return objc_alloc(cls); }
id objc_alloc_init(Class cls) { return send<id>(objc_alloc(cls), "init"); }
id objc_opt_new(Class cls) {
  return send<id>(reinterpret_cast<id>(cls), "new");
}
id objc_opt_self(id object) { return object; }
Class objc_opt_class(id object) {
  return object == nullptr ? nullptr : send<Class>(object, "class");
}

bool objc_opt_isKindOfClass(id object, Class cls) {
  Class own = object == nullptr ? nullptr : object->isa;
  while (own != nullptr && own != cls) {
    own = own->superclass;
  }
  return own != nullptr;
}

bool objc_opt_respondsToSelector(id object, SEL selector) {
  return object != nullptr && class_respondsToSelector(object->isa, selector);
}

void objc_enumerationMutation(id) {
  objc_emulation::stop("a collection was changed while it was enumerated");
}
}
