#include "process_memory.h"

#include <sys/resource.h>

#include <fstream>
#include <sstream>
#include <string>

namespace rushlight {
namespace {

#ifdef __linux__

/// A line of /proc/self/status: "VmHWM:     123 kB". What getrusage() tells
/// counts what the process was before exec().
int64_t status_nbytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(name + ":", 0) == 0) {
      int64_t kilobytes = 0;
      std::istringstream(line.substr(name.size() + 1)) >> kilobytes;
      return kilobytes * 1024;
    }
  }
  return 0;
}

#endif

}  // namespace

ProcessMemory process_memory() {
#ifdef __linux__
  return {status_nbytes("VmHWM"), status_nbytes("RssAnon")};
#else
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return {usage.ru_maxrss, 0};
#endif
}

}  // namespace rushlight
