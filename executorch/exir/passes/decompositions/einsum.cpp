#include <executorch/exir/passes/decompositions/expressions.h>
#include <executorch/exir/passes/decompositions/matrix_product.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

/// Sums of products over named dimensions (aten::einsum, aten::tensordot): two
/// operands at a time, from left to right, each as one batched product of
/// matrices.
namespace executorch::exir::decompositions {
namespace {

/// A tensor whose dimensions have names, each once. Upper and lower case
/// letters are the equation's; the dimensions of "..." are '0', '1', … counted
/// from the last.
struct Named {
  Value* value = nullptr;
  std::string names;
};

bool has(const std::string& names, char name) {
  return names.find(name) != std::string::npos;
}

/// Dimensions in the order of `names`, which has all of them; sizes of 1 for
/// names that the tensor lacks.
Value* align(Rewriter& rewriter, const Named& x, const std::string& names) {
  std::vector<size_t> dims;
  Sizes sizes;
  for (const char name : names) {
    const size_t at = x.names.find(name);
    if (at != std::string::npos) {
      dims.push_back(at);
    }
    sizes.push_back(at == std::string::npos ? SymInt(1) : x.value->sizes()[at]);
  }
  return view(rewriter, permute(rewriter, x.value, dims), std::move(sizes));
}

Named sum_out(Rewriter& rewriter, Named x, const std::string& kept) {
  Sizes dims;
  std::string names;
  for (size_t i = 0; i < x.names.size(); ++i) {
    if (has(kept, x.names[i])) {
      names += x.names[i];
    } else {
      dims.push_back(sym(i));
    }
  }
  if (!dims.empty()) {
    const ScalarType dtype = x.value->dtype();
    x.value = cast(rewriter, Expressions(rewriter).sum(x.value, dims), dtype);
    x.names = names;
  }
  return x;
}

/// The product of two operands; names that `kept` lacks are summed.
class PairProduct {
 public:
  PairProduct(Rewriter& rewriter, Named a, Named b, const std::string& kept)
      : rewriter_(rewriter), a_(std::move(a)), b_(std::move(b)) {
    a_ = sum_out(rewriter_, a_, kept + b_.names);
    b_ = sum_out(rewriter_, b_, kept + a_.names);
    for (const char name : a_.names) {
      std::string& group = !has(b_.names, name)  ? rows_
                           : has(kept, name) ? batch_
                                                 : summed_;
      group += name;
    }
    for (const char name : b_.names) {
      if (!has(a_.names, name)) {
        columns_ += name;
      }
    }
  }

  Named run() {
    if (!broadcast_shared()) {
      return a_;
    }
    const Sizes batch = sizes_of(a_, batch_);
    const Sizes rows = sizes_of(a_, rows_);
    const Sizes columns = sizes_of(b_, columns_);
    const SymInt inner = numel_of(sizes_of(a_, summed_));
    Value* left = view(rewriter_, align(rewriter_, a_, batch_ + rows_ + summed_),
                       {numel_of(batch), numel_of(rows), inner});
    Value* right =
        view(rewriter_, align(rewriter_, b_, batch_ + summed_ + columns_),
             {numel_of(batch), inner, numel_of(columns)});
    Value* out = rewriter_.call("aten::bmm", {left, right});
    Sizes sizes = batch;
    sizes.insert(sizes.end(), rows.begin(), rows.end());
    sizes.insert(sizes.end(), columns.begin(), columns.end());
    return {view(rewriter_, out, std::move(sizes)), batch_ + rows_ + columns_};
  }

 private:
  static SymInt size_of_name(const Named& x, char name) {
    return x.value->sizes()[x.names.find(name)];
  }

  static Sizes sizes_of(const Named& x, const std::string& names) {
    Sizes sizes;
    for (const char name : names) {
      sizes.push_back(size_of_name(x, name));
    }
    return sizes;
  }

  /// Shared dimensions get one size; a size of 1 stretches.
  bool broadcast_shared() {
    for (const char name : batch_ + summed_) {
      const SymInt in_a = size_of_name(a_, name);
      const SymInt in_b = size_of_name(b_, name);
      if (in_a == in_b) {
        continue;
      }
      if (!(in_a == SymInt(1)) && !(in_b == SymInt(1))) {
        rewriter_.refuse(fmt::format("dimension {} has the sizes {} and {}",
                                     name, in_a.str(), in_b.str()));
        return false;
      }
      Named& narrow = in_a == SymInt(1) ? a_ : b_;
      Sizes sizes = narrow.value->sizes();
      sizes[narrow.names.find(name)] = in_a == SymInt(1) ? in_b : in_a;
      narrow.value = expand(rewriter_, narrow.value, std::move(sizes));
    }
    return true;
  }

