#include <executorch/exir/import/exported_program.h>
#include <executorch/exir/import/graph_reader.h>
#include <executorch/exir/import/zip_archive.h>
#include <fmt/format.h>

namespace executorch::exir {
namespace {

constexpr std::string_view kFormatEntry = "archive_format";

constexpr const char* kOldDocument = "serialized_exported_program.json";

/// Prefix of all entries ("<model>/"), found by the archive's own mark.
Expected<std::string> find_root(const ZipArchive& archive) {
  for (const std::string& name : archive.names()) {
    const bool at_top = name == kFormatEntry;
    if (at_top || name.ends_with(fmt::format("/{}", kFormatEntry))) {
      return std::string(name, 0, name.size() - kFormatEntry.size());
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

Expected<ExportedProgram> read_document(const ArchiveBytes& text,
                                        const std::string& name,
                                        const TensorTables& tables) {
  simdjson::dom::parser parser;
  ET_ASSIGN(const json::element document,
            json::parse(parser, text.text(), name));
  return read_exported_program(document, tables);
}

/// The layout of torch 2.7 and earlier: all files at the top of the zip.
Expected<ExportedProgram> import_old_archive(const ZipArchive& archive) {
  TensorTables tables;
  ET_ASSIGN(tables.weights, WeightTable::read_pickled(
                                archive, "serialized_state_dict.pt"));
  ET_ASSIGN(tables.constants,
            WeightTable::read_pickled(archive, "serialized_constants.pt"));
  ET_ASSIGN(const ArchiveBytes text, archive.read(kOldDocument));
  return read_document(text, kOldDocument, tables);
}

Expected<ExportedProgram> import_archive(const std::string& path) {
  ET_ASSIGN(const ZipArchive archive, ZipArchive::open(path));
  if (archive.contains(kOldDocument)) {
    return import_old_archive(archive);
  }
  ET_ASSIGN(const std::string root, find_root(archive));
  ET_TRY(check_text(archive, root + std::string(kFormatEntry), "pt2"));
  if (archive.contains(root + "byteorder")) {
    ET_TRY(check_text(archive, root + "byteorder", "little"));
  }
  ET_ASSIGN(const std::string model, find_model(archive, root));
  TensorTables tables;
  ET_ASSIGN(tables.weights,
            WeightTable::read(archive, fmt::format("{}data/weights", root),
                              fmt::format("{}_weights_config.json", model),
                              model));
  ET_ASSIGN(tables.constants,
            WeightTable::read(archive, fmt::format("{}data/constants", root),
                              fmt::format("{}_constants_config.json", model),
                              model));
  const std::string document = fmt::format("{}models/{}.json", root, model);
  ET_ASSIGN(const ArchiveBytes text, archive.read(document));
  return read_document(text, document, tables);
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
