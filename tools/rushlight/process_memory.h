#pragma once

#include <cstdint>

namespace rushlight {

/// Memory of this process, in bytes. Where the system does not tell, 0.
struct ProcessMemory {
  int64_t peak = 0;       ///< the most that was resident, mapped files included
  int64_t anonymous = 0;  ///< resident now that is of no file
};

ProcessMemory process_memory();

}  // namespace rushlight
