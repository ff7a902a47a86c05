#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class EqTest : public KernelTest {};

TEST_F(EqTest, EveryDtype) {
  for (const ScalarType dtype : real_dtypes()) {
    TestTensor out(ScalarType::Bool, {3});
    eq_scalar_out(ctx_, TestTensor(dtype, {3}, {1, 2, 3}), 2, out);
    expect_ok();
    expect_values(out, {0, 1, 0});
  }
}

TEST_F(EqTest, NanAndRealScalarAgainstIntegers) {
  TestTensor out(ScalarType::Bool, {2});
  eq_scalar_out(ctx_, TestTensor(ScalarType::Float, {2}, {kNan, 1}), kNan, out);
  expect_ok();
  expect_values(out, {0, 0});
  eq_scalar_out(ctx_, TestTensor(ScalarType::Int, {2}, {2, 2}), 2.5, out);
  expect_ok();
  expect_values(out, {0, 0});
}

}  // namespace
}  // namespace executorch::kernels::test
