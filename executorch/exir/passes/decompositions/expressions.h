#pragma once

#include <executorch/exir/ir/rewriter.h>

#include <string_view>
#include <vector>

/// \file
/// Short forms of Rewriter::call, so that a decomposition reads as a formula.
namespace executorch::exir::decompositions {

class Expressions {
 public:
  explicit Expressions(Rewriter& rewriter) : rewriter_(rewriter) {}

  /// `aten::<name>` of one tensor.
  Value* unary(std::string_view name, Value* x);

  Value* add(Value* a, Value* b, Argument alpha = SymInt(1));
  Value* add(Value* a, Argument number);
  Value* sub(Value* a, Value* b, Argument alpha = SymInt(1));
  Value* mul(Value* a, Value* b);
  Value* mul(Value* a, Argument number);
  Value* div(Value* a, Value* b);
  Value* div(Value* a, Argument number);
  Value* neg(Value* x) { return unary("neg", x); }
  Value* abs(Value* x) { return unary("abs", x); }
  Value* square(Value* x) { return mul(x, x); }
  /// number - x
  Value* from(Argument number, Value* x);
  /// max(x, low)
  Value* at_least(Value* x, Argument low);

  /// "eq", "ne", "ge", "gt", "le" or "lt" against a number or a tensor.
  Value* compare(std::string_view op, Value* x, Argument other);
  Value* where(Value* condition, Value* a, Value* b);
  /// The same with a number of b's dtype.
  Value* where(Value* condition, Argument number, Value* b);
  Value* where(Value* condition, Value* a, Argument number);

  /// A 0-d tensor.
  Value* scalar(Argument number, ScalarType dtype);
  Value* cast(Value* x, ScalarType dtype);
  Value* view(Value* x, std::vector<SymInt> sizes);

  /// Over the given dimensions, or all of them.
  Value* sum(Value* x, std::vector<SymInt> dims, bool keepdim = false);
  Value* sum(Value* x);
  Value* mean(Value* x);
  /// A loss's `reduction`: 0 none, 1 mean, 2 sum.
  Value* reduce(Value* loss, int64_t reduction);
  /// The p-norm along one dimension; p = 0 counts what is not 0.
  Value* norm(Value* x, double p, SymInt dim, bool keepdim);

 private:
  Rewriter& rewriter_;
};

}  // namespace executorch::exir::decompositions
