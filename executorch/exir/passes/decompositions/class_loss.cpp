#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

/// Losses of scores [N, C, D...] against class numbers [N, D...]; without a
/// batch, scores are [C] and there is one class number.
namespace executorch::exir::decompositions {
namespace {

class ClassLoss {
 public:
  ClassLoss(Rewriter& rewriter, const Node& node, Value* scores)
      : rewriter_(rewriter),
        e_(rewriter),
        rows_(as_rows(scores)),
        sizes_(node.tensor("target")->sizes()),
        weight_(node.optional_tensor("weight")),
        reduction_(node.int_value("reduction")) {
    SymInt count(1);
    for (const SymInt& size : sizes_) {
      count = count * size;
    }
    target_ = e_.view(node.tensor("target"), {count});
  }

  Value* rows() const { return rows_; }
  Value* target() const { return target_; }
  Expressions& e() { return e_; }

  /// Leaves out targets of this number: they count as class 0 with weight 0.
  void ignore(const SymInt& number) {
    valid_ = e_.compare("ne", target_, number);
    target_ = e_.where(valid_, target_, SymInt(0));
  }

  /// The score of each row's class.
  Value* picked() { return pick(rows_); }

  /// The weight of each row's class, 1 without weights, 0 where left out.
  Value* row_weights() {
    if (weight_ == nullptr) {
      return e_.cast(valid_, rows_->dtype());
    }
    const SymInt classes = rows_->sizes()[1];
    Value* spread = rewriter_.call(
        "aten::expand_copy",
        {e_.view(weight_, {SymInt(1), classes}), rows_->sizes()});
    return e_.where(valid_, pick(spread), 0.0);
  }

  Value* weighted_classes(Value* rows) {
    return weight_ == nullptr ? rows : e_.mul(rows, weight_);
  }

  Value* where_valid(Value* rows) { return e_.where(valid_, rows, 0.0); }

  /// `loss` of each row, summed and divided by the sum of `weights` for a
  /// mean.
  Value* reduce(Value* loss, Value* weights) {
    if (reduction_ == 0) {
      return e_.view(loss, sizes_);
    }
    return reduction_ == 1 ? e_.div(e_.sum(loss), e_.sum(weights))
                           : e_.sum(loss);
  }

 private:
  /// [N, C, D...] as [N D..., C].
  Value* as_rows(Value* scores) {
    const std::vector<SymInt>& sizes = scores->sizes();
    const size_t rank = sizes.size();
    if (rank == 2) {
      return scores;
    }
    if (rank < 2) {
      return e_.view(scores, {SymInt(1), rank == 0 ? SymInt(1) : sizes[0]});
    }
    std::vector<SymInt> dims = {SymInt(0)};
    SymInt rows = sizes[0];
    for (size_t i = 2; i < rank; ++i) {
      dims.emplace_back(static_cast<int64_t>(i));
      rows = rows * sizes[i];
    }
    dims.emplace_back(1);
    const SymInt classes = sizes[1];
    Value* last = rewriter_.call("aten::permute_copy", {scores, dims});
    return e_.view(last, {rows, classes});
  }

  /// One element of each row.
  Value* pick(Value* rows) {
    const SymInt count = target_->sizes()[0];
    Value* index =
        e_.view(e_.cast(target_, ScalarType::Long), {count, SymInt(1)});
    return e_.view(rewriter_.call("aten::gather", {rows, SymInt(1), index}),
                   {count});
  }

