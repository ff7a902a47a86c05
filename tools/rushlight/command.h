#pragma once

#include <CLI/CLI.hpp>

namespace rushlight {

/// Exit statuses of the command.
inline constexpr int kDone = 0;
inline constexpr int kRefused = 1;
inline constexpr int kWrongUsage = 2;

/// Adds one subcommand; when it was chosen, its work runs and its exit status
/// is put into `status`.
void add_compile_command(CLI::App& app, int& status);
void add_run_command(CLI::App& app, int& status);
void add_inspect_command(CLI::App& app, int& status);
void add_bench_command(CLI::App& app, int& status);
void add_bundle_command(CLI::App& app, int& status);

}  // namespace rushlight
