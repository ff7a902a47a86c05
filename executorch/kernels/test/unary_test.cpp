#include <executorch/kernels/test/kernel_test.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

/// Expected values are those of PyTorch.
struct Unary {
  const char* name;
  Tensor& (*kernel)(KernelRuntimeContext&, const Tensor&, Tensor&);
  ScalarType dtype;
  std::vector<double> in;
  ScalarType result;
  std::vector<double> expected;
};

class UnaryTest : public testing::TestWithParam<Unary> {
 protected:
  KernelRuntimeContext ctx_;
};

TEST_P(UnaryTest, AgreesWithPyTorch) {
  const Unary& c = GetParam();
  const auto n = static_cast<int32_t>(c.in.size());
  TestTensor out(c.result, {n});
  c.kernel(ctx_, TestTensor(c.dtype, {n}, c.in), out);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_values(out, c.expected, 1e-8);
  TestTensor empty(c.result, {0});
  c.kernel(ctx_, TestTensor(c.dtype, {0}), empty);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
}

constexpr ScalarType kDouble = ScalarType::Double;
constexpr ScalarType kInt = ScalarType::Int;
constexpr ScalarType kByte = ScalarType::Byte;
constexpr ScalarType kChar = ScalarType::Char;
constexpr ScalarType kShort = ScalarType::Short;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kBool = ScalarType::Bool;

INSTANTIATE_TEST_SUITE_P(
    Kernels, UnaryTest,
    testing::Values(
        Unary{"abs",
              abs_out,
              kDouble,
              {-1.5, -0.0, kNan, -kInf},
              kDouble,
              {1.5, 0, kNan, kInf}},
        Unary{"abs", abs_out, kByte, {0, 3, 255}, kByte, {0, 3, 255}},
        Unary{"abs",
              abs_out,
              kChar,
              {-3, 4, 0, -127, -128},
              kChar,
              {3, 4, 0, 127, -128}},
        Unary{"abs",
              abs_out,
              kShort,
              {-3, 4, 0, -32767, -32768},
              kShort,
              {3, 4, 0, 32767, -32768}},
        Unary{"abs",
              abs_out,
              kInt,
              {-3, 4, 0, -2147483647, -2147483648.0},
              kInt,
              {3, 4, 0, 2147483647, -2147483648.0}},
        Unary{"abs",
              abs_out,
              kLong,
              {-3, 4, 0, -9223372036854775808.0},
              kLong,
              {3, 4, 0, -9223372036854775808.0}},
        Unary{"neg", neg_out, kDouble, {-1.5, kInf}, kDouble, {1.5, -kInf}},
        Unary{"neg", neg_out, kByte, {1, 0}, kByte, {255, 0}},
        Unary{"sign",
              sign_out,
              kDouble,
              {-2, 0, 3, kNan},
              kDouble,
              {-1, 0, 1, kNan}},
        Unary{"sign", sign_out, kBool, {0, 1}, kBool, {0, 1}},
        Unary{"ceil",
              ceil_out,
              kDouble,
              {-1.5, 1.2, kNan},
              kDouble,
              {-1, 2, kNan}},
        Unary{"floor", floor_out, kDouble, {-1.5, 1.2}, kDouble, {-2, 1}},
        Unary{"trunc", trunc_out, kDouble, {-1.5, 1.2}, kDouble, {-1, 1}},
        Unary{
            "round", round_out, kDouble, {0.5, 1.5, -2.5}, kDouble, {0, 2, -2}},
        Unary{"round", round_out, kInt, {7, -7}, kInt, {7, -7}},
        Unary{"bitwise_not", bitwise_not_out, kInt, {0, 5}, kInt, {-1, -6}},
        Unary{"bitwise_not", bitwise_not_out, kBool, {0, 1}, kBool, {1, 0}},
        Unary{"isnan", isnan_out, kDouble, {kNan, kInf, 0}, kBool, {1, 0, 0}},
        Unary{"isinf", isinf_out, kDouble, {kNan, -kInf, 0}, kBool, {0, 1, 0}},
        Unary{"isinf", isinf_out, kInt, {1}, kBool, {0}},
        Unary{"signbit", signbit_out, kDouble, {-0.0, 1, -2}, kBool, {1, 0, 1}},
        Unary{"signbit", signbit_out, kInt, {-1, 1}, kBool, {1, 0}},
        Unary{"digamma",
              digamma_out,
              kDouble,
              {0.5, 1, 3.7, -0.5, -3.3, 25, -7, 0},
              kDouble,
              {-1.9635100260214229, -0.5772156649015328, 1.1671535393615111,
               0.03648997397857639, 3.620353460592126, 3.198742512851974, kNan,
               -kInf}},
        Unary{"erfinv",
              erfinv_out,
              kDouble,
              {0, 0.1, -0.5, 0.9, 0.999999, -1, 1, 2},
              kDouble,
              {0, 0.08885599049425769, -0.4769362762044699, 1.1630871536766743,
               3.458910737275499, -kInf, kInf, kNan}},
        Unary{"i0",
              i0_out,
              kDouble,
              {0, 1, -2.5, 10, kInf},
              kDouble,
              {1, 1.2660658777520082, 3.289839144050123, 2815.716628466254,
               kInf}}),
    [](const auto& test) {
      return std::string(test.param.name) + "_" +
             runtime::toString(test.param.dtype);
    });

