#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class InverseTest : public TempKernelTest {
 protected:
  void expect_ok() { EXPECT_EQ(ctx_.failure_state(), Error::Ok); }
};

TEST_F(InverseTest, InverseWithAPivotBelowTheDiagonal) {
  TestTensor out(ScalarType::Float, {1, 2, 2});
  linalg_inv_out(ctx_, TestTensor(ScalarType::Float, {1, 2, 2}, {0, 2, 4, 0}),
                 out);
  expect_ok();
  expect_values(out, {0, 0.25, 0.5, 0});
}

TEST_F(InverseTest, InverseOfASingularMatrixIsRefused) {
  TestTensor out(ScalarType::Float, {2, 2});
  linalg_inv_out(ctx_, TestTensor(ScalarType::Float, {2, 2}, {1, 2, 2, 4}),
                 out);
  EXPECT_EQ(ctx_.failure_state(), Error::InvalidArgument);
}

TEST_F(InverseTest, EigenvaluesReadOneTriangle) {
  TestTensor out(ScalarType::Double, {3});
  linalg_eigvalsh_out(
      ctx_,
      TestTensor(ScalarType::Double, {3, 3}, {2, 9, 9, 1, 3, 9, 0, -1, 1}),
      "L", out);
  expect_ok();
  expect_values(out, {0.46791111376204386, 1.652703644666139, 3.8793852415718177}, 1e-12);
}

}  // namespace
}  // namespace executorch::kernels::test
