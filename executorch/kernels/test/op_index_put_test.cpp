#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

using OptionalTensor = std::optional<Tensor>;

class IndexPutTest : public TempKernelTest {};

TEST_F(IndexPutTest, ReplacesAndBroadcastsValues) {
  const TestTensor x(ScalarType::Float, {3, 2}, small_values(6, 6));
  TestTensor at(ScalarType::Long, {2}, {2, -3});
  const OptionalTensor indices[] = {*at};
  TestTensor out(ScalarType::Float, {3, 2});
  index_put_out(ctx_, x, indices, TestTensor(ScalarType::Float, {2}, {8, 9}),
                false, out);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_values(out, {8, 9, 2, 3, 8, 9});
}

TEST_F(IndexPutTest, AccumulatesRepeatedPositions) {
  for (const ScalarType dtype : real_dtypes()) {
    TestTensor x(dtype, {3}, {1, 1, 1});
    TestTensor at(ScalarType::Long, {3}, {0, 2, 0});
    const OptionalTensor indices[] = {*at};
    index_put_out(ctx_, x, indices, TestTensor(dtype, {3}, {1, 2, 3}), true, x);
    EXPECT_EQ(ctx_.failure_state(), Error::Ok);
    expect_values(x, {5, 1, 3});
  }
}

TEST_F(IndexPutTest, MaskWithOneValue) {
  TestTensor x(ScalarType::Float, {2, 2}, {1, 2, 3, 4});
  TestTensor mask(ScalarType::Bool, {2, 2}, {1, 0, 0, 1});
  const OptionalTensor indices[] = {*mask};
  index_put_out(ctx_, x, indices, TestTensor(ScalarType::Float, {}, {0}), false,
                x);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_values(x, {0, 2, 3, 0});
}

TEST_F(IndexPutTest, Refuses) {
  TestTensor x(ScalarType::Float, {2});
  TestTensor at(ScalarType::Long, {1}, {5});
  const OptionalTensor far[] = {*at};
  index_put_out(ctx_, x, far, TestTensor(ScalarType::Float, {1}), false, x);
  EXPECT_NE(ctx_.failure_state(), Error::Ok);
  ctx_.fail(Error::Ok);
  TestTensor near(ScalarType::Long, {1}, {1});
  const OptionalTensor indices[] = {*near};
  index_put_out(ctx_, x, indices, TestTensor(ScalarType::Float, {2}), false, x);
  EXPECT_NE(ctx_.failure_state(), Error::Ok);
}

}  // namespace
}  // namespace executorch::kernels::test
