#pragma once

#if defined(ET_USE_LIBDL)
#include <dlfcn.h>
#endif

static constexpr const char* DYNAMIC_LIBRARY_NOT_SUPPORTED = "NOT_SUPPORTED";
static constexpr const char* DYNAMIC_LIBRARY_NOT_FOUND = "NOT_FOUND";

extern "C" {

/// Returns the path of the shared library that holds `addr`, one of the two
/// constants above if there is none or it cannot be known. The text belongs to
/// the loader.
inline const char* et_pal_get_shared_library_name(
    [[maybe_unused]] const void* addr) {
#if defined(ET_USE_LIBDL)
  Dl_info info;
  const bool found = dladdr(addr, &info) != 0 && info.dli_fname != nullptr;
  return found ? info.dli_fname : DYNAMIC_LIBRARY_NOT_FOUND;
#else
  return DYNAMIC_LIBRARY_NOT_SUPPORTED;
#endif
}

}  // extern "C"
