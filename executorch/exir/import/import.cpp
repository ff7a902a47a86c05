#include <executorch/exir/import/exported_program.h>
#include <executorch/exir/import/graph_reader.h>
#include <executorch/exir/import/zip_archive.h>
#include <fmt/format.h>

namespace executorch::exir {
namespace {

constexpr std::string_view kFormatEntry = "archive_format";

/// Prefix of all entries ("<model>/"), found by the archive's own mark.
Expected<std::string> find_root(const ZipArchive& archive) {
  for (const std::string& name : archive.names()) {
    const bool at_top = name == kFormatEntry;
    if (at_top || name.ends_with(fmt::format("/{}", kFormatEntry))) {
      return std::string(name, 0, name.size() - kFormatEntry.size());
    }
    if (name.ends_with("serialized_exported_program.json")) {
      return fail(
          "the archive has the layout of torch 2.7 or earlier, expected that "
          "of torch 2.9 or later; save the program again");
    }
  }
  return fail("not an export archive: it has no entry archive_format");
}

Expected<void> check_text(const ZipArchive& archive, const std::string& name,
                          std::string_view expected) {
  ET_ASSIGN(const ArchiveBytes entry, archive.read(name));
  if (entry.text() != expected) {
    return fail(fmt::format("archive entry {} is \"{}\", expected \"{}\"", name,
                            entry.text().substr(0, 32), expected));
  }
  return {};
}

/// The one document in models/; "model" if there are several.
Expected<std::string> find_model(const ZipArchive& archive,
                                 const std::string& root) {
  std::vector<std::string> models;
  for (const std::string& name : archive.names()) {
    const std::string prefix = fmt::format("{}models/", root);
    if (name.starts_with(prefix) && name.ends_with(".json")) {
      models.push_back(
          name.substr(prefix.size(), name.size() - prefix.size() - 5));
    }
  }
  if (models.size() == 1) {
    return models.front();
  }
  for (const std::string& model : models) {
    if (model == "model") {
      return model;
    }
  }
  return fail(fmt::format("the archive holds {} programs in models/, expected 1",
                          models.size()));
}

Expected<ExportedProgram> import_archive(const std::string& path) {
  ET_ASSIGN(const ZipArchive archive, ZipArchive::open(path));
  ET_ASSIGN(const std::string root, find_root(archive));
  ET_TRY(check_text(archive, root + std::string(kFormatEntry), "pt2"));
  if (archive.contains(root + "byteorder")) {
    ET_TRY(check_text(archive, root + "byteorder", "little"));
  }
  ET_ASSIGN(const std::string model, find_model(archive, root));
  TensorTables tables;
  ET_ASSIGN(tables.weights,
            WeightTable::read(archive, fmt::format("{}data/weights", root),
                              fmt::format("{}_weights_config.json", model)));
  ET_ASSIGN(tables.constants,
            WeightTable::read(archive, fmt::format("{}data/constants", root),
                              fmt::format("{}_constants_config.json", model)));
  ET_ASSIGN(const ArchiveBytes text,
            archive.read(fmt::format("{}models/{}.json", root, model)));
  simdjson::dom::parser parser;
  ET_ASSIGN(const json::element document,
            json::parse(parser, text.text(),
                        fmt::format("models/{}.json", model)));
  return read_exported_program(document, tables);
}

}  // namespace

Expected<ExportedProgram> import_pt2(const std::string& path) {
  auto program = import_archive(path);
  if (!program) {
    Diagnostic error = std::move(program).error();
    if (error.message.find(path) == std::string::npos) {
      error.notes.push_back(fmt::format("while importing {}", path));
    }
    return fail(std::move(error));
  }
  return program;
}

}  // namespace executorch::exir
