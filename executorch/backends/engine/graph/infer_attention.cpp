#include <executorch/backends/engine/graph/infer.h>
#include <executorch/runtime/core/checked_math.h>

#include <algorithm>
#include <utility>

namespace executorch::backends::engine {
namespace {

using Operator = Attention;
using Sizes = std::vector<int64_t>;

/// Every element that the view names is one of `numel`.
Error expect_within(const char* what, const Attention::View& view,
                    const Sizes& sizes, int64_t numel) {
  using runtime::internal::add_overflows;
  using runtime::internal::mul_overflows;
  ET_ENGINE_CHECK(view.strides.size() == sizes.size(),
                  "%s has %zu strides, expected %zu", what, view.strides.size(),
                  sizes.size());
  int64_t last = view.offset;
  bool fits = last >= 0;
  for (size_t d = 0; fits && d < sizes.size(); ++d) {
    int64_t extent = 0;
    fits = view.strides[d] >= 0 &&
           !mul_overflows(sizes[d] - 1, view.strides[d], &extent) &&
           !add_overflows(last, extent, &last);
  }
  ET_ENGINE_CHECK(fits && last < numel,
                  "%s of %s from %" PRId64
                  " under strides %s is not within %" PRId64 " elements",
                  what, to_string(sizes).c_str(), view.offset,
                  to_string(view.strides).c_str(), numel);
  return Error::Ok;
}

/// The strides are those of a dense tensor of `numel` elements, in any order.
Error expect_permutation(const Attention::View& view, const Sizes& sizes,
                         int64_t numel) {
  std::vector<std::pair<int64_t, int64_t>> dims;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] != 1) {
      dims.emplace_back(view.strides[d], sizes[d]);
    }
  }
  std::sort(dims.begin(), dims.end());
  int64_t next = 1;
  bool is_dense = true;
  for (const auto& [stride, size] : dims) {
    // Within bounds that were checked, so that products fit.
    is_dense = is_dense && stride == next;
    next = is_dense ? next * size : next;
  }
  ET_ENGINE_CHECK(
      is_dense && next == numel && view.offset == 0,
      "the result of %s under strides %s does not fill %" PRId64 " elements",
      to_string(sizes).c_str(), to_string(view.strides).c_str(), numel);
  return Error::Ok;
}

Sizes with(Sizes batch, int64_t rows, int64_t columns) {
  batch.push_back(rows);
  batch.push_back(columns);
  return batch;
}

}  // namespace

Error infer(const Attention& op, NodeTypes& node) {
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, 3, 4));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_wanted(Operator::kName, node));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_float(Operator::kName, node, 0));
  const ScalarType dtype = node.input(0).dtype;
  Sizes all = op.batch;
  all.insert(all.end(), {op.rows, op.keys, op.depth, op.columns});
  ET_ENGINE_CHECK(
      std::all_of(all.begin(), all.end(), [](int64_t n) { return n >= 1; }),
      "sizes %s, expected 1 or more", to_string(all).c_str());
  // Those of a block of rows are kept.
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_type("scores", {dtype, with(op.batch, op.rows, op.keys)}));
  const std::pair<const Attention::View*, Sizes> operands[] = {
      {&op.q, with(op.batch, op.rows, op.depth)},
      {&op.k, with(op.batch, op.keys, op.depth)},
      {&op.v, with(op.batch, op.keys, op.columns)},
      {&op.mask, with(op.batch, op.rows, op.keys)}};
  constexpr const char* kNames[] = {"q", "k", "v", "the mask"};
  for (size_t i = 0; i < 4; ++i) {
    if (node.has(i)) {
      ET_CHECK_OK_OR_RETURN_ERROR(
          expect_dtype(Operator::kName, node, i, dtype));
      ET_CHECK_OK_OR_RETURN_ERROR(expect_within(kNames[i], *operands[i].first,
                                                operands[i].second,
                                                node.input(i).numel()));
    }
  }
  ET_ENGINE_CHECK(node.wanted->dtype == dtype, "result %s, expected %s",
                  to_string(*node.wanted).c_str(),
                  to_string({dtype, node.wanted->sizes}).c_str());
  const Sizes y = with(op.batch, op.rows, op.columns);
  const int64_t numel = node.wanted->numel();
  ET_CHECK_OK_OR_RETURN_ERROR(expect_within("the result", op.y, y, numel));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_permutation(op.y, y, numel));
  node.outputs = {*node.wanted};
  return Error::Ok;
}

}  // namespace executorch::backends::engine
