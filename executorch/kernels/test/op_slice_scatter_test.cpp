#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class SliceScatterTest : public KernelTest {};

TEST_F(SliceScatterTest, WritesOnlyThePart) {
  const TestTensor x(ScalarType::Float, {2, 4}, small_values(8, 8));
  const TestTensor part(ScalarType::Float, {2, 2}, {10, 11, 12, 13});
  TestTensor out(ScalarType::Float, {2, 4});
  slice_scatter_out(ctx_, x, part, 1, 1, 4, 2, out);
  expect_ok();
  expect_values(out, {0, 10, 2, 11, 4, 12, 6, 13});
}

TEST_F(SliceScatterTest, WorksInPlace) {
  TestTensor x(ScalarType::Float, {3}, {1, 2, 3});
  slice_scatter_out(ctx_, x, TestTensor(ScalarType::Float, {1}, {9}), 0, 2, 3,
                    1, x);
  expect_ok();
  expect_values(x, {1, 2, 9});
}

TEST_F(SliceScatterTest, RefusesAnotherSize) {
  TestTensor out(ScalarType::Float, {3});
  slice_scatter_out(ctx_, TestTensor(ScalarType::Float, {3}),
                    TestTensor(ScalarType::Float, {2}), 0, 2, 3, 1, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
