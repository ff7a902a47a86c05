#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

struct FloatUnary {
  const char* name;
  Tensor& (*kernel)(KernelRuntimeContext&, const Tensor&, Tensor&);
  double (*reference)(double);
};

class FloatUnaryTest : public testing::TestWithParam<FloatUnary> {
 protected:
  /// Values of every magnitude, the special ones and a remainder.
  std::vector<double> inputs() const {
    std::vector<double> values = {0,    -0.0,  1,     -1,   0.5,  100,
                                  -100, 88,    -88,   1e-3, kInf, -kInf,
                                  kNan, 1e-30, 0.624, 0.626};
    for (const double value : random_values(601)) {
      values.push_back(20 * value);
    }
    return values;
  }

  KernelRuntimeContext ctx_;
};

TEST_P(FloatUnaryTest, AgreesWithTheDefinition) {
  for (const ScalarType dtype : floating_dtypes()) {
    const auto n = static_cast<int32_t>(inputs().size());
    const TestTensor x(dtype, {n}, inputs());
    TestTensor out(dtype, {n});
    GetParam().kernel(ctx_, x, out);
    ASSERT_EQ(ctx_.failure_state(), Error::Ok);
    const std::vector<double> from = x.values();
    const std::vector<double> found = out.values();
    const double largest = dtype == ScalarType::Half     ? 65504
                           : dtype == ScalarType::Double ? 1e308
                                                         : 3.4e38;
    for (size_t i = 0; i < from.size(); ++i) {
      const double expected = GetParam().reference(from[i]);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(found[i])) << from[i];
      } else if (std::abs(expected) > largest) {
        EXPECT_EQ(found[i], expected > 0 ? kInf : -kInf) << from[i];
      } else {
        EXPECT_NEAR(found[i], expected,
                    rounding(dtype) * std::abs(expected) + 1e-7)
            << from[i];
      }
    }
  }
}

TEST_P(FloatUnaryTest, IntegersAndBoolsGiveFloat) {
  for (const ScalarType dtype : {ScalarType::Long, ScalarType::Bool}) {
    TestTensor out(ScalarType::Float, {2});
    GetParam().kernel(ctx_, TestTensor(dtype, {2}, {1, 1}), out);
    EXPECT_EQ(ctx_.failure_state(), Error::Ok);
    expect_values(out, {GetParam().reference(1), GetParam().reference(1)},
                  2e-6);
  }
}

TEST_P(FloatUnaryTest, ScalarEmptyAndRefusedResult) {
  TestTensor scalar(ScalarType::Float, {}, {0.25});
  GetParam().kernel(ctx_, scalar, scalar);
  expect_values(scalar, {GetParam().reference(0.25)}, 2e-6);
  TestTensor empty(ScalarType::Float, {0});
  GetParam().kernel(ctx_, TestTensor(ScalarType::Float, {0}), empty);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  TestTensor ints(ScalarType::Int, {1});
  GetParam().kernel(ctx_, TestTensor(ScalarType::Float, {1}), ints);
  EXPECT_NE(ctx_.failure_state(), Error::Ok);
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, FloatUnaryTest,
    testing::Values(
        FloatUnary{"exp", exp_out, [](double x) { return std::exp(x); }},
        FloatUnary{"tanh", tanh_out, [](double x) { return std::tanh(x); }},
        FloatUnary{"acos", acos_out, [](double x) { return std::acos(x); }},
        FloatUnary{"acosh", acosh_out, [](double x) { return std::acosh(x); }},
        FloatUnary{"asin", asin_out, [](double x) { return std::asin(x); }},
        FloatUnary{"asinh", asinh_out, [](double x) { return std::asinh(x); }},
        FloatUnary{"atan", atan_out, [](double x) { return std::atan(x); }},
        FloatUnary{"atanh", atanh_out, [](double x) { return std::atanh(x); }},
        FloatUnary{"cos", cos_out, [](double x) { return std::cos(x); }},
        FloatUnary{"cosh", cosh_out, [](double x) { return std::cosh(x); }},
        FloatUnary{"erf", erf_out, [](double x) { return std::erf(x); }},
        FloatUnary{"erfc", erfc_out, [](double x) { return std::erfc(x); }},
        FloatUnary{"exp2", exp2_out, [](double x) { return std::exp2(x); }},
        FloatUnary{"expm1", expm1_out, [](double x) { return std::expm1(x); }},
        FloatUnary{"lgamma", lgamma_out,
                   [](double x) { return std::lgamma(x); }},
        FloatUnary{"log", log_out, [](double x) { return std::log(x); }},
        FloatUnary{"log10", log10_out, [](double x) { return std::log10(x); }},
        FloatUnary{"log1p", log1p_out, [](double x) { return std::log1p(x); }},
        FloatUnary{"log2", log2_out, [](double x) { return std::log2(x); }},
        FloatUnary{"sin", sin_out, [](double x) { return std::sin(x); }},
        FloatUnary{"sinh", sinh_out, [](double x) { return std::sinh(x); }},
        FloatUnary{"tan", tan_out, [](double x) { return std::tan(x); }},
        FloatUnary{"reciprocal", reciprocal_out,
                   [](double x) { return 1 / x; }},
        FloatUnary{"sqrt", sqrt_out, [](double x) { return std::sqrt(x); }},
        FloatUnary{"rsqrt", rsqrt_out,
                   [](double x) { return 1 / std::sqrt(x); }},
        FloatUnary{"sigmoid", sigmoid_out,
                   [](double x) { return 1 / (1 + std::exp(-x)); }}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace executorch::kernels::test
