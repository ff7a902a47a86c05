#pragma once

#include <executorch/exir/passes/decompositions/decompositions.h>

#include <cstdint>
#include <string_view>
#include <vector>

/// \file
/// Expressions that several decompositions are made of.
namespace executorch::exir::decompositions {

using Sizes = std::vector<SymInt>;

inline SymInt sym(size_t value) { return SymInt(static_cast<int64_t>(value)); }
/// Dimension counted from the front; refuses one out of range and gives 0.
size_t axis_of(Rewriter& rewriter, int64_t dim, const Value* x);
/// The number that an argument is, or a refusal and 1 where sizes that only a
/// run knows decide it.
int64_t constant_of(Rewriter& rewriter, const SymInt& value);
/// Constant size of a dimension (1 of a 0-d tensor), or a refusal and 1.
int64_t size_of(Rewriter& rewriter, const Value* x, size_t axis);
/// Constant sizes of all dimensions, or a refusal and ones.
std::vector<int64_t> static_sizes_of(Rewriter& rewriter, const Value* x);

Value* view(Rewriter& rewriter, Value* x, Sizes sizes);
Value* expand(Rewriter& rewriter, Value* x, Sizes sizes);
Value* cast(Rewriter& rewriter, Value* x, ScalarType dtype);
Value* full(Rewriter& rewriter, Sizes sizes, Argument value, ScalarType dtype);
/// Elements [start, end) along a dimension.
Value* slice(Rewriter& rewriter, Value* x, size_t axis, SymInt start,
             SymInt end);
/// Dimensions in another order.
Value* permute(Rewriter& rewriter, Value* x, const std::vector<size_t>& dims);
/// int64 data that is known now.
Value* constant(Rewriter& rewriter, const std::vector<int64_t>& values,
                Sizes sizes);
/// Product of the sizes.
SymInt numel_of(const Sizes& sizes);
/// The values of a node with one output.
inline std::vector<Value*> result(Value* value) { return {value}; }
/// Integers and bool as the default real dtype.
Value* to_real(Rewriter& rewriter, Value* x);

}  // namespace executorch::exir::decompositions
