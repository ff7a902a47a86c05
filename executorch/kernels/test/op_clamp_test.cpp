#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class ClampTest : public KernelTest {};

TEST_F(ClampTest, EitherBoundMayBeAbsent) {
  for (const ScalarType dtype : real_dtypes()) {
    TestTensor out(dtype, {4});
    const TestTensor x(dtype, {4}, {1, 2, 3, 4});
    clamp_out(ctx_, x, Scalar(2), Scalar(3), out);
    expect_ok();
    expect_values(out, {2, 2, 3, 3});
    clamp_out(ctx_, x, std::nullopt, Scalar(3), out);
    expect_values(out, {1, 2, 3, 3});
    clamp_out(ctx_, x, Scalar(2), std::nullopt, out);
    expect_values(out, {2, 2, 3, 4});
  }
}

TEST_F(ClampTest, NanInValueOrBound) {
  TestTensor out(ScalarType::Float, {2});
  const TestTensor x(ScalarType::Float, {2}, {kNan, 1});
  clamp_out(ctx_, x, Scalar(0.0), Scalar(0.5), out);
  expect_ok();
  expect_values(out, {kNan, 0.5});
  clamp_out(ctx_, x, Scalar(kNan), std::nullopt, out);
  expect_ok();
  expect_values(out, {kNan, kNan});
}

TEST_F(ClampTest, MinimumAboveMaximumGivesMaximum) {
  TestTensor out(ScalarType::Float, {1});
  clamp_out(ctx_, TestTensor(ScalarType::Float, {1}, {0}), Scalar(3.0),
            Scalar(1.0), out);
  expect_values(out, {1});
}

TEST_F(ClampTest, RefusesNoBounds) {
  TestTensor out(ScalarType::Float, {1});
  clamp_out(ctx_, TestTensor(ScalarType::Float, {1}), std::nullopt,
            std::nullopt, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
