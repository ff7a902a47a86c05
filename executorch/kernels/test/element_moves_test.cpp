#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

using Order = std::vector<uint8_t>;

struct Move {
  const char* name;
  std::vector<int32_t> sizes;      ///< of the result
  std::vector<double> values;      ///< of the result
  std::function<void(KernelRuntimeContext&, const Tensor&, Tensor&)> run;
};

/// Kernels that only move the elements of [[0, 1, 2], [3, 4, 5]].
class MoveTest : public testing::TestWithParam<Move> {};

TEST_P(MoveTest, EveryDtypeAndDimOrder) {
  for (const ScalarType dtype : real_dtypes()) {
    for (const Order& order : {Order{0, 1}, Order{1, 0}}) {
      KernelRuntimeContext ctx;
      const TestTensor x(dtype, {2, 3}, {0, 1, 2, 3, 4, 5}, order);
      TestTensor out(dtype, GetParam().sizes);
      GetParam().run(ctx, x, out);
      ASSERT_EQ(ctx.failure_state(), Error::Ok);
      expect_values(out, GetParam().values);
      TestTensor other(dtype == ScalarType::Int ? ScalarType::Long
                                                : ScalarType::Int,
                       GetParam().sizes);
      GetParam().run(ctx, x, other);
      EXPECT_NE(ctx.failure_state(), Error::Ok);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, MoveTest,
    testing::Values(
        Move{"flip", {2, 3}, {5, 4, 3, 2, 1, 0},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               flip_out(ctx, x, Ints{0, -1}, out);
             }},
        Move{"roll", {2, 3}, {5, 3, 4, 2, 0, 1},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               roll_out(ctx, x, Ints{1, -2}, Ints{0, 1}, out);
             }},
        Move{"repeat", {2, 2, 6}, {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5,
                                   0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               repeat_out(ctx, x, Ints{2, 1, 2}, out);
             }},
        Move{"transpose", {3, 2}, {0, 3, 1, 4, 2, 5},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               transpose_copy_int_out(ctx, x, 0, -1, out);
             }},
        Move{"t", {3, 2}, {0, 3, 1, 4, 2, 5},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               t_copy_out(ctx, x, out);
             }},
        Move{"narrow", {2, 2}, {1, 2, 4, 5},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               narrow_copy_out(ctx, x, 1, -2, 2, out);
             }},
        Move{"diagonal", {2}, {1, 5},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               diagonal_copy_out(ctx, x, 1, 0, 1, out);
             }},
        Move{"unfold", {2, 2, 2}, {0, 1, 1, 2, 3, 4, 4, 5},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               unfold_copy_out(ctx, x, 1, 2, 1, out);
             }},
        Move{"tril", {2, 3}, {0, 0, 0, 3, 4, 0},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               tril_out(ctx, x, 0, out);
             }},
        Move{"triu", {2, 3}, {0, 1, 2, 0, 4, 5},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               triu_out(ctx, x, 0, out);
             }},
        Move{"constant_pad", {2, 4}, {1, 2, 7, 7, 4, 5, 7, 7},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               constant_pad_nd_out(ctx, x, Ints{-1, 2}, Scalar(7), out);
             }},
        Move{"reflection_pad", {2, 6}, {2, 1, 0, 1, 2, 1, 5, 4, 3, 4, 5, 4},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               reflection_pad1d_out(ctx, x, Ints{2, 1}, out);
             }},
        Move{"replication_pad", {2, 5}, {0, 0, 0, 1, 2, 3, 3, 3, 4, 5},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               replication_pad1d_out(ctx, x, Ints{2, 0}, out);
             }},
        Move{"index_select", {2, 2}, {2, 0, 5, 3},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               index_select_out(
                   ctx, x, 1, TestTensor(ScalarType::Long, {2}, {2, 0}), out);
             }},
        Move{"gather", {1, 3}, {3, 1, 5},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               gather_out(ctx, x, 0,
                          TestTensor(ScalarType::Long, {1, 3}, {1, 0, 1}),
                          false, out);
             }},
        Move{"masked_select", {3}, {0, 2, 5},
             [](auto& ctx, const Tensor& x, Tensor& out) {
               masked_select_out(ctx, x,
                                 TestTensor(ScalarType::Bool, {2, 3},
                                            {1, 0, 1, 0, 0, 1}),
                                 out);
             }}),
    [](const auto& test) { return std::string(test.param.name); });

