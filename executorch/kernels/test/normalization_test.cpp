#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class NormalizationTest : public KernelTest {
 protected:
  /// 0, 1, 4, 9, ...
  static std::vector<double> squares(int n) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) {
      values.push_back(i * i);
    }
    return values;
  }

  static constexpr ScalarType kDouble = ScalarType::Double;
};

TEST_F(NormalizationTest, Groups) {
  const TestTensor x(kDouble, {2, 4, 2}, squares(16));
  const TestTensor weight(kDouble, {4}, {1, 2, 3, 4});
  const TestTensor bias(kDouble, {4}, {0, 1, 0, 1});
  TestTensor out(kDouble, {2, 4, 2});
  TestTensor mean(kDouble, {2, 2});
  TestTensor rstd(kDouble, {2, 2});
  native_group_norm_out(ctx_, x, *weight, *bias, 2, 4, 2, 2, 1e-5, out, mean,
                        rstd);
  expect_ok();
  expect_values(out,
                {-0.9999995918369845, -0.7142854227407032, 1.2857141690962812,
                 4.142855860059094, -3.7685500541380472, -1.5803597001224068,
                 2.4587935693437606, 6.673086103003513, -1.293133614777429,
                 -0.493741925642291, 1.7993916891351383, 3.774359391704303,
                 -3.9233893778906936, -1.4402315437826592, 2.6554385560720233,
                 6.496056006159116},
                1e-9);
  expect_values(mean, {3.5, 31.5, 91.5, 183.5}, 1e-9);
  expect_values(rstd,
                {0.2857141690962813, 0.08104408718576446, 0.04702304053736106,
                 0.03310877112144046},
                1e-9);
  native_group_norm_out(ctx_, x, *weight, *bias, 2, 4, 2, 3, 1e-5, out, mean,
                        rstd);
  expect_refused();
}

TEST_F(NormalizationTest, BatchesInTraining) {
  for (const std::vector<uint8_t>& order :
       {std::vector<uint8_t>{0, 1, 2}, std::vector<uint8_t>{0, 2, 1}}) {
    const TestTensor x(kDouble, {2, 2, 2}, squares(8), order);
    const TestTensor weight(kDouble, {2}, {1, 2});
    TestTensor running_mean(kDouble, {2}, {1, 2});
    TestTensor running_var(kDouble, {2}, {1, 4});
    TestTensor out(kDouble, {2, 2, 2});
    TestTensor mean(kDouble, {2});
    TestTensor invstd(kDouble, {2});
    _native_batch_norm_legit_out(ctx_, x, *weight, std::nullopt, running_mean,
                                 running_var, true, 0.25, 1e-5, out, mean,
                                 invstd);
    expect_ok();
    expect_values(out,
                  {-0.9999999546485292, -0.9047618637296216,
                   -2.1970416392883685, -1.6611778248277909, 0.5238095000539915,
                   1.3809523183241594, 1.2324867732593283, 2.62573269085683},
                  1e-9);
    expect_values(mean, {10.5, 24.5}, 1e-9);
    expect_values(invstd, {0.09523809091890754, 0.05358638144605776}, 1e-9);
    expect_values(running_mean, {3.375, 7.625}, 1e-9);
    expect_values(running_var, {37.5, 119.08333333333333}, 1e-9);
    _native_batch_norm_legit_no_stats_out(ctx_, x, std::nullopt, std::nullopt,
                                          false, 0.25, 1e-5, out, mean, invstd);
    expect_refused();
  }
}

TEST_F(NormalizationTest, DistancesOfRows) {
  const TestTensor a(kDouble, {1, 2, 2}, {0, 1, 3, 5});
  const TestTensor b(kDouble, {2, 1, 2}, {0, 0, 1, 1});
  const TestTensor rows(kDouble, {3, 2}, {0, 0, 3, 4, 3, kNan});
  const std::vector<std::pair<double, std::vector<double>>> cases = {
      {0, {1, 2, 1, 2}},
      {1, {1, 8, 1, 6}},
      {2, {1, 5.830951894845301, 1, 4.47213595499958}},
      {3, {1, 5.336803297443889, 1, 4.160167646103808}},
      {kInf, {1, 5, 1, 4}}};
  TestTensor out(kDouble, {2, 2, 1});
  for (const auto& [p, expected] : cases) {
    _cdist_forward_out(ctx_, a, b, p, std::nullopt, out);
    expect_ok();
    expect_values(out, expected, 1e-12);
  }
  TestTensor pairs(kDouble, {3});
  _pdist_forward_out(ctx_, rows, 2, pairs);
  expect_ok();
  expect_values(pairs, {5, kNan, kNan});
  _pdist_forward_out(ctx_, rows, kInf, pairs);
  expect_values(pairs, {4, kNan, kNan});
  _pdist_forward_out(ctx_, rows, -1, pairs);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
