#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class ReductionTest : public KernelTest {
 protected:
  /// A kernel over all dtypes of a [2, 3] tensor in both dim orders.
  template <class Kernel>
  void expect_rows(const std::vector<ScalarType>& dtypes,
                   const std::vector<double>& expected, const Kernel& kernel) {
    for (const ScalarType dtype : dtypes) {
      for (const std::vector<uint8_t>& order :
           {std::vector<uint8_t>{0, 1}, std::vector<uint8_t>{1, 0}}) {
        const TestTensor x(dtype, {2, 3}, {1, 3, 2, 0, 2, 2}, order);
        TestTensor out(dtype, {2});
        kernel(x, out);
        expect_ok();
        expect_values(out, expected, rounding(dtype));
      }
    }
  }
};

TEST_F(ReductionTest, ExtremesAlongRows) {
  const Ints last{-1};
  expect_rows(real_dtypes(), {3, 2}, [&](const Tensor& x, Tensor& out) {
    amax_out(ctx_, x, last, false, out);
  });
  expect_rows(real_dtypes(), {1, 0}, [&](const Tensor& x, Tensor& out) {
    amin_out(ctx_, x, last, false, out);
  });
}

TEST_F(ReductionTest, ExtremesOfManyColumnsNanAndNothing) {
  std::vector<double> values(3 * 700);
  std::vector<double> largest(700);
  for (size_t i = 0; i < 700; ++i) {
    largest[i] = static_cast<double>(i % 50);
    values[700 + i] = largest[i];
    values[i] = values[1400 + i] = -1;
  }
  values[700] = largest[0] = kNan;
  const TestTensor x(ScalarType::Float, {3, 700}, values);
  TestTensor out(ScalarType::Float, {1, 700});
  amax_out(ctx_, x, Ints{0}, true, out);
  expect_values(out, largest);
  TestTensor scalar(ScalarType::Float, {});
  amin_out(ctx_, x, Ints{}, false, scalar);
  expect_values(scalar, {kNan});
  amax_out(ctx_, TestTensor(ScalarType::Float, {0}), Ints{}, false, scalar);
  expect_refused();
  TestTensor wrong(ScalarType::Int, {});
  amax_out(ctx_, x, Ints{}, false, wrong);
  expect_refused();
}

TEST_F(ReductionTest, PositionsOfExtremes) {
  for (const ScalarType dtype : real_dtypes()) {
    const TestTensor x(dtype, {2, 3}, {1, 3, 3, 2, 2, 0});
    TestTensor values(dtype, {3});
    TestTensor places(ScalarType::Long, {3});
    max_dim_out(ctx_, x, 0, false, values, places);
    expect_ok();
    expect_values(values, {2, 3, 3});
    expect_values(places, {1, 0, 0});
    TestTensor row(ScalarType::Long, {2, 1});
    argmin_out(ctx_, x, 1, true, row);
    expect_values(row, {0, 2});
    TestTensor one(ScalarType::Long, {});
    argmax_out(ctx_, x, std::nullopt, false, one);
    expect_values(one, {1});
  }
  TestTensor value(ScalarType::Float, {});
  TestTensor place(ScalarType::Long, {});
  min_dim_out(ctx_, TestTensor(ScalarType::Float, {4}, {1, kNan, 0, kNan}), 0,
              false, value, place);
  expect_values(value, {kNan});
  expect_values(place, {1});
  argmax_out(ctx_, TestTensor(ScalarType::Float, {0}), 0, false, place);
  expect_refused();
}

TEST_F(ReductionTest, ManyColumnsOfPositions) {
  std::vector<double> values(4 * 600);
  std::vector<double> expected(600);
  for (size_t i = 0; i < 600; ++i) {
    expected[i] = static_cast<double>(i % 4);
    values[i % 4 * 600 + i] = 5;
  }
  TestTensor out(ScalarType::Long, {600});
  argmax_out(ctx_, TestTensor(ScalarType::Half, {4, 600}, values), 0, false,
             out);
  expect_values(out, expected);
}

