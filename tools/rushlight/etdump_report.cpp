#include "etdump_report.h"

#include <executorch/devtools/etdump/etdump_schema_flatcc_generated.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

namespace rushlight {
namespace {

using executorch::exir::Expected;
using executorch::exir::fail;

/// The ticks of the default platform are nanoseconds.
constexpr double kTicksPerMs = 1e6;

/// One event of a record.
struct Event {
  std::string block;
  size_t block_index;
  std::string name;
  int instruction;
  uint64_t start;
  uint64_t end;
};

std::string name_of(const etdump::ProfileEvent& event) {
  if (event.name() != nullptr) {
    return event.name()->str();
  }
  if (event.delegate_debug_id_str() != nullptr) {
    return event.delegate_debug_id_str()->str();
  }
  return fmt::format("delegate operation {}", event.delegate_debug_id_int());
}

void add_events(const etdump::RunData& run, size_t index,
                std::vector<Event>& events) {
  for (unsigned i = 0; run.events() != nullptr && i < run.events()->size();
       ++i) {
    const auto* const event = run.events()->Get(i)->profile_event();
    if (event != nullptr) {
      events.push_back({run.name() == nullptr ? "" : run.name()->str(), index,
                        name_of(*event), event->instruction_id(),
                        event->start_time(),
                        std::max(event->start_time(), event->end_time())});
    }
  }
}

Expected<std::vector<Event>> read_events(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return fail(fmt::format("{}: cannot be opened", path));
  }
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  const auto* const data = reinterpret_cast<const uint8_t*>(bytes.data());
  flatbuffers::Verifier verifier(data, bytes.size());
  if (bytes.size() < 16 || !etdump::VerifySizePrefixedETDumpBuffer(verifier)) {
    return fail(fmt::format("{}: not a valid ETDump", path));
  }
  const auto* const runs = etdump::GetSizePrefixedETDump(data)->run_data();
  std::vector<Event> events;
  for (unsigned i = 0; runs != nullptr && i < runs->size(); ++i) {
    add_events(*runs->Get(i), i, events);
  }
  return events;
}

struct Row {
  std::string name;
  size_t count = 0;
  double total_ms = 0;
  double min_ms = 0;
  double max_ms = 0;
};

std::vector<Row> rows_of(const std::vector<Event>& events) {
  std::map<std::string, Row> by_name;
  for (const Event& event : events) {
    Row& row = by_name[event.name];
    const double ms =
        static_cast<double>(event.end - event.start) / kTicksPerMs;
    row.name = event.name;
    row.min_ms = row.count == 0 ? ms : std::min(row.min_ms, ms);
    row.max_ms = std::max(row.max_ms, ms);
    row.total_ms += ms;
    ++row.count;
  }
  std::vector<Row> rows;
  for (auto& [name, row] : by_name) {
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.total_ms > b.total_ms;
  });
  return rows;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + "\"";
}

}  // namespace

bool is_etdump(const std::string& path) {
  return path.ends_with(".etdump") || path.ends_with(".etdp");
}

Expected<std::string> etdump_table(const std::string& path, bool json) {
  ET_ASSIGN(const auto events, read_events(path));
  std::string text =
      json ? "["
           : fmt::format("{:<44} {:>6} {:>10} {:>10} {:>10} {:>10}\n", "event",
                         "count", "total ms", "mean ms", "min ms", "max ms");
  for (const Row& row : rows_of(events)) {
    const double mean = row.total_ms / static_cast<double>(row.count);
    text += json ? fmt::format(
                       "{}\n  {{\"name\": {}, \"count\": {}, \"total_ms\": {}, "
                       "\"min_ms\": {}, \"max_ms\": {}}}",
                       text.size() > 1 ? "," : "", quoted(row.name), row.count,
                       row.total_ms, row.min_ms, row.max_ms)
                 : fmt::format(
                       "{:<44} {:>6} {:>10.4f} {:>10.4f} {:>10.4f} {:>10.4f}\n",
                       row.name, row.count, row.total_ms, mean, row.min_ms,
                       row.max_ms);
  }
  return json ? text + "\n]\n" : text;
}

Expected<void> write_trace(const std::string& path,
                           const std::string& trace_path) {
  ET_ASSIGN(const auto events, read_events(path));
  std::string text = "{\"traceEvents\": [";
  const char* separator = "\n";
  for (const Event& event : events) {
    text += fmt::format(
        "{}  {{\"name\": {}, \"cat\": {}, \"ph\": \"X\", \"pid\": 0, \"tid\": "
        "{}, \"ts\": {:.3f}, \"dur\": {:.3f}, \"args\": {{\"instruction\": "
        "{}}}}}",
        separator, quoted(event.name), quoted(event.block), event.block_index,
        static_cast<double>(event.start) / 1e3,
        static_cast<double>(event.end - event.start) / 1e3, event.instruction);
    separator = ",\n";
  }
  std::ofstream file(trace_path);
  file << text << "\n]}\n";
  file.close();
  if (!file) {
    return fail(fmt::format("{}: cannot be written", trace_path));
  }
  return {};
}

}  // namespace rushlight
