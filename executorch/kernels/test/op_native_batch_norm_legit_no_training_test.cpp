#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class BatchNormTest : public KernelTest {};

TEST_F(BatchNormTest, EveryDtypeAndDimOrder) {
  for (const ScalarType dtype : floating_dtypes()) {
    for (const std::vector<uint8_t>& order :
         {std::vector<uint8_t>{0, 1, 2, 3}, std::vector<uint8_t>{0, 2, 3, 1}}) {
      const TestTensor x(dtype, {1, 2, 1, 2}, {1, 2, 3, 4}, order);
      const TestTensor weight(dtype, {2}, {2, 1});
      const TestTensor bias(dtype, {2}, {1, 0});
      const TestTensor mean(dtype, {2}, {1, 2});
      const TestTensor var(dtype, {2}, {4, 0.25});
      TestTensor out(dtype, {1, 2, 1, 2}, {}, order);
      TestTensor save_mean(dtype, {0});
      TestTensor save_invstd(dtype, {0});
      _native_batch_norm_legit_no_training_out(ctx_, x, *weight, *bias, mean,
                                               var, 0.1, 0, out, save_mean,
                                               save_invstd);
      expect_ok();
      expect_values(out, {1, 2, 2, 4});
      _native_batch_norm_legit_no_training_out(ctx_, x, std::nullopt,
                                               std::nullopt, mean, var, 0.1, 0,
                                               out, save_mean, save_invstd);
      expect_values(out, {0, 0.5, 2, 4});
    }
  }
}

TEST_F(BatchNormTest, RefusesAnotherNumberOfChannels) {
  TestTensor out(ScalarType::Float, {1, 2, 3});
  TestTensor none(ScalarType::Float, {0});
  TestTensor also_none(ScalarType::Float, {0});
  _native_batch_norm_legit_no_training_out(
      ctx_, TestTensor(ScalarType::Float, {1, 2, 3}), std::nullopt,
      std::nullopt, TestTensor(ScalarType::Float, {3}),
      TestTensor(ScalarType::Float, {2}), 0.1, 1e-5, out, none, also_none);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
