#include "materialize.h"

#include <executorch/exir/import/zip_archive.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <vector>

#include "fill.h"
#include "paths.h"
#include "zip_writer.h"

namespace rushlight::test {
namespace {

using executorch::exir::Expected;
using executorch::exir::fail;
using executorch::exir::ZipArchive;

constexpr size_t kBlockNumel = size_t{1} << 18;

struct WeightRow {
  std::string entry;  ///< path below the archive's top folder
  std::string name;
  size_t numel = 0;
  double mean = 0;
  double std = 0;
};

Expected<std::vector<WeightRow>> read_rows(std::string_view text) {
  std::vector<WeightRow> rows;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      continue;  // a model without weights has one such line
    }
    std::istringstream fields(line);
    WeightRow row;
    std::getline(fields, row.entry, '\t');
    std::getline(fields, row.name, '\t');
    if (!(fields >> row.numel >> row.mean >> row.std)) {
      return fail(fmt::format("weights.tsv: cannot read the line {}", line));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Expected<void> write_weight(ZipWriter& zip, const std::string& root,
                            const WeightRow& row) {
  ET_TRY(zip.start(root + row.entry));
  FillSequence sequence(row.name, row.mean, row.std);
  std::vector<float> block(std::min(row.numel, kBlockNumel));
  for (size_t done = 0; done < row.numel; done += block.size()) {
    block.resize(std::min(row.numel - done, kBlockNumel));
    sequence.next(block);
    ET_TRY(zip.write(std::as_bytes(std::span(block))));
  }
  return {};
}

}  // namespace

Expected<void> materialize(const std::string& source,
                           const std::string& target) {
  ET_ASSIGN(const auto archive, ZipArchive::open(source));
  const std::vector<std::string> names = archive.names();
  const std::string root =
      names.empty() ? "" : names[0].substr(0, names[0].find('/') + 1);
  const std::string recipe = root + "weights.tsv";
  ET_ASSIGN(const auto recipe_bytes, archive.read(recipe));
  ET_ASSIGN(const auto rows, read_rows(recipe_bytes.text()));
  ET_ASSIGN(auto zip, ZipWriter::create(target));
  for (const std::string& name : names) {
    if (name != recipe) {
      ET_ASSIGN(const auto entry, archive.read(name));
      ET_TRY(zip.start(name));
      ET_TRY(zip.write(entry.bytes));
    }
  }
  for (const WeightRow& row : rows) {
    ET_TRY(write_weight(zip, root, row));
  }
  return zip.finish();
}

Expected<std::string> zoo_archive(const std::string& model) {
  namespace fs = std::filesystem;
  const std::string source = fixture("zoo/" + model + "/model.pt2");
  std::string target = data_folder() + "/" + model + ".pt2";
  std::error_code missing;
  const auto made = fs::last_write_time(target, missing);
  if (missing || made < fs::last_write_time(source)) {
    ET_TRY(materialize(source, target));
  }
  return target;
}

}  // namespace rushlight::test