TEST_F(ReductionTest, Products) {
  expect_rows(floating_dtypes(), {6, 0}, [&](const Tensor& x, Tensor& out) {
    prod_int_out(ctx_, x, 1, false, std::nullopt, out);
  });
  TestTensor all(ScalarType::Long, {});
  prod_out(ctx_, TestTensor(ScalarType::Char, {3}, {100, 100, -3}),
           std::nullopt, all);
  expect_values(all, {-30000});
  prod_out(ctx_, TestTensor(ScalarType::Char, {0}), std::nullopt, all);
  expect_values(all, {1});
}

TEST_F(ReductionTest, VarianceOfLargeMeans) {
  const double m = 1e7;
  const TestTensor x(ScalarType::Double, {2, 3},
                     {m + 1, m + 2, m + 3, m, m, m + 6});
  TestTensor rows(ScalarType::Double, {2});
  TestTensor means(ScalarType::Double, {2});
  var_mean_correction_out(ctx_, x, Ints{1}, std::nullopt, false, rows, means);
  expect_ok();
  expect_values(rows, {1, 12}, 1e-12);
  expect_values(means, {m + 2, m + 2}, 1e-12);
  TestTensor columns(ScalarType::Double, {1, 3});
  var_out(ctx_, x, Ints{0}, false, true, columns);
  expect_values(columns, {0.25, 1, 2.25}, 1e-12);
  TestTensor one(ScalarType::Float, {});
  var_correction_out(ctx_, TestTensor(ScalarType::Float, {1}, {3}),
                     std::nullopt, Scalar(1), false, one);
  expect_values(one, {kNan});
}

TEST_F(ReductionTest, AnyOfDimsAndOfAll) {
  const TestTensor x(ScalarType::Float, {2, 2, 2}, {0, 0, 0, 0, 0, kNan, 0, 0});
  TestTensor out(ScalarType::Bool, {2});
  any_dims_out(ctx_, x, aten::IntArrayRef(Ints{1, 2}), false, out);
  expect_values(out, {0, 1});
  TestTensor all(ScalarType::Byte, {});
  any_all_out(ctx_, x, all);
  expect_values(all, {1});
}

TEST_F(ReductionTest, RunningTotals) {
  for (const std::vector<uint8_t>& order :
       {std::vector<uint8_t>{0, 1}, std::vector<uint8_t>{1, 0}}) {
    const TestTensor x(ScalarType::Float, {2, 3}, {1, 2, 3, 4, 5, 6}, order);
    TestTensor out(ScalarType::Float, {2, 3});
    cumsum_out(ctx_, x, 1, std::nullopt, out);
    expect_values(out, {1, 3, 6, 4, 9, 15});
    cumsum_out(ctx_, x, 0, std::nullopt, out);
    expect_values(out, {1, 2, 3, 5, 7, 9});
    cumprod_out(ctx_, x, -1, std::nullopt, out);
    expect_values(out, {1, 2, 6, 4, 20, 120});
    logcumsumexp_out(ctx_, x, 1, out);
    expect_values(out,
                  {1, 2.3132617, 3.4076059, 4, 5.3132617, 6.4076059}, 1e-6);
  }
  TestTensor ints(ScalarType::Long, {2});
  cumsum_out(ctx_, TestTensor(ScalarType::Bool, {2}, {1, 1}), 0, std::nullopt,
             ints);
  expect_values(ints, {1, 2});
  TestTensor scalar(ScalarType::Float, {});
  cumsum_out(ctx_, TestTensor(ScalarType::Float, {}, {4}), 0, std::nullopt,
             scalar);
  expect_values(scalar, {4});
}

TEST_F(ReductionTest, RunningExtremes) {
  const TestTensor x(ScalarType::Float, {5}, {1, 3, 2, 3, kNan});
  TestTensor values(ScalarType::Float, {5});
  TestTensor places(ScalarType::Long, {5});
  cummax_out(ctx_, x, 0, values, places);
  expect_values(values, {1, 3, 3, 3, kNan});
  expect_values(places, {0, 1, 1, 3, 4});
  cummin_out(ctx_, x, 0, values, places);
  expect_values(values, {1, 1, 1, 1, kNan});
  expect_values(places, {0, 0, 0, 0, 4});
}

}  // namespace
}  // namespace executorch::kernels::test
