#pragma once

#include <executorch/exir/ir/shape_inference.h>
#include <executorch/ops/dtype_rules.h>
#include <executorch/ops/shape_rules.h>

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// What the rules of shape_inference/<family>.cpp share: reading a node's
/// arguments in the form that ops/shape_rules takes, and making specs.
namespace executorch::exir::infer {

using Specs = Expected<std::vector<ValueSpec>>;
using Sizes = ops::Sizes<SymInt>;

Sizes sizes_of(const std::vector<SymInt>& list);
Sizes sizes_of(const Value* value);

/// Integers of an argument (one, a list, or none for None), which keeps what an
/// IntSpan points to.
class Ints {
 public:
  explicit Ints(std::vector<int64_t> values) : values_(std::move(values)) {}

  ops::IntSpan span() const { return {values_.data(), values_.size()}; }

 private:
  std::vector<int64_t> values_;
};

/// Fail where one of them depends on sizes that only a run knows.
Expected<Ints> constant_ints(const Node& node, std::string_view name);
Expected<int64_t> constant_int(const Node& node, std::string_view name);

/// One output of this dtype and shape, or the rule's refusal as a Diagnostic.
Specs one(const Node& node, ScalarType dtype,
          const ops::ShapeResult<SymInt>& shape);
/// `count` outputs of the same spec.
Specs repeated(Specs specs, size_t count);

/// The same twice, the second time as int64.
Specs with_indices(Specs specs);

/// Common shape of all tensor arguments.
ops::ShapeResult<SymInt> broadcast_all(const Node& node);
/// torch.result_type of the tensors and of the named Scalar arguments.
ScalarType promoted(const Node& node,
                    std::initializer_list<std::string_view> scalars);
/// The argument `dtype`, or `fallback` where it is None.
ScalarType dtype_or(const Node& node, ScalarType fallback);

}  // namespace executorch::exir::infer
