#include <executorch/exir/import/tensor_meta.h>

#include <executorch/ops/sizes.h>
#include <fmt/format.h>

#include <array>
#include <utility>

namespace executorch::exir {
namespace {

/// torch._export.serde.schema.ScalarType.
constexpr std::array<std::pair<int64_t, ScalarType>, 10> kScalarTypes{{
    {1, ScalarType::Byte},
    {2, ScalarType::Char},
    {3, ScalarType::Short},
    {4, ScalarType::Int},
    {5, ScalarType::Long},
    {6, ScalarType::Half},
    {7, ScalarType::Float},
    {8, ScalarType::Double},
    {12, ScalarType::Bool},
    {13, ScalarType::BFloat16},
}};

/// torch._export.serde.schema.Layout: Strided.
constexpr int64_t kStrided = 7;

Expected<std::vector<SymInt>> read_sym_ints(json::element meta,
                                            std::string_view name,
                                            const SymbolRanges& ranges) {
  ET_ASSIGN(const json::array list, json::array_member(meta, name));
  std::vector<SymInt> values;
  for (const json::element item : list) {
    ET_ASSIGN(SymInt value, read_sym_int(item, ranges));
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace

bool TensorMeta::is_contiguous() const {
  SymInt expected(1);
  for (size_t i = spec.sizes.size(); i-- > 0;) {
    if (spec.sizes[i] == SymInt(0)) {
      return true;
    }
    if (!(spec.sizes[i] == SymInt(1)) && !(strides[i] == expected)) {
      return false;
    }
    expected = expected * spec.sizes[i];
  }
  return true;
}

std::vector<uint8_t> TensorMeta::dim_order() const {
  if (is_contiguous()) {
    return {};
  }
  std::vector<uint8_t> from_inner;
  std::vector<bool> placed(spec.sizes.size(), false);
  SymInt expected(1);
  while (from_inner.size() < spec.sizes.size()) {
    size_t next = spec.sizes.size();
    for (size_t i = spec.sizes.size(); i-- > 0;) {
      const bool fits = spec.sizes[i] == SymInt(1) || strides[i] == expected;
      if (!placed[i] && fits &&
          (next == spec.sizes.size() || spec.sizes[next] == SymInt(1))) {
        next = i;
      }
    }
    if (next == spec.sizes.size()) {
      return {};
    }
    placed[next] = true;
    from_inner.push_back(static_cast<uint8_t>(next));
    expected = expected * spec.sizes[next];
  }
  return {from_inner.rbegin(), from_inner.rend()};
}

Expected<SymInt> read_sym_int(json::element value,
                              const SymbolRanges& ranges) {
  ET_ASSIGN(const json::Tagged tagged, json::tagged(value, "size"));
  if (tagged.tag == "as_int") {
    ET_ASSIGN(const int64_t number, json::as_int(tagged.value, "as_int"));
    return SymInt(number);
  }
  if (tagged.tag == "as_expr") {
    ET_ASSIGN(const auto text, json::string_member(tagged.value, "expr_str"));
    return parse_sym_expr(text, ranges);
  }
  return fail(fmt::format("a size is {}, expected as_int or as_expr",
                          tagged.tag));
}

Expected<ScalarType> read_scalar_type(int64_t number) {
  for (const auto& [code, dtype] : kScalarTypes) {
    if (code == number) {
      return dtype;
    }
  }
  return fail(fmt::format("dtype {} of the export's schema is not supported",
                          number));
}

Expected<MemoryFormat> read_memory_format(int64_t number) {
  switch (number) {
    case 1:
    case 2:  // channels last
    case 3:  // channels last, 3-d
      return MemoryFormat::Contiguous;
    case 4:
      return MemoryFormat::Preserve;
    default:
      return fail(fmt::format(
          "memory format {} of the export's schema is not known, expected 1 to "
          "4",
          number));
  }
}

Expected<TensorMeta> read_tensor_meta(json::element meta,
                                      const SymbolRanges& ranges) {
  TensorMeta out;
  ET_ASSIGN(const int64_t dtype, json::int_member(meta, "dtype"));
  ET_ASSIGN(out.spec.dtype, read_scalar_type(dtype));
  ET_ASSIGN(const int64_t layout, json::int_member(meta, "layout"));
  if (layout != kStrided) {
    return fail(fmt::format("tensor layout {}, expected {} (strided)", layout,
                            kStrided));
  }
  ET_ASSIGN(out.spec.sizes, read_sym_ints(meta, "sizes", ranges));
  ET_ASSIGN(out.strides, read_sym_ints(meta, "strides", ranges));
  const size_t rank = out.spec.sizes.size();
  if (rank > ops::kMaxRank || out.strides.size() != rank) {
    return fail(fmt::format("a tensor has {} sizes and {} strides, expected "
                            "the same number up to {}",
                            rank, out.strides.size(), ops::kMaxRank));
  }
  for (const SymInt& size : out.spec.sizes) {
    if (size.constant().value_or(0) < 0) {
      return fail(fmt::format("a tensor has size {}", *size.constant()));
    }
  }
  if (const auto offset = json::optional_member(meta, "storage_offset")) {
    ET_ASSIGN(const SymInt value, read_sym_int(*offset, ranges));
    out.storage_offset = value.constant().value_or(-1);
  }
  return out;
}

}  // namespace executorch::exir
