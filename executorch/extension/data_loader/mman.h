#pragma once

/// Functions of <sys/mman.h>, and the page size.

#include <sys/mman.h>

#include <executorch/runtime/platform/compat_unistd.h>

/// Returns the bytes of a page, or a negative number.
inline long get_os_page_size() { return ::sysconf(_SC_PAGESIZE); }
