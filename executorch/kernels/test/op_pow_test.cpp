#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class PowTest : public KernelTest {};

TEST_F(PowTest, SpecialAndGeneralExponents) {
  const std::vector<double> base = {0.5, 2, 3};
  for (const ScalarType dtype : floating_dtypes()) {
    for (const double exponent : {2.0, 3.0, 0.5, -0.5, -1.0, -2.0, 1.7, 0.0}) {
      std::vector<double> expected;
      for (const double x : base) {
        expected.push_back(std::pow(x, exponent));
      }
      TestTensor out(dtype, {3});
      pow_tensor_scalar_out(ctx_, TestTensor(dtype, {3}, base), exponent, out);
      expect_ok();
      expect_values(out, expected, rounding(dtype));
    }
  }
}

TEST_F(PowTest, IntegersAreExact) {
  TestTensor out(ScalarType::Long, {3});
  pow_tensor_scalar_out(ctx_, TestTensor(ScalarType::Long, {3}, {3, -2, 0}), 5,
                        out);
  expect_ok();
  expect_values(out, {243, -32, 0});
}

TEST_F(PowTest, RefusesNegativePowersOfIntegers) {
  TestTensor out(ScalarType::Long, {1});
  pow_tensor_scalar_out(ctx_, TestTensor(ScalarType::Long, {1}, {3}), -1, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
