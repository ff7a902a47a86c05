#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class HardtanhTest : public KernelTest {};

TEST_F(HardtanhTest, Clamps) {
  for (const ScalarType dtype : floating_dtypes()) {
    TestTensor out(dtype, {5});
    hardtanh_out(ctx_, TestTensor(dtype, {5}, {-2, -0.5, 0, 7, kNan}), 0, 6,
                 out);
    expect_ok();
    expect_values(out, {0, 0, 0, 6, kNan});
  }
}

TEST_F(HardtanhTest, RefusesAnotherResultDtype) {
  TestTensor out(ScalarType::Double, {1});
  hardtanh_out(ctx_, TestTensor(ScalarType::Float, {1}), -1, 1, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
