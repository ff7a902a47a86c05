#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class SelectCopyTest : public KernelTest {};

TEST_F(SelectCopyTest, DropsTheDimension) {
  const TestTensor x(ScalarType::Float, {2, 3}, small_values(6, 6));
  TestTensor column(ScalarType::Float, {2});
  select_copy_int_out(ctx_, x, 1, -1, column);
  expect_ok();
  expect_values(column, {2, 5});
  TestTensor scalar(ScalarType::Float, {});
  select_copy_int_out(ctx_, column, 0, 1, scalar);
  expect_ok();
  expect_values(scalar, {5});
}

TEST_F(SelectCopyTest, RefusesAnIndexOutOfRange) {
  TestTensor out(ScalarType::Float, {2});
  for (const int64_t index : {INT64_C(3), INT64_C(-4), INT64_MIN, INT64_MAX}) {
    select_copy_int_out(ctx_, TestTensor(ScalarType::Float, {2, 3}), 1, index,
                        out);
    expect_refused();
  }
}

}  // namespace
}  // namespace executorch::kernels::test