class MovesTest : public KernelTest {
 protected:
  const TestTensor x_{ScalarType::Float, {2, 3}, {0, 1, 2, 3, 4, 5}};
  TestTensor out_{ScalarType::Float, {2, 3}};
};

TEST_F(MovesTest, AsStridedStaysInside) {
  TestTensor out(ScalarType::Float, {2, 2});
  as_strided_copy_out(ctx_, x_, Ints{2, 2}, Ints{1, 2}, 1, out);
  expect_values(out, {1, 3, 2, 4});
  as_strided_copy_out(ctx_, x_, Ints{2, 2}, Ints{3, 2}, 1, out);
  expect_refused();
  as_strided_copy_out(ctx_, x_, Ints{2, 2}, Ints{-1, 2}, 3, out);
  expect_refused();
}

TEST_F(MovesTest, EmptyAndScalarTensors) {
  TestTensor empty(ScalarType::Float, {0, 3});
  flip_out(ctx_, TestTensor(ScalarType::Float, {0, 3}), Ints{0}, empty);
  expect_ok();
  roll_out(ctx_, TestTensor(ScalarType::Float, {0, 3}), Ints{5}, Ints{0},
           empty);
  expect_ok();
  TestTensor scalar(ScalarType::Float, {});
  flip_out(ctx_, TestTensor(ScalarType::Float, {}, {2}), Ints{0}, scalar);
  expect_values(scalar, {2});
  transpose_copy_int_out(ctx_, TestTensor(ScalarType::Float, {}, {3}), 0, -1,
                         scalar);
  expect_values(scalar, {3});
}

TEST_F(MovesTest, RefusedArguments) {
  flip_out(ctx_, x_, Ints{0, -2}, out_);
  expect_refused();
  roll_out(ctx_, x_, Ints{1, 1}, Ints{0}, out_);
  expect_refused();
  TestTensor wide(ScalarType::Float, {2, 9});
  reflection_pad1d_out(ctx_, x_, Ints{3, 3}, wide);
  expect_refused();
  index_select_out(ctx_, x_, 1, TestTensor(ScalarType::Long, {3}, {0, 1, 3}),
                   out_);
  expect_refused();
  gather_out(ctx_, x_, 1, TestTensor(ScalarType::Long, {2, 3}, {0, 1, 2, 0, -1, 0}),
             false, out_);
  expect_refused();
}

TEST_F(MovesTest, ScattersAndCombines) {
  const TestTensor index(ScalarType::Long, {2, 3}, {0, 0, 2, 1, 2, 2});
  const TestTensor src(ScalarType::Float, {2, 3}, {10, 20, 30, 40, 50, 60});
  scatter_src_out(ctx_, x_, 1, index, src, out_);
  expect_values(out_, {20, 1, 30, 3, 40, 60});
  scatter_value_out(ctx_, x_, 1, index, Scalar(7), out_);
  expect_values(out_, {7, 1, 7, 3, 7, 7});
  scatter_add_out(ctx_, x_, 1, index, src, out_);
  expect_values(out_, {30, 1, 32, 3, 44, 115});
  scatter_reduce_two_out(ctx_, x_, 1, index, src, "amax", false, out_);
  expect_values(out_, {20, 1, 30, 3, 40, 60});
  scatter_reduce_two_out(ctx_, x_, 1, index, src, "prod", true, out_);
  expect_values(out_, {0, 1, 60, 3, 160, 15000});
  expect_ok();
  scatter_reduce_two_out(ctx_, x_, 1, index, src, "median", true, out_);
  expect_refused();
}

