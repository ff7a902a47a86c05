// A bundled program in plain types: the wheel's headers do not compile beside
// those of another FlatBuffers release, so one file sees the latter and another
// the former.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

struct BundledTensor {
  int scalar_type = 0;  // as in the schema
  std::vector<int32_t> sizes;
  std::vector<uint8_t> dim_order;
  std::vector<uint8_t> bytes;
};

using BundledValue = std::variant<int64_t, double, bool, BundledTensor>;

struct BundledCase {
  std::string method;
  std::vector<BundledValue> inputs;
  std::vector<BundledValue> outputs;
};

struct BundleFile {
  const void* program = nullptr;
  size_t program_nbytes = 0;
  std::vector<BundledCase> cases;
};

// Reads a file in memory, which must outlive the result; nothing if it is not
// valid.
std::optional<BundleFile> read_bundle(const void* data, size_t nbytes);
