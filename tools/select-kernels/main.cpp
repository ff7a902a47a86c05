#include <executorch/ops/schema_types.h>
#include <executorch/schema/extended_header.h>
#include <executorch/schema/program_generated.h>
#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fb = executorch_flatbuffer;

/// A row of an operator table, as it stands there.
struct Row {
  const char* text;
  const char* schema;
  const char* out_overload;
};

const Row kPortableRows[] = {
#define ET_OP(name, overload, schema, out, shape, decompose, kernel) \
  {"ET_OP(" #name ", " #overload ", " #schema ", " #out ", " #shape  \
   ", " #decompose ", " #kernel ")\n",                               \
   schema, #out},
#include <executorch/ops/portable_ops.def>
#undef ET_OP
};

const Row kQuantizedRows[] = {
#define ET_OP(name, overload, schema, out, shape, decompose, kernel) \
  {"ET_OP(" #name ", " #overload ", " #schema ", " #out ", " #shape  \
   ", " #decompose ", " #kernel ")\n",                               \
   schema, #out},
#include <executorch/ops/quantized_ops.def>
#undef ET_OP
};

/// Kernels that are linked in any case.
const char* const kPrimSchemas[] = {
#define ET_PRIM_OP(schema, shape) schema,
#include <executorch/ops/prim_ops.def>
#undef ET_PRIM_OP
};

/// Adds the operators that the methods of a program call. False, with a
/// message, for a file that is no program.
bool read_operators(const std::string& path, std::set<std::string>& names) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)),
                                std::istreambuf_iterator<char>());
  flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t*>(bytes.data()),
                                 bytes.size());
  if (!file || !fb::ProgramBufferHasIdentifier(bytes.data()) ||
      !fb::VerifyProgramBuffer(verifier)) {
    fmt::print(stderr, "{}: not a program\n", path);
    return false;
  }
  for (const auto* plan : *fb::GetProgram(bytes.data())->execution_plan()) {
    for (const auto* op : *plan->operators()) {
      const std::string overload =
          op->overload() == nullptr ? "" : op->overload()->str();
      names.insert(op->name()->str() + (overload.empty() ? "" : ".") +
                   overload);
    }
  }
  return true;
}

template <size_t n>
bool write_rows(const std::string& path, const Row (&rows)[n],
                std::set<std::string>& names) {
  std::ofstream file(path);
  for (const Row& row : rows) {
    const auto name =
        executorch::ops::kernel_name(row.schema, row.out_overload);
    if (names.erase(name.text) != 0) {
      file << row.text;
    }
  }
  return static_cast<bool>(file.flush());
}

}  // namespace

/// Writes the operator rows that programs need, for selected_kernels.cpp:
///   select-kernels FOLDER PROGRAM.pte...
int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: select-kernels FOLDER PROGRAM.pte...\n");
    return 2;
  }
  std::set<std::string> names;
  for (int i = 2; i < argc; ++i) {
    if (!read_operators(argv[i], names)) {
      return 1;
    }
  }
  const std::string folder = argv[1];
  if (!write_rows(folder + "/selected_portable_rows.def", kPortableRows,
                  names) ||
      !write_rows(folder + "/selected_quantized_rows.def", kQuantizedRows,
                  names)) {
    fmt::print(stderr, "{}: cannot be written to\n", folder);
    return 1;
  }
  for (const std::string_view schema : kPrimSchemas) {
    names.erase(std::string(schema.substr(0, schema.find('('))));
  }
  for (const std::string& name : names) {
    fmt::print(stderr, "{}: no portable, quantized or prim kernel\n", name);
  }
  return names.empty() ? 0 : 1;
}
