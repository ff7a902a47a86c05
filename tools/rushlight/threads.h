#pragma once

#include <CLI/CLI.hpp>

namespace rushlight {

/// --threads, of which `count` keeps the value.
void add_threads_option(CLI::App& command, int& count);

/// Gives the pool of the process so many threads, the caller's included.
/// Programs that are loaded later use them.
void set_threads(int count);

}  // namespace rushlight
