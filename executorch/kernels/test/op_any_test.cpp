#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class AnyTest : public KernelTest {};

TEST_F(AnyTest, EveryDtypeAlongBothDimensions) {
  for (const ScalarType dtype : all_dtypes()) {
    const TestTensor x(dtype, {2, 3}, {0, 0, 1, 0, 0, 0});
    TestTensor rows(ScalarType::Bool, {2});
    any_out(ctx_, x, 1, false, rows);
    expect_ok();
    expect_values(rows, {1, 0});
    TestTensor columns(ScalarType::Bool, {1, 3});
    any_out(ctx_, x, 0, true, columns);
    expect_ok();
    expect_values(columns, {0, 0, 1});
  }
}

TEST_F(AnyTest, NanIsTrueEmptyIsFalse) {
  TestTensor out(ScalarType::Bool, {});
  any_out(ctx_, TestTensor(ScalarType::Float, {1}, {kNan}), 0, false, out);
  expect_values(out, {1});
  any_out(ctx_, TestTensor(ScalarType::Float, {0}), 0, false, out);
  expect_values(out, {0});
  any_out(ctx_, TestTensor(ScalarType::Float, {0}), 1, false, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
