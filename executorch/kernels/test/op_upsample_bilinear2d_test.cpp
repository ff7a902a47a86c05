#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class UpsampleBilinearTest : public KernelTest {
 protected:
  const TestTensor x_{ScalarType::Float, {1, 1, 1, 2}, {0, 4}};
};

TEST_F(UpsampleBilinearTest, BothAlignments) {
  const Ints size = {1, 4};
  TestTensor out(ScalarType::Float, {1, 1, 1, 4});
  upsample_bilinear2d_vec_out(ctx_, x_, size, false, std::nullopt, out);
  expect_values(out, {0, 1, 3, 4});
  upsample_bilinear2d_vec_out(ctx_, x_, size, true, std::nullopt, out);
  expect_values(out, {0, 4.0 / 3, 8.0 / 3, 4}, 1e-6);
  expect_ok();
}

TEST_F(UpsampleBilinearTest, ScaleFactors) {
  const std::vector<double> scales = {2, 1.5};
  TestTensor out(ScalarType::Float, {1, 1, 2, 3});
  upsample_bilinear2d_vec_out(
      ctx_, x_, std::nullopt, false,
      aten::ArrayRef<double>(scales.data(), scales.size()), out);
  expect_ok();
  expect_values(out, {0, 2, 4, 0, 2, 4}, 1e-6);
}

TEST_F(UpsampleBilinearTest, Refuses) {
  TestTensor out(ScalarType::Float, {1, 1, 1, 4});
  upsample_bilinear2d_vec_out(ctx_, x_, std::nullopt, false, std::nullopt, out);
  expect_refused();
  const Ints size = {0, 4};
  upsample_bilinear2d_vec_out(ctx_, x_, size, false, std::nullopt, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
