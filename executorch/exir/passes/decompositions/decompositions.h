#pragma once

#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>

#include <vector>

/// \file
/// ATen operators in terms of operators that have kernels, named by the
/// `decomposition` column of ops/*.def. Each gives one value for each output
/// of the node, or an empty list: after Rewriter::refuse, or to leave the node
/// as it is. Definitions are PyTorch's (torch/_decomp, ATen native).
namespace executorch::exir::decompositions {

#define ET_OP(name, overload, schema, out, shape, decomposition, kernel) \
  std::vector<Value*> decompose_##decomposition(Rewriter&, const Node&);
#include <executorch/ops/all_ops.def>
#undef ET_OP

}  // namespace executorch::exir::decompositions
