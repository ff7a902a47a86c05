#include <executorch/exir/emit/external_constants.h>

#include <executorch/extension/flat_tensor/serialize/flat_tensor_head.h>
#include <fmt/format.h>

#include <algorithm>

namespace executorch::exir {
namespace {

/// What the file's segments begin at a multiple of, so that whoever maps the
/// file has aligned constants.
constexpr size_t kHeadAlignment = 128;

}  // namespace

const std::string& ExternalConstants::add(const Value& constant) {
  const TensorSpec& spec = constant.tensor();
  Entry entry{spec.dtype, {}, spec.dim_order, data_.add(constant.data)};
  for (const SymInt& size : spec.sizes) {
    entry.sizes.push_back(static_cast<int32_t>(*size.constant()));
  }
  if (entry.dim_order.empty()) {
    for (size_t d = 0; d < entry.sizes.size(); ++d) {
      entry.dim_order.push_back(static_cast<uint8_t>(d));
    }
  }
  const std::string& wanted = constant.data_name();
  std::string key = wanted;
  for (size_t number = 1;; ++number) {
    const auto [it, added] = entries_.try_emplace(key, entry);
    if (added || it->second == entry) {
      return it->first;
    }
    key = fmt::format("{}_{}", wanted, number);
  }
}

Expected<void> ExternalConstants::add(const Delegate::NamedConstant& constant) {
  Entry entry;
  entry.index = data_.add(constant.data);
  entry.is_tensor = false;
  const auto [it, added] = entries_.try_emplace(constant.key, entry);
  if (!added && it->second != entry) {
    return fail(
        fmt::format("constant {} of a delegate has the name of other "
                    "external data",
                    constant.key));
  }
  return {};
}

std::optional<EmittedFile> ExternalConstants::file() const {
  namespace flat = extension::flat_tensor;
  if (entries_.empty()) {
    return std::nullopt;
  }
  std::vector<flat::HeadEntry> entries;
  for (const auto& [key, entry] : entries_) {
    entries.push_back({key,
                       entry.dtype,
                       {entry.sizes.data(), entry.sizes.size()},
                       {entry.dim_order.data(), entry.dim_order.size()},
                       entry.index - 1,
                       entry.is_tensor});
  }
  std::vector<flat::HeadSegment> segments;
  for (const FilePiece& piece : data_.pieces()) {
    segments.push_back({piece.offset, piece.data.bytes.size()});
  }
  const auto made = flat::make_head(entries, segments, kHeadAlignment);
  std::vector<std::byte> head(made.size());
  std::transform(made.begin(), made.end(), head.begin(),
                 [](uint8_t byte) { return std::byte{byte}; });
  std::vector<FilePiece> pieces = data_.pieces();
  for (FilePiece& piece : pieces) {
    piece.offset += head.size();
  }
  return EmittedFile(std::move(head), std::move(pieces),
                     made.size() + data_.nbytes());
}

}  // namespace executorch::exir
