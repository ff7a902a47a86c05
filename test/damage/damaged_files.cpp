#include "damaged_files.h"

#include <executorch/exir/import/json.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <exception>
#include <list>

#include "child_process.h"
#include "paths.h"
#include "process_limits.h"
#include "program_report.h"
#include "program_run.h"

// A report must end in a signal, for its own exit status is that of a refusal.
#if defined(__SANITIZE_ADDRESS__)
extern "C" const char* __asan_default_options() {
  return "abort_on_error=1:max_allocation_size_mb=4096:"
         "allocator_may_return_null=1";
}

extern "C" const char* __ubsan_default_options() { return "abort_on_error=1"; }
#endif

namespace rushlight::test {
namespace {

namespace json = executorch::exir::json;
using executorch::exir::fail;
using executorch::runtime::Error;

constexpr unsigned kSeconds = kHasSanitizer ? 60 : 10;
constexpr size_t kAddressSpaceNbytes = size_t{4} << 30;

enum Outcome { kAnswered = 0, kRefused = 1, kOutOfMemory = 3 };

/// Zeros for the tensor inputs of a method, which may keep pointers to them.
class ZeroInputs {
 public:
  /// Sets each tensor input at its upper bound; the other inputs keep the
  /// value that the program holds.
  Expected<void> set(executorch::runtime::Method& method) {
    const auto meta = method.method_meta();
    for (size_t i = 0; i < meta.num_inputs(); ++i) {
      const auto info = meta.input_tensor_meta(i);
      if (info.ok()) {
        ET_TRY(set_one(method, i, *info));
      }
    }
    return {};
  }

 private:
  Expected<void> set_one(executorch::runtime::Method& method, size_t index,
                         const executorch::runtime::TensorInfo& info) {
    std::vector<executorch::aten::SizesType> sizes(info.sizes().begin(),
                                                   info.sizes().end());
    std::vector<executorch::aten::DimOrderType> dim_order(
        info.dim_order().begin(), info.dim_order().end());
    std::vector<executorch::aten::StridesType> strides(sizes.size());
    if (executorch::runtime::dim_order_to_stride(sizes.data(), dim_order.data(),
                                                 sizes.size(),
                                                 strides.data()) != Error::Ok) {
      return fail("an input has no valid dim order");
    }
    auto& zeros = buffers_.emplace_back(info.nbytes());
    executorch::aten::TensorImpl impl(
        info.scalar_type(), static_cast<ssize_t>(sizes.size()), sizes.data(),
        zeros.data(), dim_order.data(), strides.data());
    return method.set_input(executorch::aten::Tensor(&impl), index) == Error::Ok
               ? Expected<void>()
               : fail("an input is refused");
  }

  std::list<std::vector<std::byte>> buffers_;
};

Expected<void> run_all_methods(const std::string& path) {
  ET_ASSIGN(const auto session, open_session(path));
  for (const std::string& name : session->methods()) {
    ET_ASSIGN(const auto method, LoadedMethod::load(*session, name));
    ZeroInputs inputs;
    ET_TRY(inputs.set(method->method()));
    if (method->method().execute() != Error::Ok) {
      return fail("the run failed");
    }
  }
  return {};
}

[[noreturn]] void read_and_run(const std::string& path) {
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (!kHasSanitizer) {
    ::dup2(nowhere, STDERR_FILENO);
  }
  limit_process(kSeconds, kAddressSpaceNbytes);
  int outcome = kAnswered;
  try {
    if (path.ends_with(".pte")) {
      static_cast<void>(report_program(path));
    }
    outcome = run_all_methods(path) ? kAnswered : kRefused;
  } catch (const std::exception&) {
    outcome = kOutOfMemory;
  }
  ::_exit(outcome);
}

}  // namespace

Expected<std::vector<DamagedFile>> damage(const std::string& good,
                                          const std::string& folder) {
  const CommandResult made =
      run_program({"python3", fixture("damage.py"), good, folder});
  if (made.status != 0) {
    return fail("damage.py failed: " + made.err);
  }
  simdjson::dom::parser parser;
  json::element root;
  if (parser.load(folder + "/list.json").get(root) != simdjson::SUCCESS) {
    return fail(folder + "/list.json: not JSON");
  }
  ET_ASSIGN(const auto list, json::as_array(root, "list.json"));
  std::vector<DamagedFile> files;
  for (const json::element entry : list) {
    ET_ASSIGN(const auto name, json::string_member(entry, "file"));
    ET_ASSIGN(const auto what, json::string_member(entry, "what"));
    ET_ASSIGN(const auto expect, json::string_member(entry, "expect"));
    files.push_back({fmt::format("{}/{}", folder, name), std::string(what),
                     expect == "error"});
  }
  return files;
}

std::string misbehaviour(const DamagedFile& file) {
  const pid_t child = ::fork();
  if (child == 0) {
    read_and_run(file.path);
  }
  int state = 0;
  ::waitpid(child, &state, 0);
  if (WIFSIGNALED(state)) {
    return WTERMSIG(state) == SIGALRM
               ? fmt::format("took more than {} s", kSeconds)
               : fmt::format("died of {}", ::strsignal(WTERMSIG(state)));
  }
  const int status = WEXITSTATUS(state);
  if (status == kAnswered) {
    return file.must_fail ? "was accepted" : "";
  }
  return status == kRefused       ? ""
         : status == kOutOfMemory ? "ran out of memory"
                                  : fmt::format("ended with status {}", status);
}

}  // namespace rushlight::test
