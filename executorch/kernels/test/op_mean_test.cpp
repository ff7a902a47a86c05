#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class MeanTest : public KernelTest {};

TEST_F(MeanTest, SpatialMeanInAnyDimOrder) {
  const Ints dims = {-1, -2};
  for (const std::vector<uint8_t>& order :
       {std::vector<uint8_t>{0, 1, 2, 3}, std::vector<uint8_t>{0, 2, 3, 1}}) {
    for (const ScalarType dtype : floating_dtypes()) {
      const TestTensor x(dtype, {1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}, order);
      TestTensor out(dtype, {1, 2, 1, 1});
      mean_dim_out(ctx_, x, dims, true, std::nullopt, out);
      expect_ok();
      expect_values(out, {2.5, 6.5});
    }
  }
}

TEST_F(MeanTest, EmptyIsNan) {
  TestTensor out(ScalarType::Float, {});
  mean_dim_out(ctx_, TestTensor(ScalarType::Float, {0}), std::nullopt, false,
               std::nullopt, out);
  expect_ok();
  expect_values(out, {kNan});
}

TEST_F(MeanTest, IntegersNeedADtype) {
  TestTensor out(ScalarType::Float, {});
  const TestTensor x(ScalarType::Int, {2}, {1, 2});
  mean_dim_out(ctx_, x, std::nullopt, false, std::nullopt, out);
  expect_refused();
  mean_dim_out(ctx_, x, std::nullopt, false, ScalarType::Float, out);
  expect_ok();
  expect_values(out, {1.5});
}

}  // namespace
}  // namespace executorch::kernels::test
