#pragma once

#include <executorch/backends/engine/machine_peak.h>
#include <executorch/exir/ir/diagnostic.h>

#include <string>

namespace rushlight {

/// Whether a file is named like an ETDump.
bool is_etdump(const std::string& path);

/// A table of the record: a line for each operator and operation of a delegate,
/// with how often it ran and its times in milliseconds, the longest first; and
/// what the CPU engine reached, where it says how much work it was.
executorch::exir::Expected<std::string> etdump_table(const std::string& path,
                                                     bool json);

/// The same of a record in memory; `name` is for messages.
///
/// @param[in] peak Of the threads that ran, to say which part of it was
///     reached; may be null.
executorch::exir::Expected<std::string> etdump_table_of(
    const std::string& name, const std::string& bytes, bool json,
    const executorch::backends::engine::MachinePeak* peak);

/// Writes the record as a trace for chrome://tracing or ui.perfetto.dev.
executorch::exir::Expected<void> write_trace(const std::string& path,
                                             const std::string& trace_path);

}  // namespace rushlight
