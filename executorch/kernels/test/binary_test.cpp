#include <executorch/kernels/test/kernel_test.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

constexpr ScalarType kDouble = ScalarType::Double;
constexpr ScalarType kFloat = ScalarType::Float;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kInt = ScalarType::Int;
constexpr ScalarType kBool = ScalarType::Bool;

/// A kernel, applied to the operands of its dtype below. Expected values are
/// those of PyTorch.
struct Binary {
  const char* name;
  Tensor& (*kernel)(KernelRuntimeContext&, const Tensor&, const Tensor&,
                    Tensor&);
  ScalarType dtype;
  ScalarType result;
  std::vector<double> expected;
};

struct Operands {
  std::vector<double> a;
  std::vector<double> b;
};

const Operands& operands(ScalarType dtype) {
  static const Operands reals = {{5.5, -5.5, 0, kNan, kInf, -2, 7},
                                 {2, 2, -3, 1, 4, kNan, 0}};
  static const Operands integers = {{7, -7, 6, 0, -128}, {2, 2, -3, 5, -1}};
  static const Operands bools = {{1, 1, 0, 0}, {1, 0, 1, 0}};
  return dtype == kDouble ? reals : (dtype == kInt ? integers : bools);
}

class BinaryTest : public testing::TestWithParam<Binary> {
 protected:
  KernelRuntimeContext ctx_;
};

TEST_P(BinaryTest, AgreesWithPyTorch) {
  const Binary& c = GetParam();
  const auto& [a, b] = operands(c.dtype);
  const auto n = static_cast<int32_t>(a.size());
  TestTensor out(c.result, {n});
  c.kernel(ctx_, TestTensor(c.dtype, {n}, a), TestTensor(c.dtype, {n}, b), out);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_values(out, c.expected, 1e-7);
}