  Rewriter& rewriter_;
  Expressions e_;
  Value* rows_;
  std::vector<SymInt> sizes_;
  Value* weight_;
  int64_t reduction_;
  Value* target_ = nullptr;
  Value* valid_ = nullptr;
};

Value* negative_log_likelihood(ClassLoss& loss) {
  Value* weights = loss.row_weights();
  Value* terms = loss.e().neg(loss.e().mul(loss.picked(), weights));
  return loss.reduce(loss.where_valid(terms), weights);
}

/// Scores against the probability of each class.
Value* cross_entropy_of_probabilities(Rewriter& rewriter, const Node& node,
                                      Value* log_scores, int64_t axis) {
  Expressions e(rewriter);
  const std::vector<SymInt> sizes = log_scores->sizes();
  Value* target = node.tensor("target");
  const double smoothing = node.number("label_smoothing");
  const SymInt& classes = sizes[static_cast<size_t>(axis)];
  if (smoothing > 0) {
    const auto count = static_cast<double>(classes.constant().value_or(1));
    target = e.add(e.mul(target, 1 - smoothing), smoothing / count);
  }
  Value* terms = e.mul(log_scores, target);
  if (Value* weight = node.optional_tensor("weight")) {
    std::vector<SymInt> shape(sizes.size(), SymInt(1));
    shape[static_cast<size_t>(axis)] = classes;
    terms = e.mul(terms, e.view(weight, std::move(shape)));
  }
  Value* loss = e.neg(e.sum(terms, {SymInt(axis)}));
  if (node.int_value("reduction") != 1) {
    return e.reduce(loss, node.int_value("reduction"));
  }
  // The mean is over the rows, whatever their weights: as many as losses.
  return e.mean(loss);
}

/// Class numbers of which a part of the probability goes to every class.
Value* smoothed_cross_entropy(ClassLoss& loss, double smoothing) {
  Expressions& e = loss.e();
  Value* weights = loss.row_weights();
  Value* own = e.neg(e.mul(loss.picked(), weights));
  Value* all = e.neg(e.sum(loss.weighted_classes(loss.rows()), {SymInt(1)}));
  const auto classes =
      static_cast<double>(loss.rows()->sizes()[1].constant().value_or(1));
  Value* mixed =
      e.add(e.mul(own, 1 - smoothing), e.mul(all, smoothing / classes));
  return loss.reduce(loss.where_valid(mixed), weights);
}

}  // namespace

std::vector<Value*> decompose_nll_loss_nd(Rewriter& rewriter,
                                          const Node& node) {
  ClassLoss loss(rewriter, node, node.tensor("self"));
  loss.ignore(node.sym_int("ignore_index"));
  return {negative_log_likelihood(loss)};
}

std::vector<Value*> decompose_nll_loss_forward(Rewriter& rewriter,
                                               const Node& node) {
  ClassLoss loss(rewriter, node, node.tensor("self"));
  loss.ignore(node.sym_int("ignore_index"));
  Value* total = node.int_value("reduction") == 0
                     ? loss.e().scalar(0.0, node.tensor("self")->dtype())
                     : loss.e().sum(loss.row_weights());
  return {negative_log_likelihood(loss), total};
}

std::vector<Value*> decompose_cross_entropy_loss(Rewriter& rewriter,
                                                 const Node& node) {
  Value* self = node.tensor("self");
  const int64_t axis = self->sizes().size() == 1 ? 0 : 1;
  if (node.number("label_smoothing") > 0 &&
      !self->sizes()[static_cast<size_t>(axis)].is_constant()) {
    return rewriter.refuse(
        "found label_smoothing over a symbolic number of classes");
  }
  Value* log_scores =
      rewriter.call("aten::_log_softmax", {self, SymInt(axis), false});
  if (runtime::isFloatingType(node.tensor("target")->dtype())) {
    return {cross_entropy_of_probabilities(rewriter, node, log_scores, axis)};
  }
  ClassLoss loss(rewriter, node, log_scores);
  loss.ignore(node.sym_int("ignore_index"));
  const double smoothing = node.number("label_smoothing");
  return {smoothing > 0 ? smoothed_cross_entropy(loss, smoothing)
                        : negative_log_likelihood(loss)};
}

std::vector<Value*> decompose_multi_margin_loss(Rewriter& rewriter,
                                                const Node& node) {
  ClassLoss loss(rewriter, node, node.tensor("self"));
  loss.ignore(SymInt(INT64_MIN));
  Expressions& e = loss.e();
  const SymInt rows = loss.target()->sizes()[0];
  const SymInt classes = loss.rows()->sizes()[1];
  Value* own = e.view(loss.picked(), {rows, SymInt(1)});
  Value* hinge =
      e.at_least(e.add(e.sub(loss.rows(), own), node.arg("margin")), SymInt(0));
  if (node.number("p") == 2) {
    hinge = e.square(hinge);
  }
  Value* numbers = rewriter.call("aten::arange", {classes});
  Value* target = e.view(loss.target(), {rows, SymInt(1)});
  Value* others = e.where(e.compare("ne", numbers, target), hinge, 0.0);
  Value* sum = e.div(e.sum(others, {SymInt(1)}), classes);
  Value* weights = loss.row_weights();
  Value* terms = node.is_none("weight") ? sum : e.mul(sum, weights);
  const int64_t reduction = node.int_value("reduction");
  return {reduction == 0 ? e.view(terms, node.tensor("target")->sizes())
                         : e.reduce(terms, reduction)};
}

}  // namespace executorch::exir::decompositions
