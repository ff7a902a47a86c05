#include <executorch/backends/xnnpack/operators/visitor.h>

#include <executorch/backends/xnnpack/operators/dynamic_quantization.h>
#include <executorch/backends/xnnpack/operators/nodes.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/printer.h>
#include <fmt/format.h>

#include <unordered_map>
#include <vector>

namespace executorch::backends::xnnpack {

#define XNN_OP(name, visitor, kind) \
  Refusal visit_##visitor(GraphWriter&, const exir::Node&, XNodeUnion);
#include <executorch/backends/xnnpack/operators/visitors.def>
#undef XNN_OP

namespace {

using exir::ScalarType;
using exir::Value;

struct Row {
  Visitor visitor = nullptr;
  XNodeUnion kind = XNodeUnion::NONE;
};

constexpr std::string_view kNames[] = {
#define XNN_OP(name, visitor, kind) name,
#include <executorch/backends/xnnpack/operators/visitors.def>
#undef XNN_OP
};

const std::unordered_map<std::string_view, Row>& rows() {
  static const std::unordered_map<std::string_view, Row> rows{
#define XNN_OP(name, visitor, kind) {name, {visit_##visitor, XNodeUnion::kind}},
#include <executorch/backends/xnnpack/operators/visitors.def>
#undef XNN_OP
  };
  return rows;
}

/// What holds for every node.
Refusal check_values(const exir::Node& node, bool allows_integers) {
  return exir::check_static(node, [&](const Value& value) -> Refusal {
    const exir::TensorSpec& spec = value.tensor();
    if (!allows_integers && spec.dtype != ScalarType::Float &&
        spec.dtype != ScalarType::Half) {
      return fmt::format("%{} is {}, XNNPACK computes f32 and f16", value.name,
                         exir::dtype_name(spec.dtype));
    }
    if (spec.sizes.size() > kMaxDims) {
      return fmt::format("%{} has {} dimensions, XNNPACK has {}", value.name,
                         spec.sizes.size(), kMaxDims);
    }
    return std::nullopt;
  });
}

}  // namespace

Refusal visit(GraphWriter& writer, const exir::Node& node) {
  if (is_looked_through(node)) {
    return check_values(node, true);
  }
  const auto found = rows().find(node.op().schema.qualified_name());
  if (found == rows().end()) {
    return "no visitor for the operator";
  }
  const bool is_quantized = node.op().schema.ns == "quantized_decomposed";
  if (Refusal refusal = check_values(node, is_quantized)) {
    return refusal;
  }
  const bool is_defined = writer.has(node.output(), Layout::kRows) ||
                          writer.has(node.output(), Layout::kPixels);
  return is_defined ? std::nullopt  // with a node before
                    : found->second.visitor(writer, node, found->second.kind);
}

std::span<const std::string_view> visited_operators() { return kNames; }

Layout common_layout(GraphWriter& writer, const exir::Node& node) {
  const size_t rank = sizes_of(node.output()).size();
  bool is_image = false;
  for (const exir::Argument& argument : node.args()) {
    exir::for_each_value(argument, [&](const Value* value) {
      is_image =
          is_image || (can_be_pixels(rank) && sizes_of(value).size() == rank &&
                       writer.has(value, Layout::kPixels) &&
                       !writer.has(value, Layout::kRows));
    });
  }
  return is_image ? Layout::kPixels : Layout::kRows;
}

Tensor operand(GraphWriter& writer, const Value* value, const Value* result,
               Layout layout, XNNDatatype dtype) {
  const Sizes sizes = sizes_of(value);
  const size_t rank = sizes_of(result).size();
  const Tensor given = sizes.size() == rank
                           ? writer.get(value, layout, dtype)
                           : writer.get(value, Layout::kRows, dtype);
  if (layout == Layout::kRows || sizes.size() == rank || given.numel() == 1) {
    return given;
  }
  Sizes wide(4 - sizes.size(), 1);
  wide.insert(wide.end(), sizes.begin(), sizes.end());
  if (rank == 3) {
    // [C, L] beside [N, C, L]: the height comes before the length.
    wide = {1, sizes.size() == 2 ? sizes[0] : 1, 1, sizes.back()};
  }
  if (is_constant(value)) {
    return writer.permuted_constant(value, wide, {0, 2, 3, 1}, dtype);
  }
  return transpose(writer, reshape(writer, given, wide), {0, 2, 3, 1});
}

}  // namespace executorch::backends::xnnpack
