#include "case_zip.h"

#include <executorch/exir/import/json.h>
#include <executorch/exir/import/zip_archive.h>
#include <fmt/format.h>

#include <filesystem>

namespace rushlight::test {
namespace {

namespace json = executorch::exir::json;
using executorch::exir::fail;
using executorch::exir::ZipArchive;

Expected<CaseCall> call_of(json::element call, const std::string& folder) {
  CaseCall out;
  out.folder = folder;
  out.method = "forward";
  if (const auto method = json::optional_member(call, "method")) {
    ET_ASSIGN(out.method, json::as_string(*method, "method"));
  }
  if (const auto reset = json::optional_member(call, "reset")) {
    ET_ASSIGN(out.reset, json::as_bool(*reset, "reset"));
  }
  ET_ASSIGN(const auto outputs, json::array_member(call, "outputs"));
  out.output_count = outputs.size();
  return out;
}

}  // namespace

Expected<void> extract_zip(const std::string& path, const std::string& folder) {
  ET_ASSIGN(const auto archive, ZipArchive::open(path));
  for (const std::string& name : archive.names()) {
    ET_ASSIGN(const auto entry, archive.read(name));
    const std::filesystem::path target = folder + "/" + name;
    std::filesystem::create_directories(target.parent_path());
    write_file(target.string(), std::string(entry.text()));
  }
  return {};
}

Expected<CaseZip> open_case(const std::string& path) {
  CaseZip result;
  result.folder = std::make_unique<ScratchFolder>();
  const ScratchFolder& folder = *result.folder;
  ET_TRY(extract_zip(path, folder.path()));
  result.program = folder / "model.pte";
  simdjson::dom::parser parser;
  json::element root;
  if (parser.load(folder / "case.json").get(root) != simdjson::SUCCESS) {
    return fail(path + ": case.json is not JSON");
  }
  ET_ASSIGN(const auto calls, json::array_member(root, "calls"));
  for (const json::element call : calls) {
    const std::string name = fmt::format("call_{}", result.calls.size());
    ET_ASSIGN(result.calls.emplace_back(), call_of(call, folder / name));
  }
  return result;
}

}  // namespace rushlight::test