TEST_P(BinaryTest, BroadcastsTakesEmptyAndRefuses) {
  const Binary& c = GetParam();
  const auto& [a, b] = operands(c.dtype);
  TestTensor out(c.result, {2, 1});
  c.kernel(ctx_, TestTensor(c.dtype, {2, 1}, {a[0], a[0]}),
           TestTensor(c.dtype, {}, {b[0]}), out);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_values(out, {c.expected[0], c.expected[0]}, 1e-7);
  TestTensor empty(c.result, {0});
  c.kernel(ctx_, TestTensor(c.dtype, {0}), TestTensor(c.dtype, {1}, {1}),
           empty);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  c.kernel(ctx_, TestTensor(c.dtype, {3}), TestTensor(c.dtype, {2}), out);
  EXPECT_NE(ctx_.failure_state(), Error::Ok);
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, BinaryTest,
    testing::ValuesIn(std::vector<Binary>{
        Binary{"atan2",
               atan2_out,
               kDouble,
               kDouble,
               {1.222025323, -1.222025323, 3.141592654, kNan, 1.570796327, kNan,
                1.570796327}},
        Binary{"atan2",
               atan2_out,
               kInt,
               kFloat,
               {1.292496681, -1.292496681, 2.034443855, 0, -1.578608632}},
        Binary{"atan2",
               atan2_out,
               kBool,
               kFloat,
               {0.7853981853, 1.570796371, 0, 0}},
        Binary{"bitwise_and", bitwise_and_out, kInt, kInt, {2, 0, 4, 0, -128}},
        Binary{"bitwise_and", bitwise_and_out, kBool, kBool, {1, 0, 0, 0}},
        Binary{"bitwise_or", bitwise_or_out, kInt, kInt, {7, -5, -1, 5, -1}},
        Binary{"bitwise_or", bitwise_or_out, kBool, kBool, {1, 1, 1, 0}},
        Binary{"bitwise_xor", bitwise_xor_out, kInt, kInt, {5, -5, -5, 5, 127}},
        Binary{"bitwise_xor", bitwise_xor_out, kBool, kBool, {0, 1, 1, 0}},
        Binary{"bitwise_left_shift",
               bitwise_left_shift_out,
               kInt,
               kInt,
               {28, -28, 0, 0, 0}},
        Binary{"bitwise_right_shift",
               bitwise_right_shift_out,
               kInt,
               kInt,
               {1, -2, 0, 0, -1}},
        Binary{"eq", eq_out, kDouble, kBool, {0, 0, 0, 0, 0, 0, 0}},
        Binary{"eq", eq_out, kInt, kBool, {0, 0, 0, 0, 0}},
        Binary{"eq", eq_out, kBool, kBool, {1, 0, 0, 1}},
        Binary{"ne", ne_out, kDouble, kBool, {1, 1, 1, 1, 1, 1, 1}},
        Binary{"ne", ne_out, kInt, kBool, {1, 1, 1, 1, 1}},
        Binary{"ne", ne_out, kBool, kBool, {0, 1, 1, 0}},
        Binary{"ge", ge_out, kDouble, kBool, {1, 0, 1, 0, 1, 0, 1}},
        Binary{"ge", ge_out, kInt, kBool, {1, 0, 1, 0, 0}},
        Binary{"ge", ge_out, kBool, kBool, {1, 1, 0, 1}},
        Binary{"gt", gt_out, kDouble, kBool, {1, 0, 1, 0, 1, 0, 1}},
        Binary{"gt", gt_out, kInt, kBool, {1, 0, 1, 0, 0}},
        Binary{"gt", gt_out, kBool, kBool, {0, 1, 0, 0}},
        Binary{"le", le_out, kDouble, kBool, {0, 1, 0, 0, 0, 0, 0}},
        Binary{"le", le_out, kInt, kBool, {0, 1, 0, 1, 1}},
        Binary{"le", le_out, kBool, kBool, {1, 0, 1, 1}},
        Binary{"lt", lt_out, kDouble, kBool, {0, 1, 0, 0, 0, 0, 0}},
        Binary{"lt", lt_out, kInt, kBool, {0, 1, 0, 1, 1}},
        Binary{"lt", lt_out, kBool, kBool, {0, 0, 1, 0}},
        Binary{"logical_and",
               logical_and_out,
               kDouble,
               kBool,
               {1, 1, 0, 1, 1, 1, 0}},
        Binary{"logical_and", logical_and_out, kInt, kBool, {1, 1, 1, 0, 1}},
        Binary{"logical_and", logical_and_out, kBool, kBool, {1, 0, 0, 0}},
        Binary{"logical_or",
               logical_or_out,
               kDouble,
               kBool,
               {1, 1, 1, 1, 1, 1, 1}},
        Binary{"logical_or", logical_or_out, kInt, kBool, {1, 1, 1, 1, 1}},
        Binary{"logical_or", logical_or_out, kBool, kBool, {1, 1, 1, 0}},
        Binary{"logical_xor",
               logical_xor_out,
               kDouble,
               kBool,
               {0, 0, 1, 0, 0, 0, 1}},
        Binary{"logical_xor", logical_xor_out, kInt, kBool, {0, 0, 0, 1, 0}},
        Binary{"logical_xor", logical_xor_out, kBool, kBool, {0, 1, 1, 0}},
        Binary{"maximum",
               maximum_out,
               kDouble,
               kDouble,
               {5.5, 2, 0, kNan, kInf, kNan, 7}},
        Binary{"maximum", maximum_out, kInt, kInt, {7, 2, 6, 5, -1}},
        Binary{"maximum", maximum_out, kBool, kBool, {1, 1, 1, 0}},
        Binary{"minimum",
               minimum_out,
               kDouble,
               kDouble,
               {2, -5.5, -3, kNan, 4, kNan, 0}},
        Binary{"minimum", minimum_out, kInt, kInt, {2, -7, -3, 0, -128}},
        Binary{"minimum", minimum_out, kBool, kBool, {1, 0, 0, 0}},
        Binary{"fmax", fmax_out, kDouble, kDouble, {5.5, 2, 0, 1, kInf, -2, 7}},
        Binary{"fmax", fmax_out, kInt, kInt, {7, 2, 6, 5, -1}},
        Binary{"fmax", fmax_out, kBool, kBool, {1, 1, 1, 0}},
        Binary{"fmin", fmin_out, kDouble, kDouble, {2, -5.5, -3, 1, 4, -2, 0}},
        Binary{"fmin", fmin_out, kInt, kInt, {2, -7, -3, 0, -128}},
        Binary{"fmin", fmin_out, kBool, kBool, {1, 0, 0, 0}},
        Binary{"fmod",
               fmod_out,
               kDouble,
               kDouble,
               {1.5, -1.5, 0, kNan, kNan, kNan, kNan}},
        Binary{"fmod", fmod_out, kInt, kInt, {1, -1, 0, 0, 0}},
        Binary{"remainder",
               remainder_out,
               kDouble,
               kDouble,
               {1.5, 0.5, 0, kNan, kNan, kNan, kNan}},
        Binary{"remainder", remainder_out, kInt, kInt, {1, 1, 0, 0, 0}},
        Binary{"floor_divide",
               floor_divide_out,
               kDouble,
               kDouble,
               {2, -3, -0.0, kNan, kNan, kNan, kInf}},
        Binary{
            "floor_divide", floor_divide_out, kInt, kInt, {3, -4, -2, 0, 128}},
        Binary{"gcd", gcd_out, kInt, kInt, {1, 1, 3, 5, 1}},
        Binary{"lcm", lcm_out, kInt, kInt, {14, 14, 6, 0, 128}},
        Binary{"heaviside",
               heaviside_out,
               kDouble,
               kDouble,
               {1, 0, -3, 0, 1, 0, 1}},
        Binary{"heaviside", heaviside_out, kInt, kInt, {1, 0, 1, 5, 0}},
        Binary{"heaviside", heaviside_out, kBool, kBool, {1, 1, 1, 0}},
        Binary{"hypot",
               hypot_out,
               kDouble,
               kDouble,
               {5.852349955, 5.852349955, 3, kNan, kInf, kNan, 7}},
        Binary{"copysign",
               copysign_out,
               kDouble,
               kDouble,
               {5.5, 5.5, -0.0, kNan, kInf, 2, 7}},
        Binary{"copysign", copysign_out, kInt, kFloat, {7, 7, -6, 0, -128}},
        Binary{"copysign", copysign_out, kBool, kFloat, {1, 1, 0, 0}},
        Binary{"nextafter",
               nextafter_out,
               kDouble,
               kDouble,
               {5.5, -5.5, -5e-324, kNan, 1.7976931348623157e308, kNan, 7.0}},
        Binary{"logaddexp",
               logaddexp_out,
               kDouble,
               kDouble,
               {5.529750418, 2.000552931, 0.04858735157, kNan, kInf, kNan,
                7.000911466}},
        Binary{"logaddexp2",
               logaddexp2_out,
               kDouble,
               kDouble,
               {5.622193416, 2.007947906, 0.1699250014, kNan, kInf, kNan,
                7.011227255}},
        Binary{"xlogy",
               xlogy_out,
               kDouble,
               kDouble,
               {3.812309493, -3.812309493, 0, kNan, kInf, kNan, -kInf}},
        Binary{"xlogy",
               xlogy_out,
               kInt,
               kFloat,
               {4.852030277, -4.852030277, kNan, 0, kNan}},
        Binary{"xlogy", xlogy_out, kBool, kFloat, {0, -kInf, 0, 0}},
        Binary{"special_xlog1py",
               special_xlog1py_out,
               kDouble,
               kDouble,
               {6.042367588, -6.042367588, 0, kNan, kInf, kNan, 0}},
        Binary{"special_xlog1py",
               special_xlog1py_out,
               kInt,
               kFloat,
               {7.69028616, -7.69028616, kNan, 0, kInf}},
        Binary{"special_xlog1py",
               special_xlog1py_out,
               kBool,
               kFloat,
               {0.6931471825, 0, 0, 0}},
        Binary{"pow",
               pow_tensor_tensor_out,
               kDouble,
               kDouble,
               {30.25, 30.25, kInf, kNan, kInf, kNan, 1}},
        Binary{"pow", pow_tensor_tensor_out, kInt, kInt, {49, 49, 0, 0, 0}},
    }),
    [](const auto& test) {
      return std::string(test.param.name) + "_" +
             runtime::toString(test.param.dtype);
    });

