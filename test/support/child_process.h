#pragma once

#include <string>
#include <vector>

namespace rushlight::test {

struct CommandResult {
  int status = -1;  ///< exit status, -1 if a signal ended it
  int signal = 0;   ///< SIGALRM: the time limit
  std::string out;
  std::string err;
};

/// Runs a program found on the path and waits for it. It gets `seconds` of
/// time and, except under sanitizers, 8 GiB of address space.
CommandResult run_program(const std::vector<std::string>& args,
                          unsigned seconds = 120);

/// Runs the built command.
CommandResult rushlight(std::vector<std::string> args, unsigned seconds = 120);

}  // namespace rushlight::test
