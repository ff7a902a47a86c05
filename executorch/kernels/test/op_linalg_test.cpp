#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class MatrixTest : public TempKernelTest {
 protected:
  void expect_ok() { EXPECT_EQ(ctx_.failure_state(), Error::Ok); }
  void expect_refused() {
    EXPECT_NE(ctx_.failure_state(), Error::Ok);
    ctx_.fail(Error::Ok);
  }
};

TEST_F(MatrixTest, ExponentialOfEachMatrixOfABatch) {
  // A rotation by 2, and a nilpotent matrix.
  const TestTensor in(ScalarType::Double, {2, 2, 2},
                      {0, -2, 2, 0, 0, 1, 0, 0});
  TestTensor out(ScalarType::Double, {2, 2, 2});
  linalg_matrix_exp_out(ctx_, in, out);
  expect_ok();
  expect_values(out,
                {std::cos(2.0), -std::sin(2.0), std::sin(2.0), std::cos(2.0),
                 1, 1, 0, 1},
                1e-14);
}

TEST_F(MatrixTest, ExponentialOfSpecialMatrices) {
  TestTensor one(ScalarType::Float, {1, 1}, {30});
  linalg_matrix_exp_out(ctx_, one, one);
  expect_ok();
  expect_values(one, {std::exp(30.0)}, 1e-6);
  TestTensor nan(ScalarType::Float, {2, 2}, {0, kInf, 0, 0});
  linalg_matrix_exp_out(ctx_, nan, nan);
  expect_values(nan, {kNan, kNan, kNan, kNan});
  TestTensor empty(ScalarType::Float, {0, 3, 3});
  linalg_matrix_exp_out(ctx_, empty, empty);
  expect_ok();
}

TEST_F(MatrixTest, ExponentialRefuses) {
  TestTensor wide(ScalarType::Float, {2, 3});
  linalg_matrix_exp_out(ctx_, wide, wide);
  expect_refused();
  TestTensor half(ScalarType::Half, {2, 2});
  linalg_matrix_exp_out(ctx_, half, half);
  expect_refused();
  TestTensor line(ScalarType::Float, {2});
  linalg_matrix_exp_out(ctx_, line, line);
  expect_refused();
}

TEST_F(MatrixTest, FactorsWithPivots) {
  // Row 2 goes first, then row 3.
  const TestTensor in(ScalarType::Float, {3, 2}, {1, 2, 4, 4, 2, 5});
  TestTensor lu(ScalarType::Float, {3, 2});
  TestTensor pivots(ScalarType::Int, {2});
  TestTensor info(ScalarType::Int, {});
  linalg_lu_factor_ex_out(ctx_, in, true, false, lu, pivots, info);
  expect_ok();
  expect_values(lu, {4, 4, 0.5, 3, 0.25, 1.0 / 3}, 1e-6);
  expect_values(pivots, {2, 3});
  expect_values(info, {0});
}

TEST_F(MatrixTest, FactorsOfASingularMatrix) {
  const TestTensor in(ScalarType::Double, {1, 2, 2}, {0, 0, 0, 1});
  TestTensor lu(ScalarType::Double, {1, 2, 2});
  TestTensor pivots(ScalarType::Int, {1, 2});
  TestTensor info(ScalarType::Int, {1});
  linalg_lu_factor_ex_out(ctx_, in, true, false, lu, pivots, info);
  expect_ok();
  expect_values(lu, {0, 0, 0, 1});
  expect_values(info, {1});
  linalg_lu_factor_ex_out(ctx_, in, true, true, lu, pivots, info);
  expect_refused();
}

TEST_F(MatrixTest, SingularValues) {
  // Tall and wide, of orthogonal columns and of rank 1.
  const TestTensor tall(ScalarType::Float, {3, 2}, {3, 0, 0, 0, 0, -4});
  TestTensor out(ScalarType::Float, {2});
  linalg_svdvals_out(ctx_, tall, std::nullopt, out);
  expect_ok();
  expect_values(out, {4, 3}, 1e-6);
  const TestTensor flat(ScalarType::Double, {1, 2, 3}, {1, 2, 2, 2, 4, 4});
  TestTensor batch(ScalarType::Double, {1, 2});
  linalg_svdvals_out(ctx_, flat, std::nullopt, batch);
  expect_ok();
  expect_values(batch, {std::sqrt(45.0), 0}, 1e-12);
}

TEST_F(MatrixTest, SingularValuesOfSpecialMatrices) {
  const TestTensor nan(ScalarType::Float, {1, 2}, {kNan, 1});
  TestTensor out(ScalarType::Float, {1});
  linalg_svdvals_out(ctx_, nan, std::nullopt, out);
  expect_ok();
  expect_values(out, {kNan});
  const TestTensor empty(ScalarType::Float, {0, 2});
  TestTensor none(ScalarType::Float, {0});
  linalg_svdvals_out(ctx_, empty, std::nullopt, none);
  expect_ok();
  const TestTensor line(ScalarType::Float, {2});
  linalg_svdvals_out(ctx_, line, std::nullopt, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