  Rewriter& rewriter_;
  Named a_;
  Named b_;
  std::string batch_;   ///< in both, kept
  std::string summed_;  ///< in both, not kept
  std::string rows_;
  std::string columns_;
};

/// Names of the dimensions that "..." stands for, `count` of them.
std::string ellipsis_names(size_t count) {
  std::string names;
  for (size_t i = count; i-- > 0;) {
    names += static_cast<char>('0' + i);
  }
  return names;
}

/// `term` with "..." written out for a tensor of `rank` dimensions.
std::optional<std::string> expand_term(std::string term, size_t rank) {
  const size_t dots = term.find("...");
  if (dots != std::string::npos) {
    const size_t letters = term.size() - 3;
    if (letters > rank || rank - letters > 10) {
      return std::nullopt;
    }
    term.replace(dots, 3, ellipsis_names(rank - letters));
  }
  return term.size() == rank ? std::optional(term) : std::nullopt;
}

/// A name that appears twice in one operand means its diagonal.
Named take_diagonals(Rewriter& rewriter, Named x) {
  for (size_t i = 0; i < x.names.size(); ++i) {
    const size_t again = x.names.find(x.names[i], i + 1);
    if (again != std::string::npos) {
      x.value = rewriter.call("aten::diagonal_copy",
                              {x.value, SymInt(0), sym(i), sym(again)});
      const char name = x.names[i];
      x.names.erase(again, 1);
      x.names.erase(i, 1);
      x.names += name;
      i = static_cast<size_t>(-1);
    }
  }
  return x;
}

/// Names of the result where the equation leaves them out: "..." first, then
/// letters that appear once, sorted.
std::string implied_result(const std::vector<Named>& operands) {
  std::map<char, size_t> counts;
  for (const Named& operand : operands) {
    for (const char name : operand.names) {
      ++counts[name];
    }
  }
  std::string dots;
  std::string letters;
  for (const auto& [name, count] : counts) {
    if (name >= '0' && name <= '9') {
      dots.insert(dots.begin(), name);
    } else if (count == 1) {
      letters += name;
    }
  }
  return dots + letters;
}

Value* contract(Rewriter& rewriter, std::vector<Named> operands,
                const std::string& result) {
  Named total = operands.front();
  for (size_t i = 1; i < operands.size(); ++i) {
    std::string kept = result;
    for (size_t k = i + 1; k < operands.size(); ++k) {
      kept += operands[k].names;
    }
    total = PairProduct(rewriter, total, operands[i], kept).run();
  }
  total = sum_out(rewriter, total, result);
  return align(rewriter, total, result);
}

}  // namespace

std::vector<Value*> decompose_einsum(Rewriter& rewriter, const Node& node) {
  std::string equation = std::get<std::string>(node.arg("equation"));
  std::erase(equation, ' ');
  const auto& tensors = std::get<std::vector<Value*>>(node.arg("tensors"));
  const size_t arrow = equation.find("->");
  std::string terms = equation.substr(0, arrow) + ",";
  std::vector<Named> operands;
  size_t most_dots = 0;
  for (Value* tensor : tensors) {
    const size_t comma = terms.find(',');
    const std::string term = terms.substr(0, comma);
    terms.erase(0, comma == std::string::npos ? comma : comma + 1);
    const auto names = expand_term(term, tensor->sizes().size());
    if (!names) {
      return rewriter.refuse(fmt::format("\"{}\" names the dimensions of {} as "
                                         "\"{}\"",
                                         equation, tensor->tensor().str(),
                                         term));
    }
    most_dots = std::max(most_dots, static_cast<size_t>(std::ranges::count_if(
        *names, [](char c) { return c >= '0' && c <= '9'; })));
    operands.push_back({tensor, *names});
  }
  std::string result;
  for (Named& operand : operands) {
    operand = take_diagonals(rewriter, operand);
  }
  if (arrow == std::string::npos) {
    result = implied_result(operands);
  } else {
    result = equation.substr(arrow + 2);
    const size_t dots = result.find("...");
    if (dots != std::string::npos) {
      result.replace(dots, 3, ellipsis_names(most_dots));
    }
  }
  // The sum over one operand of small integers is int64.
  const ScalarType dtype = node.output()->dtype();
  for (Named& operand : operands) {
    operand.value = cast(rewriter, operand.value, dtype);
  }
  return {contract(rewriter, std::move(operands), result)};
}

std::vector<Value*> decompose_tensordot(Rewriter& rewriter, const Node& node) {
  Named a{node.tensor("self"), {}};
  Named b{node.tensor("other"), {}};
  for (size_t i = 0; i < a.value->sizes().size(); ++i) {
    a.names += static_cast<char>('A' + i);
  }
  for (size_t i = 0; i < b.value->sizes().size(); ++i) {
    b.names += static_cast<char>('a' + i);
  }
  const Sizes& dims_a = node.ints("dims_self");
  const Sizes& dims_b = node.ints("dims_other");
  std::string result = a.names + b.names;
  for (size_t i = 0; i < dims_a.size() && i < dims_b.size(); ++i) {
    const size_t at = axis_of(rewriter, dims_a[i].constant().value_or(0), a.value);
    const size_t bt = axis_of(rewriter, dims_b[i].constant().value_or(0), b.value);
    if (rewriter.error()) {
      return {};
    }
    std::erase(result, b.names[bt]);
    std::erase(result, a.names[at]);
    b.names[bt] = a.names[at];
  }
  return {contract(rewriter, {a, b}, result)};
}

}  // namespace executorch::exir::decompositions
