#include "case_zip.h"

#include <executorch/exir/import/json.h>
#include <executorch/exir/import/zip_archive.h>
#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <utility>

namespace rushlight::test {
namespace {

namespace json = executorch::exir::json;
using executorch::exir::fail;
using executorch::exir::ZipArchive;

Expectation expectation_of(json::element parent, const char* field) {
  const auto text = json::string_member(parent, field);
  return !text || *text == "values" ? Expectation::kValues
         : *text == "error"         ? Expectation::kError
                                    : Expectation::kValuesOrError;
}

std::vector<std::string> words_of(json::element parent, const char* field) {
  std::vector<std::string> words;
  if (const auto list = json::array_member(parent, field)) {
    for (const json::element word : *list) {
      words.emplace_back(json::as_string(word, field).value_or(""));
    }
  }
  return words;
}

Expected<CaseCall> call_of(json::element call, const std::string& folder) {
  CaseCall out;
  out.folder = folder;
  out.method = "forward";
  out.expectation = expectation_of(call, "expect");
  out.words = words_of(call, "words");
  if (const auto method = json::optional_member(call, "method")) {
    ET_ASSIGN(out.method, json::as_string(*method, "method"));
  }
  if (const auto reset = json::optional_member(call, "reset")) {
    ET_ASSIGN(out.reset, json::as_bool(*reset, "reset"));
  }
  if (const auto outputs = json::array_member(call, "outputs")) {
    out.output_count = outputs->size();
  }
  return out;
}

/// numpy's names, and bfloat16.
constexpr std::pair<std::string_view, ScalarType> kDtypes[] = {
    {"float16", ScalarType::Half},  {"bfloat16", ScalarType::BFloat16},
    {"float32", ScalarType::Float}, {"float64", ScalarType::Double},
    {"int8", ScalarType::Char},     {"uint8", ScalarType::Byte},
    {"int16", ScalarType::Short},   {"int32", ScalarType::Int},
    {"int64", ScalarType::Long}};

/// dtype: [relative, absolute], or the largest difference of integers.
void read_tolerances(json::element root, CaseZip& out) {
  const auto table = json::optional_member(root, "tolerance");
  if (!table) {
    return;
  }
  for (const auto& [name, dtype] : kDtypes) {
    const auto entry = json::optional_member(*table, name);
    if (!entry) {
      continue;
    }
    Tolerance tolerance;
    if (const auto pair = json::as_array(*entry, "tolerance")) {
      tolerance.relative =
          json::as_double(pair->at(0).value_unsafe(), "rtol").value_or(0);
      tolerance.absolute =
          json::as_double(pair->at(1).value_unsafe(), "atol").value_or(0);
    } else {
      tolerance.absolute = json::as_double(*entry, "tolerance").value_or(0);
    }
    out.tolerances.insert_or_assign(dtype, tolerance);
  }
}

/// Archives by method: `model.pt2`, and what `methods` lists.
Expected<void> find_archives(json::element root, CaseZip& out) {
  const ScratchFolder& folder = *out.folder;
  if (!std::filesystem::exists(folder / "model.pt2")) {
    return {};
  }
  out.archives["forward"] = folder / "model.pt2";
  const auto methods = json::object_member(root, "methods");
  if (methods) {
    for (const auto method : *methods) {
      ET_ASSIGN(const auto file, json::string_member(method.value, "file"));
      out.archives[std::string(method.key)] = folder / std::string(file);
    }
  }
  return {};
}

size_t count_outputs(const std::string& folder) {
  size_t count = 0;
  while (std::filesystem::exists(fmt::format("{}/out_{}.npy", folder, count))) {
    ++count;
  }
  return count;
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
  if (std::filesystem::exists(folder / "model.ptd")) {
    result.data = folder / "model.ptd";
  }
  simdjson::dom::parser parser;
  json::element root;
  if (parser.load(folder / "case.json").get(root) != simdjson::SUCCESS) {
    return fail(path + ": case.json is not JSON");
  }
  result.expectation = expectation_of(root, "kind");
  result.expected_words = words_of(root, "expect_error");
  read_tolerances(root, result);
  ET_TRY(find_archives(root, result));
  const auto core = json::optional_member(root, "core");
  result.is_core = core && json::as_bool(*core, "core").value_or(false);
  const auto calls = json::array_member(root, "calls");
  if (!calls) {
    result.calls.push_back({folder.path(),
                            "forward",
                            false,
                            count_outputs(folder.path()),
                            Expectation::kValues,
                            {}});
    return result;
  }
  for (const json::element call : *calls) {
    const std::string name = fmt::format("call_{}", result.calls.size());
    ET_ASSIGN(result.calls.emplace_back(), call_of(call, folder / name));
  }
  return result;
}

}  // namespace rushlight::test