class PointwiseTest : public KernelTest {};

TEST_F(PointwiseTest, Polygamma) {
  const TestTensor x(kDouble, {6}, {0.5, 1, 3.7, -0.5, -3.3, 25});
  TestTensor out(kDouble, {6});
  polygamma_out(ctx_, 1, x, out);
  expect_values(out,
                {4.934802200544679, 1.6449340668482264, 0.3100378560,
                 8.934802200544679, 14.817739523979034, 0.0408106632572},
                1e-9);
  polygamma_out(ctx_, 2, x, out);
  expect_values(out,
                {-16.8287966442344, -2.40411380631919, -0.0953953087285,
                 -0.8287966442344, 68.7694454774852, -0.00166527931842},
                1e-9);
  expect_ok();
  polygamma_out(ctx_, -1, x, out);
  expect_refused();
}

TEST_F(PointwiseTest, IncompleteGamma) {
  const TestTensor a(kDouble, {7}, {1, 2.5, 10, 0, 3, -1, 100});
  const TestTensor x(kDouble, {7}, {1, 1, 12, 1, 0, 1, kInf});
  TestTensor out(kDouble, {7});
  igamma_out(ctx_, a, x, out);
  expect_values(out,
                {0.6321205588285577, 0.15085496391539038, 0.7576078383294875, 1,
                 0, kNan, 1},
                1e-10);
  igammac_out(ctx_, a, x, out);
  expect_values(out,
                {0.36787944117144245, 0.8491450360846096, 0.24239216167051245,
                 0, 1, kNan, 0},
                1e-10);
  expect_ok();
}

TEST_F(PointwiseTest, IncompleteGammaOfLargeNumbers) {
  const TestTensor a(kDouble, {5}, {2e6, 2e6, 1e7, 9e5, 1e30});
  const TestTensor x(kDouble, {5}, {2e6, 2.002e6, 1.0003e7, 9.01e5, 1e30});
  TestTensor out(kDouble, {5});
  igamma_out(ctx_, a, x, out);
  expect_ok();
  expect_values(
      out, {0.500094031596, 0.921315835878, 0.828611829332, 0.85407084153, 0.5},
      1e-9);
}

TEST_F(PointwiseTest, Frexp) {
  TestTensor mantissa(kDouble, {5});
  TestTensor exponent(kInt, {5});
  frexp_out(ctx_, TestTensor(kDouble, {5}, {8, 0.3, -5, 0, kInf}), mantissa,
            exponent);
  expect_ok();
  expect_values(mantissa, {0.5, 0.6, -0.625, 0, kInf});
  expect_values(exponent, {4, -1, 3, 0, 0});
}

