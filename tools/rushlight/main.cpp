#include <executorch/runtime/platform/runtime.h>
#include <fmt/core.h>

#include <exception>

#include "command.h"
#include "session.h"

int main(int argc, char** argv) {
  using namespace rushlight;
  executorch::runtime::runtime_init();
  register_runtime();

  CLI::App app("Rushlight: compiles and runs PyTorch programs", "rushlight");
  app.require_subcommand(1);
  app.footer("Example: rushlight compile model.pt2 -o model.pte");
  int status = kDone;
  add_compile_command(app, status);
  add_run_command(app, status);
  add_inspect_command(app, status);
  add_bench_command(app, status);
  add_bundle_command(app, status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kWrongUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return kRefused;
  }
  return status;
}
