#include "child_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "process_limits.h"

namespace rushlight::test {
namespace {

constexpr size_t kAddressSpaceNbytes = size_t{8} << 30;

std::string content(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char block[4096];
  while (const size_t n = std::fread(block, 1, sizeof(block), file)) {
    text.append(block, n);
  }
  std::fclose(file);
  return text;
}

[[noreturn]] void become(const std::vector<std::string>& args, unsigned seconds,
                         int out, int err) {
  std::vector<char*> argv;
  for (const std::string& arg : args) {
    argv.push_back(const_cast<char*>(arg.c_str()));
  }
  argv.push_back(nullptr);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  limit_process(seconds, kAddressSpaceNbytes);
  // A sanitizer's report would end with the exit status of a refusal.
  ::setenv("ASAN_OPTIONS", "abort_on_error=1", 1);
  ::setenv("UBSAN_OPTIONS", "abort_on_error=1", 1);
  ::execvp(argv[0], argv.data());
  std::perror(argv[0]);
  ::_exit(127);
}

}  // namespace

CommandResult run_program(const std::vector<std::string>& args,
                          unsigned seconds) {
  std::FILE* out = std::tmpfile();
  std::FILE* err = std::tmpfile();
  if (out == nullptr || err == nullptr) {
    std::perror("tmpfile");
    std::abort();
  }
  const pid_t child = ::fork();
  if (child == 0) {
    become(args, seconds, ::fileno(out), ::fileno(err));
  }
  int state = 0;
  ::waitpid(child, &state, 0);
  CommandResult result;
  if (WIFEXITED(state)) {
    result.status = WEXITSTATUS(state);
  } else {
    result.signal = WTERMSIG(state);
  }
  result.out = content(out);
  result.err = content(err);
  return result;
}

CommandResult rushlight(std::vector<std::string> args, unsigned seconds) {
  args.insert(args.begin(), RUSHLIGHT_COMMAND);
  return run_program(args, seconds);
}

}  // namespace rushlight::test
