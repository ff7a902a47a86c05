#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class LayerNormTest : public KernelTest {};

TEST_F(LayerNormTest, RowsWithAndWithoutParameters) {
  for (const ScalarType dtype : floating_dtypes()) {
    for (const int32_t n : {1, 5, 300}) {
      const auto count = static_cast<size_t>(2 * n);
      const TestTensor x(dtype, {2, n}, random_values(count));
      const TestTensor weight(dtype, {n}, random_values(count / 2, 2));
      const TestTensor bias(dtype, {n}, random_values(count / 2, 3));
      const std::vector<double> values = x.values();
      std::vector<double> plain(count);
      std::vector<double> scaled(count);
      std::vector<double> means;
      for (size_t row = 0; row < 2; ++row) {
        const double* from = values.data() + row * count / 2;
        double mean = 0;
        double variance = 0;
        for (size_t i = 0; i < count / 2; ++i) {
          mean += from[i] / n;
        }
        for (size_t i = 0; i < count / 2; ++i) {
          variance += (from[i] - mean) * (from[i] - mean) / n;
        }
        means.push_back(mean);
        for (size_t i = 0; i < count / 2; ++i) {
          const size_t at = row * count / 2 + i;
          plain[at] = (from[i] - mean) / std::sqrt(variance + 1e-5);
          scaled[at] = plain[at] * weight.values()[i] + bias.values()[i];
        }
      }
      TestTensor out(dtype, {2, n});
      TestTensor mean(dtype, {2, 1});
      TestTensor rstd(dtype, {2, 1});
      const Ints shape = {n};
      native_layer_norm_out(ctx_, x, shape, std::nullopt, std::nullopt, 1e-5,
                            out, mean, rstd);
      expect_values(out, plain, 2 * rounding(dtype));
      expect_values(mean, means, rounding(dtype));
      native_layer_norm_out(ctx_, x, shape, *weight, *bias, 1e-5, out, mean,
                            rstd);
      expect_values(out, scaled, 2 * rounding(dtype));
      expect_ok();
    }
  }
}

TEST_F(LayerNormTest, RefusesAnotherShape) {
  TestTensor out(ScalarType::Float, {2, 3});
  TestTensor mean(ScalarType::Float, {2, 1});
  TestTensor rstd(ScalarType::Float, {2, 1});
  native_layer_norm_out(ctx_, TestTensor(ScalarType::Float, {2, 3}), Ints{2},
                        std::nullopt, std::nullopt, 1e-5, out, mean, rstd);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
