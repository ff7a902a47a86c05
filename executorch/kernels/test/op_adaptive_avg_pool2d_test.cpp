#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class AdaptiveAvgPoolTest : public KernelTest {};

TEST_F(AdaptiveAvgPoolTest, OverlappingWindows) {
  for (const ScalarType dtype : floating_dtypes()) {
    TestTensor out(dtype, {1, 1, 1, 2});
    _adaptive_avg_pool2d_out(
        ctx_, TestTensor(dtype, {1, 1, 2, 3}, {1, 2, 3, 4, 5, 6}), Ints{1, 2},
        out);
    expect_ok();
    expect_values(out, {3, 4});
  }
}

TEST_F(AdaptiveAvgPoolTest, EnlargesAndRefusesNegativeSizes) {
  TestTensor out(ScalarType::Float, {1, 1, 4});
  _adaptive_avg_pool2d_out(
      ctx_, TestTensor(ScalarType::Float, {1, 1, 2}, {1, 3}), Ints{1, 4}, out);
  expect_ok();
  expect_values(out, {1, 1, 3, 3});
  _adaptive_avg_pool2d_out(ctx_, TestTensor(ScalarType::Float, {1, 1, 2}),
                           Ints{-1, 4}, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
