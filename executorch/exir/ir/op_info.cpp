#include <executorch/exir/ir/op_info.h>

#include <executorch/exir/ir/shape_inference.h>
#include <executorch/exir/passes/decompositions/decompositions.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>

namespace executorch::exir {
namespace {

struct Row {
  const char* schema;
  const char* out_overload;
  const char* shape;
  ShapeRule infer;
  Decomposition decompose;
  const char* kernel;
};

const Row kRows[] = {
#define ET_OP(name, overload, schema, out, shape, decomposition, kernel) \
  {schema,                                                               \
   #out,                                                                 \
   #shape,                                                               \
   infer::infer_##shape,                                                 \
   decompositions::decompose_##decomposition,                            \
   #kernel},
#include <executorch/ops/all_ops.def>
#undef ET_OP
};

struct PrimRow {
  const char* schema;
  const char* shape;
  ShapeRule infer;
};

const PrimRow kPrimRows[] = {
#define ET_PRIM_OP(schema, shape) {schema, #shape, infer::infer_##shape},
#include <executorch/ops/prim_ops.def>
#undef ET_PRIM_OP
};

const char* const kControlRows[] = {
#define ET_CONTROL_OP(schema) schema,
#include <executorch/ops/control_flow.def>
#undef ET_CONTROL_OP
};

/// The rows are our own text: a mistake in one is a broken build.
ops::Schema read_schema(const char* text) {
  auto schema = ops::parse_schema(text);
  if (!schema) {
    std::fprintf(stderr, "malformed operator row: %s\n", text);
    std::abort();
  }
  return *std::move(schema);
}

void read_shape_rule(std::string_view name, ShapeRule rule, OpInfo& info) {
  info.infer = name == "from_export" ? nullptr : rule;
  info.is_pointwise = name.starts_with("pointwise");
  info.is_random = name.starts_with("random");
}

OpInfo read_row(const PrimRow& row) {
  OpInfo info;
  info.schema = read_schema(row.schema);
  info.out_name = info.schema.qualified_name();
  read_shape_rule(row.shape, row.infer, info);
  info.has_kernel = true;
  return info;
}

OpInfo read_row(const Row& row) {
  OpInfo info;
  info.schema = read_schema(row.schema);
  read_shape_rule(row.shape, row.infer, info);
  if (row.decompose != decompositions::decompose_none) {
    info.decompose = row.decompose;
  }
  info.has_kernel = std::string_view(row.kernel) != "none";
  if (info.is_in_place()) {
    info.out_name = info.schema.qualified_name();
  } else if (*row.out_overload != '\0') {
    info.out_name =
        info.schema.ns + "::" + info.schema.name + "." + row.out_overload;
  }
  return info;
}

const std::vector<OpInfo>& table() {
  static const std::vector<OpInfo> ops = [] {
    std::vector<OpInfo> infos;
    for (const Row& row : kRows) {
      infos.push_back(read_row(row));
    }
    for (const PrimRow& row : kPrimRows) {
      infos.push_back(read_row(row));
    }
    for (const char* schema : kControlRows) {
      OpInfo& info = infos.emplace_back();
      info.schema = read_schema(schema);
      info.is_control = true;
    }
    return infos;
  }();
  return ops;
}

}  // namespace

std::span<const OpInfo> all_ops() { return table(); }

const OpInfo* find_op(std::string_view qualified_name) {
  static const auto by_name = [] {
    std::unordered_map<std::string, const OpInfo*> map;
    for (const OpInfo& op : table()) {
      map.emplace(op.schema.qualified_name(), &op);
    }
    return map;
  }();
  const auto found = by_name.find(std::string(qualified_name));
  return found == by_name.end() ? nullptr : found->second;
}

namespace {

/// "aten::add_.Tensor" -> "aten::add.Tensor".
std::optional<std::string> without_underscore(std::string_view name) {
  const size_t end = std::min(name.find('.'), name.size());
  if (end == 0 || name[end - 1] != '_') {
    return std::nullopt;
  }
  return std::string(name.substr(0, end - 1)) + std::string(name.substr(end));
}

}  // namespace

const OpInfo* find_in_place_op(std::string_view qualified_name) {
  static std::map<std::string, OpInfo, std::less<>> made;
  static std::mutex guard;
  const auto base_name = without_underscore(qualified_name);
  const OpInfo* base = base_name ? find_op(*base_name) : nullptr;
  if (base == nullptr || base->schema.params.empty() ||
      base->schema.returns.size() != 1) {
    return nullptr;
  }
  const std::lock_guard lock(guard);
  OpInfo info;
  info.schema = base->schema;
  info.schema.name += "_";
  info.schema.params[0].name = "self";
  info.schema.params[0].type.is_alias = true;
  info.schema.params[0].type.is_mutated = true;
  info.schema.returns[0] = info.schema.params[0].type;
  return &made.try_emplace(std::string(qualified_name), std::move(info))
              .first->second;
}

const OpInfo* functional_form(const OpInfo& in_place) {
  const auto name = without_underscore(in_place.schema.qualified_name());
  return name ? find_op(*name) : nullptr;
}

}  // namespace executorch::exir