TEST_F(MovesTest, MeansNeedTemporaryMemory) {
  alignas(16) uint8_t memory[256];
  runtime::MemoryAllocator allocator(sizeof(memory), memory);
  KernelRuntimeContext ctx(nullptr, &allocator);
  const TestTensor index(ScalarType::Long, {1, 3}, {0, 0, 1});
  const TestTensor src(ScalarType::Int, {1, 3}, {4, 5, -3});
  TestTensor out(ScalarType::Int, {1, 2});
  scatter_reduce_two_out(ctx, TestTensor(ScalarType::Int, {1, 2}, {1, 0}), 1,
                         index, src, "mean", true, out);
  EXPECT_EQ(ctx.failure_state(), Error::Ok);
  expect_values(out, {3, -2});
}

TEST_F(MovesTest, PlacesThatAreNotZero) {
  TestTensor places(ScalarType::Long, {5, 2});
  nonzero_out(ctx_, x_, places);
  expect_ok();
  expect_values(places, {0, 1, 0, 2, 1, 0, 1, 1, 1, 2});
  TestTensor scalar(ScalarType::Long, {1, 0});
  nonzero_out(ctx_, TestTensor(ScalarType::Float, {}, {kNan}), scalar);
  expect_ok();
  masked_scatter_out(ctx_, x_, TestTensor(ScalarType::Bool, {3}, {1, 0, 1}),
                     TestTensor(ScalarType::Float, {4}, {9, 8, 7, 6}), out_);
  expect_values(out_, {9, 1, 8, 7, 4, 6});
  masked_scatter_out(ctx_, x_, TestTensor(ScalarType::Bool, {3}, {1, 0, 1}),
                     TestTensor(ScalarType::Float, {3}, {9, 8, 7}), out_);
  expect_refused();
}

TEST_F(MovesTest, RepeatsPositions) {
  TestTensor out(ScalarType::Long, {4});
  repeat_interleave_tensor_out(
      ctx_, TestTensor(ScalarType::Long, {3}, {1, 0, 3}), std::nullopt, out);
  expect_values(out, {0, 2, 2, 2});
  repeat_interleave_tensor_out(ctx_, TestTensor(ScalarType::Long, {1}, {-1}),
                               std::nullopt, out);
  expect_refused();
}

TEST_F(MovesTest, WritesDiagonals) {
  diagonal_scatter_out(ctx_, x_, TestTensor(ScalarType::Float, {2}, {8, 9}), 0,
                       0, 1, out_);
  expect_values(out_, {8, 1, 2, 3, 9, 5});
}

TEST_F(MovesTest, StacksAndConverts) {
  const Tensor parts[] = {*x_, *x_};
  TestTensor out(ScalarType::Double, {2, 3, 2});
  stack_out(ctx_, {parts, 2}, -1, out);
  expect_values(out, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5});
}

TEST_F(MovesTest, ListsOfResults) {
  TestTensor first(ScalarType::Float, {2, 2});
  TestTensor second(ScalarType::Float, {2, 1});
  const Tensor parts[] = {*first, *second};
  split_copy_tensor_out(ctx_, x_, 2, 1, {parts, 2});
  expect_values(first, {0, 1, 3, 4});
  expect_values(second, {2, 5});
  split_with_sizes_copy_out(ctx_, x_, Ints{2, 1}, -1, {parts, 2});
  expect_ok();
  split_with_sizes_copy_out(ctx_, x_, Ints{2, 2}, -1, {parts, 2});
  expect_refused();
  split_copy_tensor_out(ctx_, x_, 1, 1, {parts, 2});
  expect_refused();
  TestTensor row(ScalarType::Float, {3});
  TestTensor other(ScalarType::Float, {3});
  const Tensor rows[] = {*row, *other};
  unbind_copy_int_out(ctx_, x_, 0, {rows, 2});
  expect_values(other, {3, 4, 5});
  unbind_copy_int_out(ctx_, x_, 1, {rows, 2});
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
