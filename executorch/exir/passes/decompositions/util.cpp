#include <executorch/exir/passes/decompositions/util.h>
#include <executorch/ops/dtype_rules.h>
#include <executorch/ops/sizes.h>
#include <fmt/format.h>

#include <cstring>
#include <memory>

namespace executorch::exir::decompositions {

size_t axis_of(Rewriter& rewriter, int64_t dim, const Value* x) {
  const auto axis = ops::normalize_axis(dim, x->sizes().size());
  if (!axis) {
    rewriter.refuse(fmt::format("dimension {} of a tensor of {}", dim,
                                x->sizes().size()));
  }
  return axis.value_or(0);
}

int64_t constant_of(Rewriter& rewriter, const SymInt& value) {
  if (!value.is_constant()) {
    rewriter.refuse(
        fmt::format("{} is symbolic, expected a constant", value.str()));
  }
  return value.constant().value_or(1);
}

int64_t size_of(Rewriter& rewriter, const Value* x, size_t axis) {
  if (axis >= x->sizes().size()) {
    return 1;
  }
  const auto size = x->sizes()[axis].constant();
  if (!size) {
    rewriter.refuse(fmt::format("size {} is symbolic, expected a constant",
                                x->sizes()[axis].str()));
  }
  return size.value_or(1);
}

std::vector<int64_t> static_sizes_of(Rewriter& rewriter, const Value* x) {
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < x->sizes().size(); ++i) {
    sizes.push_back(size_of(rewriter, x, i));
  }
  return sizes;
}

Value* view(Rewriter& rewriter, Value* x, Sizes sizes) {
  return x->sizes() == sizes
             ? x
             : rewriter.call("aten::view_copy", {x, std::move(sizes)});
}

Value* expand(Rewriter& rewriter, Value* x, Sizes sizes) {
  return x->sizes() == sizes
             ? x
             : rewriter.call("aten::expand_copy", {x, std::move(sizes)});
}

Value* cast(Rewriter& rewriter, Value* x, ScalarType dtype) {
  return x->dtype() == dtype ? x : rewriter.call("aten::_to_copy", {x, dtype});
}

Value* full(Rewriter& rewriter, Sizes sizes, Argument value, ScalarType dtype) {
  return rewriter.call("aten::full",
                       {std::move(sizes), std::move(value), dtype});
}

Value* slice(Rewriter& rewriter, Value* x, size_t axis, SymInt start,
             SymInt end) {
  return rewriter.call("aten::slice_copy.Tensor",
                       {x, sym(axis), std::move(start), std::move(end)});
}

Value* permute(Rewriter& rewriter, Value* x, const std::vector<size_t>& dims) {
  Sizes list;
  for (const size_t dim : dims) {
    list.push_back(sym(dim));
  }
  return rewriter.call("aten::permute_copy", {x, std::move(list)});
}

Value* constant(Rewriter& rewriter, const std::vector<int64_t>& values,
                Sizes sizes) {
  const size_t nbytes = values.size() * sizeof(int64_t);
  auto owner = std::make_shared<std::vector<int64_t>>(values);
  const auto* bytes = reinterpret_cast<const std::byte*>(owner->data());
  return rewriter.add_constant(
      "indices", TensorSpec{ScalarType::Long, std::move(sizes)},
      ConstantData{{bytes, nbytes}, owner, false});
}

SymInt numel_of(const Sizes& sizes) {
  SymInt total(1);
  for (const SymInt& size : sizes) {
    total = total * size;
  }
  return total;
}

Value* to_real(Rewriter& rewriter, Value* x) {
  return cast(rewriter, x, ops::to_floating(x->dtype()));
}

}  // namespace executorch::exir::decompositions
