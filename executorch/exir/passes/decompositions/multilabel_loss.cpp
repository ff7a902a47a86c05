#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>

namespace executorch::exir::decompositions {
namespace {

/// Class numbers [N, C] that count: those before the first negative one of
/// their row. The prefix sums are a product with a triangle of ones.
Value* before_end(Rewriter& rewriter, Value* target, Value* numbers) {
  Expressions e(rewriter);
  const SymInt classes = target->sizes()[1];
  Value* column = e.view(numbers, {classes, SymInt(1)});
  Value* triangle = e.cast(e.compare("le", column, numbers), ScalarType::Float);
  Value* ends = e.cast(e.compare("lt", target, SymInt(0)), ScalarType::Float);
  Value* count = rewriter.call("aten::mm", {ends, triangle});
  return e.compare("eq", count, SymInt(0));
}

}  // namespace

std::vector<Value*> decompose_multilabel_margin_loss(Rewriter& rewriter,
                                                     const Node& node) {
  Expressions e(rewriter);
  Value* self = node.tensor("self");
  const bool has_batch = self->sizes().size() == 2;
  const SymInt rows = has_batch ? self->sizes()[0] : SymInt(1);
  const SymInt classes =
      self->sizes().empty() ? SymInt(1) : self->sizes().back();
  Value* scores = e.view(self, {rows, classes});
  Value* target = e.view(node.tensor("target"), {rows, classes});
  Value* numbers = rewriter.call("aten::arange", {classes});
  Value* counts = before_end(rewriter, target, numbers);
  // [N, target, class] from here on.
  const std::vector<SymInt> of_target = {rows, classes, SymInt(1)};
  const std::vector<SymInt> of_class = {rows, SymInt(1), classes};
  Value* counted = e.view(counts, of_target);
  Value* named = rewriter.call(
      "aten::logical_and",
      {e.compare("eq", e.view(target, of_target), numbers), counted});
  Value* is_target = e.compare(
      "gt", e.sum(e.cast(named, ScalarType::Long), {SymInt(1)}), SymInt(0));
  Value* index = e.at_least(target, SymInt(0));
  Value* own = rewriter.call("aten::gather", {scores, SymInt(1), index});
  Value* distance = e.sub(e.view(scores, of_class), e.view(own, of_target));
  Value* hinge = e.at_least(e.add(distance, SymInt(1)), SymInt(0));
  Value* takes_part = rewriter.call(
      "aten::logical_and",
      {counted, e.unary("logical_not", e.view(is_target, of_class))});
  Value* terms = e.where(takes_part, hinge, 0.0);
  Value* loss = e.div(e.sum(terms, {SymInt(1), SymInt(2)}), classes);
  const int64_t reduction = node.int_value("reduction");
  return {reduction == 0 && !has_batch ? e.view(loss, {})
                                       : e.reduce(loss, reduction)};
}

}  // namespace executorch::exir::decompositions
