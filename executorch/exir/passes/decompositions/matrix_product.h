#pragma once

#include <executorch/exir/passes/decompositions/util.h>

/// \file
/// Products of matrices that decompositions of several families share.
namespace executorch::exir::decompositions {

/// sizes[first] * … * sizes[last - 1].
SymInt product(const std::vector<SymInt>& sizes, size_t first, size_t last);

/// `sizes` without the last `count`, followed by `tail`.
std::vector<SymInt> with_tail(const std::vector<SymInt>& sizes, size_t count,
                              const std::vector<SymInt>& tail);

/// Swaps the last two dimensions.
Value* transposed(Rewriter& rewriter, Value* x);

/// aten::matmul of matrices or batches of matrices, [*, M, K] x [*, K, N];
/// batch dimensions broadcast.
Value* matrix_product(Rewriter& rewriter, Value* a, Value* b);

}  // namespace executorch::exir::decompositions
