#include <executorch/kernels/test/kernel_test.h>

#include <numeric>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class CreationTest : public KernelTest {};

TEST_F(CreationTest, Arange) {
  TestTensor out(ScalarType::Long, {5});
  arange_out(ctx_, 5, out);
  expect_values(out, {0, 1, 2, 3, 4});
  arange_start_out(ctx_, 7, 0, -3, out);
  expect_sizes(out, {3});
  expect_values(out, {7, 4, 1});
  TestTensor real(ScalarType::Half, {4});
  arange_start_out(ctx_, 0.5, 2.1, 0.5, real);
  expect_values(real, {0.5, 1, 1.5, 2});
  expect_ok();
  arange_start_out(ctx_, 0, 5, 0, out);
  expect_refused();
  arange_start_out(ctx_, 0, 5, -1, out);
  expect_refused();
  arange_start_out(ctx_, 0.0, kInf, 1.0, real);
  expect_refused();
  arange_start_out(ctx_, INT64_MIN, INT64_MAX, INT64_MIN, out);
  expect_refused();
}

TEST_F(CreationTest, FilledTensors) {
  TestTensor out(ScalarType::Float, {2, 2});
  ones_out(ctx_, Ints{2, 2}, out);
  expect_values(out, {1, 1, 1, 1});
  zeros_out(ctx_, Ints{2, 1}, out);
  expect_sizes(out, {2, 1});
  expect_values(out, {0, 0});
  empty_out(ctx_, Ints{1, 2}, std::nullopt, out);
  expect_sizes(out, {1, 2});
  fill_scalar_out(ctx_, out, 2.5, out);
  expect_values(out, {2.5, 2.5});
  fill_tensor_out(ctx_, out, TestTensor(ScalarType::Int, {}, {7}), out);
  expect_values(out, {7, 7});
  TestTensor scalar(ScalarType::Double, {});
  scalar_tensor_out(ctx_, 3, scalar);
  expect_values(scalar, {3});
  _empty_dim_order_out(ctx_, Ints{1, 2}, Ints{0, 1}, out);
  expect_ok();
  _empty_dim_order_out(ctx_, Ints{1, 2}, Ints{1, 0}, out);
  expect_refused();
  fill_tensor_out(ctx_, out, TestTensor(ScalarType::Int, {2}), out);
  expect_refused();
  ones_out(ctx_, Ints{3, 3}, out);
  expect_refused();
}

TEST_F(CreationTest, CopiesOfATensor) {
  const TestTensor x(ScalarType::Short, {2, 2}, {1, 2, 3, 4}, {1, 0});
  for (const auto kernel :
       {alias_copy_out, detach_copy_out, lift_fresh_copy_out}) {
    TestTensor out(ScalarType::Short, {2, 2});
    kernel(ctx_, x, out);
    expect_ok();
    expect_values(out, {1, 2, 3, 4});
    TestTensor other(ScalarType::Int, {2, 2});
    kernel(ctx_, x, other);
    expect_refused();
  }
}

TEST_F(CreationTest, RandomNumbers) {
  constexpr int32_t kCount = 4000;
  for (const ScalarType dtype : floating_dtypes()) {
    TestTensor uniform(dtype, {kCount});
    rand_out(ctx_, Ints{kCount}, uniform);
    double sum = 0;
    for (const double value : uniform.values()) {
      EXPECT_GE(value, 0);
      EXPECT_LT(value, 1);
      sum += value;
    }
    EXPECT_NEAR(sum / kCount, 0.5, 0.05);
    TestTensor normal(dtype, {kCount});
    randn_out(ctx_, Ints{kCount}, normal);
    const std::vector<double> values = normal.values();
    EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0) / kCount, 0,
                0.1);
    EXPECT_NE(values, uniform.values());
  }
  expect_ok();
  TestTensor ints(ScalarType::Int, {1});
  rand_out(ctx_, Ints{1}, ints);
  expect_refused();
}

TEST_F(CreationTest, Dropout) {
  const TestTensor x(ScalarType::Float, {1000}, small_values(1000));
  TestTensor out(ScalarType::Float, {1000});
  TestTensor mask(ScalarType::Bool, {1000});
  native_dropout_out(ctx_, x, 0.25, true, out, mask);
  expect_ok();
  const std::vector<double> kept = mask.values();
  EXPECT_NEAR(std::accumulate(kept.begin(), kept.end(), 0.0), 750, 80);
  std::vector<double> expected = x.values();
  for (size_t i = 0; i < expected.size(); ++i) {
    expected[i] = kept[i] != 0 ? expected[i] / 0.75 : 0;
  }
  expect_values(out, expected, 1e-6);
  native_dropout_out(ctx_, x, 0.25, false, out, mask);
  expect_values(out, x.values());
  native_dropout_out(ctx_, x, 1.5, true, out, mask);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
