#include <executorch/exir/ir/printer.h>
#include <executorch/extension/data_loader/mmap_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/extension/flat_tensor/serialize/flat_tensor_header.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program_report.h"
#include "session.h"

namespace rushlight {
namespace {

using executorch::exir::fail;
using executorch::extension::FlatTensorDataMap;
using executorch::extension::FlatTensorHeader;
using executorch::extension::MmapDataLoader;

Expected<NamedDataReport> report_entry(const FlatTensorDataMap& map,
                                       uint32_t index) {
  const auto key = map.get_key(index);
  if (!key.ok()) {
    return fail(fmt::format("name {}: {}", index, error_text(key.error())));
  }
  NamedDataReport report{*key, "no tensor", 0};
  const auto layout = map.get_tensor_layout(*key);
  if (layout.ok()) {
    report.layout = fmt::format(
        "{}[{}]", executorch::exir::dtype_name(layout->scalar_type()),
        fmt::join(layout->sizes().begin(), layout->sizes().end(), ", "));
  }
  const auto data = map.get_data(*key);
  if (!data.ok()) {
    return fail(fmt::format("{}: {}", *key, error_text(data.error())));
  }
  report.nbytes = data->size();
  return report;
}

}  // namespace

Expected<Report> report_data(const std::string& path) {
  auto loader =
      MmapDataLoader::from(path.c_str(), MmapDataLoader::MlockConfig::NoMlock);
  if (!loader.ok()) {
    return fail(fmt::format("{}: cannot be opened, {}", path,
                            error_text(loader.error())));
  }
  const auto map = FlatTensorDataMap::load(&*loader);
  if (!map.ok()) {
    return fail(fmt::format("{}: not a valid data file, {}", path,
                            error_text(map.error())));
  }
  Report report;
  report.format = "data FT01";
  const auto n_keys = map->get_num_keys();
  if (!n_keys.ok()) {
    return fail(fmt::format("{}: its keys cannot be read, {}", path,
                            error_text(n_keys.error())));
  }
  for (uint32_t i = 0; i < *n_keys; ++i) {
    ET_ASSIGN(report.data.emplace_back(), report_entry(*map, i));
  }
  const auto head = loader->load(0, FlatTensorHeader::kNumHeadBytes, {});
  if (!head.ok()) {
    return fail(
        fmt::format("{}: cannot be read, {}", path, error_text(head.error())));
  }
  const auto header = FlatTensorHeader::Parse(head->data(), head->size());
  if (!header.ok()) {
    return fail(fmt::format("{}: not a valid data file, {}", path,
                            error_text(header.error())));
  }
  report.constant_nbytes = header->segment_data_size;
  return report;
}

}  // namespace rushlight