TEST_F(PointwiseTest, Glu) {
  const TestTensor x(kDouble, {2, 4}, {1, 2, 3, 4, -1, 0, kNan, 5});
  TestTensor columns(kDouble, {2, 2});
  glu_out(ctx_, x, -1, columns);
  expect_values(columns, {0.9525741268224334, 1.964027580075817, kNan, 0},
                1e-10);
  TestTensor rows(kDouble, {1, 4});
  glu_out(ctx_, x, 0, rows);
  expect_values(rows, {0.2689414213699951, 1, kNan, 3.973228596302861}, 1e-10);
  expect_ok();
  glu_out(ctx_, TestTensor(kDouble, {3}), 0, columns);
  expect_refused();
}

TEST_F(PointwiseTest, EluAndLeakyRelu) {
  TestTensor out(kDouble, {4});
  const TestTensor x(kDouble, {4}, {-1, 0, 2, kNan});
  elu_out(ctx_, x, 0.5, 2.0, 3.0, out);
  expect_values(out, {-0.950212931632136, 0, 4, kNan}, 1e-10);
  leaky_relu_out(ctx_, x, 0.5, out);
  expect_values(out, {-0.5, 0, 2, kNan});
  expect_ok();
  elu_out(ctx_, TestTensor(kInt, {4}), 1, 1, 1, out);
  expect_refused();
}

TEST_F(PointwiseTest, Logit) {
  TestTensor out(kDouble, {4});
  const TestTensor x(kDouble, {4}, {0, 0.25, 1, 2});
  logit_out(ctx_, x, std::nullopt, out);
  expect_values(out, {-kInf, -1.0986122886681098, kInf, kNan}, 1e-10);
  logit_out(ctx_, x, 0.1, out);
  expect_values(out,
                {-2.197224577336219, -1.0986122886681098, 2.1972245773362196,
                 2.1972245773362196},
                1e-10);
  expect_ok();
}

TEST_F(PointwiseTest, MaskedFill) {
  TestTensor out(kInt, {2, 2});
  const TestTensor mask(kBool, {2, 1}, {0, 1});
  masked_fill_scalar_out(ctx_, TestTensor(kInt, {2}, {1, 2}), mask, 9, out);
  expect_ok();
  expect_values(out, {1, 2, 9, 9});
  masked_fill_scalar_out(ctx_, TestTensor(kInt, {2}), mask, 0.5, out);
  expect_refused();
}

TEST_F(PointwiseTest, ClampWithTensors) {
  TestTensor out(kDouble, {2, 3});
  const TestTensor x(kDouble, {2, 3}, {1, 5, kNan, -3, 2, 9});
  const TestTensor low(kDouble, {3}, {0, 3, 0});
  const TestTensor high(kDouble, {2, 1}, {4, kNan});
  clamp_tensor_out(ctx_, x, *low, *high, out);
  expect_values(out, {1, 4, kNan, kNan, kNan, kNan});
  clamp_tensor_out(ctx_, x, *low, std::nullopt, out);
  expect_values(out, {1, 5, kNan, 0, 3, 9});
  expect_ok();
  clamp_tensor_out(ctx_, x, std::nullopt, std::nullopt, out);
  expect_refused();
}

TEST_F(PointwiseTest, RsubAndPowersOfScalars) {
  TestTensor out(kDouble, {2});
  const TestTensor x(kDouble, {2}, {1, 3});
  rsub_scalar_out(ctx_, x, 10, 2, out);
  expect_values(out, {8, 4});
  pow_scalar_out(ctx_, 2, x, out);
  expect_values(out, {2, 8});
  expect_ok();
  TestTensor flag(kBool, {1});
  rsub_scalar_out(ctx_, TestTensor(kBool, {1}), true, 1, flag);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
