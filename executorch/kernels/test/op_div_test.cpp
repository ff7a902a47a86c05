#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class DivTest : public KernelTest {};

TEST_F(DivTest, RealNumbersAndZero) {
  for (const ScalarType dtype : floating_dtypes()) {
    TestTensor out(dtype, {4});
    div_out(ctx_, TestTensor(dtype, {4}, {1, -1, 0, 3}),
            TestTensor(dtype, {4}, {0, 0, 0, 2}), out);
    expect_ok();
    expect_values(out, {kInf, -kInf, kNan, 1.5});
  }
}

TEST_F(DivTest, IntegersGiveReals) {
  TestTensor out(ScalarType::Float, {2});
  div_out(ctx_, TestTensor(ScalarType::Int, {2}, {1, 3}),
          TestTensor(ScalarType::Int, {2}, {4, 2}), out);
  expect_ok();
  expect_values(out, {0.25, 1.5});
  div_scalar_out(ctx_, TestTensor(ScalarType::Long, {2}, {1, 3}), 2, out);
  expect_ok();
  expect_values(out, {0.5, 1.5});
}

TEST_F(DivTest, RefusesAnIntegerResult) {
  TestTensor out(ScalarType::Int, {1});
  div_out(ctx_, TestTensor(ScalarType::Int, {1}, {1}),
          TestTensor(ScalarType::Int, {1}, {1}), out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
