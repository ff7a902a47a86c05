#include <executorch/exir/exir.h>
#include <fmt/format.h>

#include <memory>

#include "command.h"
#include "etdump_report.h"
#include "program_report.h"

namespace rushlight {
namespace {

using executorch::exir::Expected;
using executorch::exir::fail;

struct InspectOptions {
  std::string file;
  bool json = false;
  std::string trace;
};

Expected<Report> report_of(const std::string& path) {
  if (path.ends_with(".pt2")) {
    ET_ASSIGN(const auto program, executorch::exir::import_pt2(path));
    return report_archive(program);
  }
  return path.ends_with(".ptd") ? report_data(path) : report_program(path);
}

Expected<std::string> text_of(const InspectOptions& options) {
  if (is_etdump(options.file)) {
    if (!options.trace.empty()) {
      ET_TRY(write_trace(options.file, options.trace));
    }
    return etdump_table(options.file, options.json);
  }
  if (!options.trace.empty()) {
    return fail("--trace is for ETDump files");
  }
  ET_ASSIGN(const auto report, report_of(options.file));
  return options.json ? to_json(report) : to_text(report);
}

}  // namespace

void add_inspect_command(CLI::App& app, int& status) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command = app.add_subcommand(
      "inspect",
      "Describe a .pt2 archive, a .pte program, a .ptd data file or an "
      ".etdump record");
  command->add_option("file", options->file, "Archive, program, data or record")
      ->required();
  command->add_option("--trace", options->trace,
                      "Write a record as a trace for Chrome or Perfetto");
  command->add_flag("--json", options->json, "Print JSON");
  command->footer("Example: rushlight inspect mv2.pte --json");
  command->callback([options, &status] {
    const auto text = text_of(*options);
    if (!text) {
      fmt::print(stderr, "{}\n", text.error().str());
      status = kRefused;
      return;
    }
    fmt::print("{}", *text);
  });
}

}  // namespace rushlight
