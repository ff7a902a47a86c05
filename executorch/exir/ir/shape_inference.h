#pragma once

#include <executorch/exir/ir/op_info.h>

/// \file
/// The rules named by the `shape` column of ops/*.def. A rule reads the
/// arguments of a node, applies the shape function of ops/shape_rules and the
/// dtype rule, and gives the specs of all outputs. They live in
/// shape_inference/<family>.cpp. `from_export` means that there is no rule;
/// the names of rules of pointwise operators begin with "pointwise", those of
/// operators with random results with "random".
namespace executorch::exir::infer {

#define ET_OP(name, overload, schema, out, shape, decomposition, kernel) \
  Expected<std::vector<ValueSpec>> infer_##shape(const Node& node);
#define ET_PRIM_OP(schema, shape) \
  Expected<std::vector<ValueSpec>> infer_##shape(const Node& node);
#include <executorch/ops/all_ops.def>
#include <executorch/ops/prim_ops.def>
#undef ET_OP
#undef ET_PRIM_OP

}  // namespace executorch::exir::infer
