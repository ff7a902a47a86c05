#include <executorch/exir/passes/decompositions/matrix_product.h>

#include <optional>

namespace executorch::exir::decompositions {
namespace {

/// Sizes of the leading (batch) dimensions of both operands, broadcast.
std::optional<Sizes> batch_sizes(const Sizes& a, const Sizes& b) {
  const size_t rank = std::max(a.size(), b.size()) - 2;
  Sizes out(rank, SymInt(1));
  for (const Sizes* sizes : {&a, &b}) {
    const size_t lead = rank - (sizes->size() - 2);
    for (size_t i = 0; i + 2 < sizes->size(); ++i) {
      SymInt& dim = out[lead + i];
      if (dim == SymInt(1)) {
        dim = (*sizes)[i];
      } else if (!((*sizes)[i] == SymInt(1)) && !((*sizes)[i] == dim)) {
        return std::nullopt;
      }
    }
  }
  return out;
}

/// Operand of a batched product as [batch, rows, columns].
Value* as_batch(Rewriter& rewriter, Value* x, const Sizes& batch) {
  const Sizes& sizes = x->sizes();
  const size_t rank = sizes.size();
  const SymInt rows = sizes[rank - 2];
  const SymInt columns = sizes[rank - 1];
  Sizes full = batch;
  full.push_back(rows);
  full.push_back(columns);
  if (full != sizes) {
    x = rewriter.call("aten::expand_copy", {x, full});
  }
  return view(rewriter, x,
              {product(full, 0, batch.size()), rows, columns});
}

}  // namespace

SymInt product(const Sizes& sizes, size_t first, size_t last) {
  SymInt total(1);
  for (size_t i = first; i < last; ++i) {
    total = total * sizes[i];
  }
  return total;
}

Sizes with_tail(const Sizes& sizes, size_t count, const Sizes& tail) {
  Sizes out(sizes.begin(), sizes.end() - static_cast<ptrdiff_t>(count));
  out.insert(out.end(), tail.begin(), tail.end());
  return out;
}

Value* transposed(Rewriter& rewriter, Value* x) {
  const auto rank = static_cast<int64_t>(x->sizes().size());
  Sizes dims;
  for (int64_t i = 0; i + 2 < rank; ++i) {
    dims.emplace_back(i);
  }
  dims.emplace_back(rank - 1);
  dims.emplace_back(rank - 2);
  return rewriter.call("aten::permute_copy", {x, std::move(dims)});
}

Value* matrix_product(Rewriter& rewriter, Value* a, Value* b) {
  const Sizes a_sizes = a->sizes();
  const Sizes b_sizes = b->sizes();
  if (rewriter.error() || a_sizes.size() < 2 || b_sizes.size() < 2) {
    rewriter.refuse("an operand has less than 2 dimensions");
    return a;
  }
  const SymInt columns = b_sizes.back();
  if (b_sizes.size() == 2) {
    Value* flat = view(rewriter, a,
                       {product(a_sizes, 0, a_sizes.size() - 1),
                        a_sizes.back()});
    return view(rewriter, rewriter.call("aten::mm", {flat, b}),
                with_tail(a_sizes, 1, {columns}));
  }
  const auto batch = batch_sizes(a_sizes, b_sizes);
  if (!batch) {
    rewriter.refuse("batch sizes of the operands do not broadcast");
    return a;
  }
  Value* out = rewriter.call("aten::bmm", {as_batch(rewriter, a, *batch),
                                           as_batch(rewriter, b, *batch)});
  Sizes sizes = *batch;
  sizes.push_back(a_sizes[a_sizes.size() - 2]);
  sizes.push_back(columns);
  return view(rewriter, out, std::move(sizes));
}

}  // namespace executorch::exir::decompositions
