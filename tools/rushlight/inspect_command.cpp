#include <executorch/exir/exir.h>
#include <fmt/format.h>

#include <memory>

#include "command.h"
#include "program_report.h"

namespace rushlight {
namespace {

using executorch::exir::Expected;
using executorch::exir::fail;

struct InspectOptions {
  std::string file;
  bool json = false;
};

Expected<Report> report_of(const std::string& path) {
  if (path.ends_with(".pt2")) {
    ET_ASSIGN(const auto program, executorch::exir::import_pt2(path));
    return report_archive(program);
  }
  return report_program(path);
}

}  // namespace

void add_inspect_command(CLI::App& app, int& status) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command = app.add_subcommand(
      "inspect", "Describe a .pt2 archive or a .pte program");
  command->add_option("file", options->file, "Archive or program")->required();
  command->add_flag("--json", options->json, "Print JSON");
  command->footer("Example: rushlight inspect mv2.pte --json");
  command->callback([options, &status] {
    const auto report = report_of(options->file);
    if (!report) {
      fmt::print(stderr, "{}\n", report.error().str());
      status = kRefused;
      return;
    }
    fmt::print("{}", options->json ? to_json(*report) : to_text(*report));
  });
}

}  // namespace rushlight
