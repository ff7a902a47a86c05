#include <executorch/backends/engine/graph/infer.h>
#include <executorch/runtime/core/checked_math.h>

namespace executorch::backends::engine {
namespace {

using runtime::internal::add_overflows;
using runtime::internal::mul_overflows;

/// One operand, one result.
Error expect_one(const char* name, const NodeTypes& node) {
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(name, node, 1, 1));
  return expect_outputs(name, node, 1);
}

/// The last of `count` elements is one of `size`.
bool slice_fits(const Slice& op, int64_t count, int64_t size) {
  int64_t last = 0;
  return op.start >= 0 && op.start <= size && op.step > 0 &&
         (count == 0 || (!mul_overflows(count - 1, op.step, &last) &&
                         !add_overflows(last, op.start, &last) && last < size));
}

}  // namespace

Error infer(const Reshape&, NodeTypes& node) {
  using Operator = Reshape;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_one(Operator::kName, node));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_wanted(Operator::kName, node));
  const TensorType& x = node.input(0);
  ET_ENGINE_CHECK(node.wanted->numel() == x.numel(),
                  "%s has not as many elements as %s",
                  to_string(*node.wanted).c_str(), to_string(x).c_str());
  node.outputs = {{x.dtype, node.wanted->sizes}};
  return Error::Ok;
}

Error infer(const Transpose& op, NodeTypes& node) {
  using Operator = Transpose;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_one(Operator::kName, node));
  const TensorType& x = node.input(0);
  ET_ENGINE_CHECK(op.axes.size() == x.rank(), "%zu axes for %s", op.axes.size(),
                  to_string(x).c_str());
  TensorType type = x;
  std::vector<bool> seen(x.rank());
  for (size_t i = 0; i < x.rank(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        expect_axis(Operator::kName, op.axes[i], x.rank()));
    const auto axis = static_cast<size_t>(op.axes[i]);
    ET_ENGINE_CHECK(!seen[axis], "axis %zu occurs twice", axis);
    seen[axis] = true;
    type.sizes[i] = x.sizes[axis];
  }
  node.outputs = {type};
  return Error::Ok;
}

Error infer(const Broadcast&, NodeTypes& node) {
  using Operator = Broadcast;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_one(Operator::kName, node));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_wanted(Operator::kName, node));
  const TensorType& x = node.input(0);
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_broadcastable(Operator::kName, x.sizes, node.wanted->sizes));
  node.outputs = {{x.dtype, node.wanted->sizes}};
  return Error::Ok;
}

Error infer(const Slice& op, NodeTypes& node) {
  using Operator = Slice;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_one(Operator::kName, node));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_wanted(Operator::kName, node));
  const TensorType& x = node.input(0);
  ET_CHECK_OK_OR_RETURN_ERROR(expect_axis(Operator::kName, op.axis, x.rank()));
  const auto axis = static_cast<size_t>(op.axis);
  TensorType type = x;
  ET_ENGINE_CHECK(node.wanted->rank() == x.rank(), "result %s of %s",
                  to_string(*node.wanted).c_str(), to_string(x).c_str());
  type.sizes[axis] = node.wanted->sizes[axis];
  ET_ENGINE_CHECK(slice_fits(op, type.sizes[axis], x.sizes[axis]),
                  "%" PRId64 " elements from %" PRId64 " in steps of %" PRId64
                  ", expected to be of the %" PRId64 " of axis %zu",
                  type.sizes[axis], op.start, op.step, x.sizes[axis], axis);
  node.outputs = {type};
  return Error::Ok;
}

Error infer(const Concat& op, NodeTypes& node) {
  using Operator = Concat;
  const size_t n = node.inputs.size();
  ET_ENGINE_CHECK(n >= 1, "no operands");
  ET_CHECK_OK_OR_RETURN_ERROR(expect_inputs(Operator::kName, node, n, n));
  ET_CHECK_OK_OR_RETURN_ERROR(expect_outputs(Operator::kName, node, 1));
  TensorType type = node.input(0);
  ET_CHECK_OK_OR_RETURN_ERROR(
      expect_axis(Operator::kName, op.axis, type.rank()));
  const auto axis = static_cast<size_t>(op.axis);
  for (size_t i = 1; i < n; ++i) {
    const TensorType& x = node.input(i);
    TensorType expected = type;
    if (x.rank() == type.rank()) {
      expected.sizes[axis] = x.sizes[axis];
    }
    ET_CHECK_OK_OR_RETURN_ERROR(
        expect_type(Operator::kName, node, i, expected));
    ET_ENGINE_CHECK(
        !add_overflows(type.sizes[axis], x.sizes[axis], &type.sizes[axis]),
        "the size of the result overflows");
  }
  node.outputs = {type};
  return Error::Ok;
}

Error infer(const Pad& op, NodeTypes& node) {
  using Operator = Pad;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_one(Operator::kName, node));
  TensorType type = node.input(0);
  ET_ENGINE_CHECK(
      op.before.size() == type.rank() && op.after.size() == type.rank(),
      "%zu and %zu counts for %s", op.before.size(), op.after.size(),
      to_string(type).c_str());
  for (size_t i = 0; i < type.rank(); ++i) {
    int64_t& size = type.sizes[i];
    ET_ENGINE_CHECK(op.before[i] >= 0 && op.after[i] >= 0,
                    "counts %" PRId64 " and %" PRId64 ", expected 0 or more",
                    op.before[i], op.after[i]);
    ET_ENGINE_CHECK(!add_overflows(size, op.before[i], &size) &&
                        !add_overflows(size, op.after[i], &size),
                    "the size of the result overflows");
  }
  uint64_t element = 0;
  ET_CHECK_OK_OR_RETURN_ERROR(
      encode_scalar(Operator::kName, type.dtype, op.value, &element));
  node.outputs = {type};
  return Error::Ok;
}

Error infer(const PixelShuffle& op, NodeTypes& node) {
  using Operator = PixelShuffle;
  ET_CHECK_OK_OR_RETURN_ERROR(expect_one(Operator::kName, node));
  TensorType type = node.input(0);
  ET_ENGINE_CHECK(type.rank() == 4, "operand %s, expected 4 dimensions",
                  to_string(type).c_str());
  int64_t square = 0;
  ET_ENGINE_CHECK(
      op.factor > 0 && !mul_overflows(op.factor, op.factor, &square),
      "factor %" PRId64, op.factor);
  ET_ENGINE_CHECK(type.sizes[1] % square == 0,
                  "%" PRId64 " channels, expected a multiple of %" PRId64,
                  type.sizes[1], square);
  type.sizes[1] /= square;
  ET_ENGINE_CHECK(!mul_overflows(type.sizes[2], op.factor, &type.sizes[2]) &&
                      !mul_overflows(type.sizes[3], op.factor, &type.sizes[3]),
                  "the size of the result overflows");
  node.outputs = {type};
  return Error::Ok;
}

}  // namespace executorch::backends::engine
