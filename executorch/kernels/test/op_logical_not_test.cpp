#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class LogicalNotTest : public KernelTest {};

TEST_F(LogicalNotTest, EveryDtype) {
  for (const ScalarType dtype : all_dtypes()) {
    TestTensor out(ScalarType::Bool, {3});
    logical_not_out(ctx_, TestTensor(dtype, {3}, {0, 1, 1}), out);
    expect_ok();
    expect_values(out, {1, 0, 0});
  }
}

TEST_F(LogicalNotTest, NanIsTrueAndOutMayBeReal) {
  TestTensor out(ScalarType::Float, {2});
  logical_not_out(ctx_, TestTensor(ScalarType::Float, {2}, {kNan, -0.0}), out);
  expect_ok();
  expect_values(out, {0, 1});
}

}  // namespace
}  // namespace executorch::kernels::test
