#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class GeluTest : public KernelTest {};

TEST_F(GeluTest, BothForms) {
  const std::vector<double> x = random_values(67);
  std::vector<double> exact;
  std::vector<double> approximate;
  for (const double v : x) {
    exact.push_back(0.5 * v * (1 + std::erf(v / std::sqrt(2.0))));
    approximate.push_back(
        0.5 * v *
        (1 + std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v))));
  }
  for (const ScalarType dtype : floating_dtypes()) {
    TestTensor out(dtype, {67});
    gelu_out(ctx_, TestTensor(dtype, {67}, x), "none", out);
    expect_values(out, exact, rounding(dtype));
    gelu_out(ctx_, TestTensor(dtype, {67}, x), "tanh", out);
    expect_values(out, approximate, rounding(dtype));
    expect_ok();
  }
}

TEST_F(GeluTest, Refuses) {
  TestTensor out(ScalarType::Float, {1});
  gelu_out(ctx_, TestTensor(ScalarType::Float, {1}), "sigmoid", out);
  expect_refused();
  TestTensor ints(ScalarType::Int, {1});
  gelu_out(ctx_, TestTensor(ScalarType::Int, {1}), "none", ints);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
