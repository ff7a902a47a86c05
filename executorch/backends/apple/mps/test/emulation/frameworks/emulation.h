#pragma once

/// \file
/// What tests see of the emulated frameworks. Plain C++.
extern "C" long emulation_live_objects();

namespace mps_emulation {

/// What goes wrong on this "machine"; all false at the start.
struct Faults {
  bool has_no_device = false;
  bool has_no_queue = false;
  bool has_no_command_buffer = false;
  bool has_no_memory = false;          ///< every new buffer is nil
  bool refuses_shared_memory = false;  ///< no-copy buffers are nil
  bool fails_commands = false;         ///< command buffers end with an error
};
Faults& faults();

/// Buffers made since the start of the process.
struct BufferCounts {
  long copies = 0;  ///< with memory of their own
  long shared = 0;  ///< over the caller's memory
};
BufferCounts buffer_counts();

/// Says what Apple's frameworks would refuse, and ends the process.
[[noreturn]] void refuse(const char* what, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

}  // namespace mps_emulation