class IntegerDivisionTest : public KernelTest {};

TEST_F(IntegerDivisionTest, RefusesZero) {
  const TestTensor a(ScalarType::Int, {2}, {1, 2});
  const TestTensor b(ScalarType::Int, {2}, {1, 0});
  TestTensor out(ScalarType::Int, {2});
  for (const auto kernel : {fmod_out, remainder_out, floor_divide_out}) {
    kernel(ctx_, a, b, out);
    expect_refused();
  }
}

TEST_F(IntegerDivisionTest, WrapsTheMostNegative) {
  const TestTensor a(ScalarType::Long, {1}, {-9223372036854775808.0});
  const TestTensor b(ScalarType::Long, {1}, {-1});
  TestTensor out(ScalarType::Long, {1});
  floor_divide_out(ctx_, a, b, out);
  expect_ok();
  expect_values(out, {-9223372036854775808.0});
  remainder_out(ctx_, a, b, out);
  expect_ok();
  expect_values(out, {0});
}

TEST_F(IntegerDivisionTest, RoundingModes) {
  const TestTensor a(ScalarType::Float, {4}, {7, -7, 1, -0.0});
  const TestTensor b(ScalarType::Float, {4}, {2, 2, 0, 3});
  TestTensor out(ScalarType::Float, {4});
  div_mode_out(ctx_, a, b, "floor", out);
  expect_values(out, {3, -4, kInf, -0.0});
  div_mode_out(ctx_, a, b, "trunc", out);
  expect_values(out, {3, -3, kInf, -0.0});
  div_scalar_mode_out(ctx_, a, 2, std::nullopt, out);
  expect_values(out, {3.5, -3.5, 0.5, -0.0});
  expect_ok();
  div_mode_out(ctx_, a, b, "up", out);
  expect_refused();
}

TEST_F(IntegerDivisionTest, BitsAreOfIntegers) {
  const TestTensor a(ScalarType::Float, {1}, {1});
  TestTensor out(ScalarType::Float, {1});
  bitwise_and_out(ctx_, a, a, out);
  expect_refused();
  bitwise_not_out(ctx_, a, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
