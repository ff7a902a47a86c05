#include "npy.h"

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

namespace rushlight {
namespace {

using executorch::exir::fail;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kMaxRank = 16;

constexpr std::array<std::pair<std::string_view, ScalarType>, 10> kTypes{{
    {"<f4", ScalarType::Float},
    {"<f8", ScalarType::Double},
    {"<f2", ScalarType::Half},
    {"<i8", ScalarType::Long},
    {"<i4", ScalarType::Int},
    {"<i2", ScalarType::Short},
    {"|i1", ScalarType::Char},
    {"|u1", ScalarType::Byte},
    {"|b1", ScalarType::Bool},
    {"<u2", ScalarType::BFloat16},
}};

struct Header {
  ScalarType dtype = ScalarType::Float;
  bool fortran_order = false;
  std::vector<int64_t> shape;
};

/// Text of the value behind `'key':` in the header's dictionary.
std::optional<std::string_view> field(std::string_view header,
                                      std::string_view key) {
  const size_t at = header.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view rest = header.substr(at + key.size() + 3);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return rest;
}

std::optional<std::vector<int64_t>> parse_shape(std::string_view text) {
  if (text.empty() || text.front() != '(') {
    return std::nullopt;
  }
  text.remove_prefix(1);
  std::vector<int64_t> shape;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
    if (text.empty()) {
      return std::nullopt;
    }
    if (text.front() == ')') {
      return shape;
    }
    int64_t size = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc() || size < 0 || shape.size() == kMaxRank) {
      return std::nullopt;
    }
    shape.push_back(size);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
  }
}

std::optional<Header> parse_header(std::string_view text) {
  const auto descr = field(text, "descr");
  const auto order = field(text, "fortran_order");
  const auto shape_text = field(text, "shape");
  if (!descr || !order || !shape_text) {
    return std::nullopt;
  }
  auto shape = parse_shape(*shape_text);
  const auto type =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& row) {
        return descr->substr(1, row.first.size()) == row.first;
      });
  if (!shape || type == kTypes.end()) {
    return std::nullopt;
  }
  return Header{type->second, order->starts_with("True"), *std::move(shape)};
}

std::optional<size_t> checked_nbytes(const Header& header) {
  size_t nbytes = executorch::runtime::elementSize(header.dtype);
  for (const int64_t size : header.shape) {
    if (__builtin_mul_overflow(nbytes, static_cast<size_t>(size), &nbytes)) {
      return std::nullopt;
    }
  }
  return nbytes;
}

/// Elements of a column-major array in row-major order.
std::vector<std::byte> to_row_major(std::span<const std::byte> source,
                                    const Header& header) {
  const size_t width = executorch::runtime::elementSize(header.dtype);
  std::vector<std::byte> out(source.size());
  std::vector<int64_t> index(header.shape.size(), 0);
  for (size_t at = 0; at < out.size(); at += width) {
    size_t from = 0;
    for (size_t d = index.size(); d-- > 0;) {
      from = from * static_cast<size_t>(header.shape[d]) +
             static_cast<size_t>(index[d]);
    }
    std::memcpy(out.data() + at, source.data() + from * width, width);
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < header.shape[d]) {
        break;
      }
      index[d] = 0;
    }
  }
  return out;
}

Expected<std::string> read_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return fail(fmt::format("{}: no such file", path));
  }
  std::ifstream file(path, std::ios::binary);
  std::string content((std::istreambuf_iterator<char>(file)),
                      std::istreambuf_iterator<char>());
  if (!file) {
    return fail(fmt::format("{}: cannot be read", path));
  }
  return content;
}

}  // namespace

int64_t NpyArray::numel() const {
  int64_t count = 1;
  for (const int64_t size : shape) {
    count *= size;
  }
  return count;
}

Expected<NpyArray> read_npy(const std::string& path) {
  ET_ASSIGN(const std::string content, read_file(path));
  if (content.size() < 12 || !content.starts_with(kMagic)) {
    return fail(fmt::format("{}: not a .npy file", path));
  }
  const int major = static_cast<unsigned char>(content[6]);
  uint32_t length = 0;
  const size_t length_nbytes = major == 1 ? 2 : 4;
  std::memcpy(&length, content.data() + 8, length_nbytes);
  const size_t data_at = 8 + length_nbytes + length;
  if (major < 1 || major > 3 || data_at > content.size()) {
    return fail(fmt::format("{}: .npy version {} with a header of {} bytes",
                            path, major, length));
  }
  const auto header = parse_header(
      std::string_view(content).substr(8 + length_nbytes, length));
  if (!header) {
    return fail(fmt::format(
        "{}: the .npy header is damaged or its dtype not supported", path));
  }
  const auto nbytes = checked_nbytes(*header);
  if (!nbytes || *nbytes != content.size() - data_at) {
    return fail(fmt::format("{}: has {} bytes of data, its shape [{}] needs {}",
                            path, content.size() - data_at,
                            fmt::join(header->shape, ", "),
                            nbytes ? std::to_string(*nbytes) : "too many"));
  }
  const auto data =
      std::as_bytes(std::span(content.data() + data_at, *nbytes));
  NpyArray array{header->dtype, header->shape, {data.begin(), data.end()}};
  if (header->fortran_order && header->shape.size() > 1) {
    array.bytes = to_row_major(data, *header);
  }
  return array;
}

Expected<void> write_npy(const std::string& path, ScalarType dtype,
                         std::span<const int64_t> shape,
                         std::span<const std::byte> bytes) {
  const auto type =
      std::find_if(kTypes.begin(), kTypes.end(),
                   [&](const auto& row) { return row.second == dtype; });
  if (type == kTypes.end()) {
    return fail(fmt::format("{}: dtype {} has no .npy form", path,
                            static_cast<int>(dtype)));
  }
  std::string header = fmt::format(
      "{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}",
      type->first, fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  const size_t unpadded = 10 + header.size() + 1;
  header.append((64 - unpadded % 64) % 64, ' ');
  header += '\n';
  const auto length = static_cast<uint16_t>(header.size());
  const std::string temporary = path + ".tmp";
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file << kMagic << '\x01' << '\0';
    file.write(reinterpret_cast<const char*>(&length), sizeof(length));
    file << header;
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) {
      return fail(fmt::format("{}: cannot be written", path));
    }
  }
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (error) {
    return fail(fmt::format("{}: {}", path, error.message()));
  }
  return {};
}

}  // namespace rushlight
