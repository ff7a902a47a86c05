#include "archive_edit.h"

#include <executorch/exir/import/zip_archive.h>
#include <fmt/format.h>

#include <cstdlib>
#include <vector>

#include "materialize.h"
#include "npy.h"
#include "zip_writer.h"

namespace rushlight::test {
namespace {

using executorch::exir::Expected;
using executorch::exir::fail;
using executorch::exir::ZipArchive;

void check(const Expected<void>& result) {
  if (!result) {
    fmt::print(stderr, "{}\n", result.error().str());
    std::abort();
  }
}

Expected<void> apply(const std::vector<Change>& changes, std::string& text) {
  for (const Change& change : changes) {
    const size_t at = text.find(change.from);
    if (at == std::string::npos) {
      return fail("the graph has no " + change.from);
    }
    text.replace(at, change.from.size(), change.to);
  }
  return {};
}

Expected<void> change_mul(const std::vector<Change>& changes,
                          const std::string& target) {
  ET_ASSIGN(const auto source, ZipArchive::open(zoo("mul")));
  ET_ASSIGN(auto zip, ZipWriter::create(target));
  for (const std::string& name : source.names()) {
    ET_ASSIGN(const auto entry, source.read(name));
    std::string text(entry.text());
    if (name.ends_with("models/model.json")) {
      ET_TRY(apply(changes, text));
    }
    ET_TRY(zip.start(name));
    ET_TRY(zip.write(std::as_bytes(std::span(text))));
  }
  return zip.finish();
}

}  // namespace

void write_changed_mul(const std::vector<Change>& changes,
                       const std::string& target) {
  check(change_mul(changes, target));
}

std::string zoo(const std::string& model) {
  const auto archive = zoo_archive(model);
  if (!archive) {
    check(fail(archive.error()));
  }
  return *archive;
}

void compile_zoo(const std::string& model, const std::string& program,
                 const std::vector<std::string>& options) {
  std::vector<std::string> args{"compile", zoo(model), "-o", program};
  args.insert(args.end(), options.begin(), options.end());
  const CommandResult result = rushlight(args);
  if (result.status != 0) {
    check(fail(fmt::format("compiling {}: {}", model, result.err)));
  }
}

void write_floats(const std::string& path, std::initializer_list<int> sizes) {
  const std::vector<int64_t> shape(sizes.begin(), sizes.end());
  size_t numel = 1;
  for (const int64_t size : shape) {
    numel *= static_cast<size_t>(size);
  }
  std::vector<float> values(numel);
  for (size_t i = 0; i < numel; ++i) {
    values[i] = static_cast<float>(i);
  }
  check(write_npy(path, ScalarType::Float, shape,
                  std::as_bytes(std::span(values))));
}

}  // namespace rushlight::test
