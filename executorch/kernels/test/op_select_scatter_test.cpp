#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class SelectScatterTest : public KernelTest {};

TEST_F(SelectScatterTest, WritesOneIndex) {
  TestTensor x(ScalarType::Int, {2, 3}, small_values(6, 6));
  select_scatter_out(ctx_, x, TestTensor(ScalarType::Int, {2}, {8, 9}), 1, -2,
                     x);
  expect_ok();
  expect_values(x, {0, 8, 2, 3, 9, 5});
}

TEST_F(SelectScatterTest, Refuses) {
  TestTensor x(ScalarType::Int, {2, 3});
  select_scatter_out(ctx_, x, TestTensor(ScalarType::Int, {2}), 1, 3, x);
  expect_refused();
  select_scatter_out(ctx_, x, TestTensor(ScalarType::Int, {3}), 1, 0, x);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
