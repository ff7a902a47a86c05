#include "etdump_report.h"

#include <executorch/devtools/etdump/etdump_schema_flatcc_generated.h>
#include <fmt/format.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

namespace rushlight {
namespace {

using executorch::backends::engine::MachinePeak;
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
  int64_t multiply_adds = 0;
  int64_t nbytes = 0;  ///< of operands and results
};

/// What the CPU engine says of the work of a step.
void read_work(const etdump::ProfileEvent& event, Event& to) {
  const auto* const metadata = event.delegate_debug_metadata();
  if (metadata == nullptr) {
    return;
  }
  const std::string text(metadata->begin(), metadata->end());
  std::sscanf(text.c_str(), "multiply_adds=%" SCNd64 " nbytes=%" SCNd64,
              &to.multiply_adds, &to.nbytes);
}

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
      read_work(*event, events.back());
    }
  }
}

Expected<std::string> read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return fail(fmt::format("{}: cannot be opened", path));
  }
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

Expected<std::vector<Event>> events_of(const std::string& path,
                                       const std::string& bytes) {
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
  double multiply_adds = 0;
  double nbytes = 0;

  double mean_ms() const { return total_ms / static_cast<double>(count); }
  /// Floating-point operations a nanosecond: a multiply-add is two.
  double gflops() const { return rate(2 * multiply_adds); }
  /// Bytes a nanosecond.
  double gbytes() const { return rate(nbytes); }

 private:
  double rate(double work) const {
    return total_ms > 0 ? work / total_ms / 1e6 : 0;
  }
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
    row.multiply_adds += static_cast<double>(event.multiply_adds);
    row.nbytes += static_cast<double>(event.nbytes);
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

/// Columns of the table, and what there is to say before it.
class Table {
 public:
  explicit Table(const MachinePeak* peak) : peak_(peak) {}

  std::string header() const {
    const std::string columns = fmt::format(
        "{:<48} {:>6} {:>10} {:>9} {:>9} {:>9} {:>8} {:>7}", "event", "count",
        "total ms", "mean ms", "min ms", "max ms", "GFLOP/s", "GB/s");
    if (peak_ == nullptr) {
      return columns + "\n";
    }
    return fmt::format(
        "peak of this machine: {:.1f} GFLOP/s, {:.1f} GB/s from memory\n"
        "{} {:>8} {:>8}\n",
        peak_->flops_per_second / 1e9, peak_->bytes_per_second / 1e9, columns,
        "% FLOP/s", "% GB/s");
  }

  std::string text_of(const Row& row) const {
    std::string line = fmt::format(
        "{:<48} {:>6} {:>10.4f} {:>9.4f} {:>9.4f} {:>9.4f} {:>8} {:>7}",
        row.name, row.count, row.total_ms, row.mean_ms(), row.min_ms,
        row.max_ms, number(row.gflops()), number(row.gbytes()));
    if (peak_ != nullptr) {
      line += fmt::format(" {:>8} {:>8}", number(100 * flops_share(row)),
                          number(100 * bytes_share(row)));
    }
    return line + "\n";
  }

  std::string json_of(const Row& row) const {
    std::string text = fmt::format(
        "{{\"name\": {}, \"count\": {}, \"total_ms\": {}, \"min_ms\": {}, "
        "\"max_ms\": {}, \"gflops\": {}, \"gbytes\": {}",
        quoted(row.name), row.count, row.total_ms, row.min_ms, row.max_ms,
        row.gflops(), row.gbytes());
    if (peak_ != nullptr) {
      text += fmt::format(
          ", \"share_of_peak_flops\": {}, \"share_of_peak_bytes\": {}",
          flops_share(row), bytes_share(row));
    }
    return text + "}";
  }

 private:
  static std::string number(double value) {
    return value > 0 ? fmt::format("{:.1f}", value) : std::string("-");
  }
  static double share(double found, double peak) {
    return peak > 0 ? found / peak : 0;
  }
  double flops_share(const Row& row) const {
    return share(row.gflops(), peak_->flops_per_second / 1e9);
  }
  double bytes_share(const Row& row) const {
    return share(row.gbytes(), peak_->bytes_per_second / 1e9);
  }

  const MachinePeak* peak_;  ///< may be null
};

}  // namespace

bool is_etdump(const std::string& path) {
  return path.ends_with(".etdump") || path.ends_with(".etdp");
}

Expected<std::string> etdump_table(const std::string& path, bool json) {
  ET_ASSIGN(const auto bytes, read_bytes(path));
  return etdump_table_of(path, bytes, json, nullptr);
}

Expected<std::string> etdump_table_of(const std::string& name,
                                      const std::string& bytes, bool json,
                                      const MachinePeak* peak) {
  ET_ASSIGN(const auto events, events_of(name, bytes));
  const Table table(peak);
  std::string text = json ? "[" : table.header();
  for (const Row& row : rows_of(events)) {
    text += json ? (text.size() > 1 ? ",\n  " : "\n  ") + table.json_of(row)
                 : table.text_of(row);
  }
  return json ? text + "\n]\n" : text;
}

Expected<void> write_trace(const std::string& path,
                           const std::string& trace_path) {
  ET_ASSIGN(const auto bytes, read_bytes(path));
  ET_ASSIGN(const auto events, events_of(path, bytes));
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
