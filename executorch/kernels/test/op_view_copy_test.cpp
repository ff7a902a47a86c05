#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class ViewCopyTest : public KernelTest {};

TEST_F(ViewCopyTest, EveryDtypeInfersASize) {
  for (const ScalarType dtype : all_dtypes()) {
    TestTensor out(dtype, {3, 2});
    view_copy_out(ctx_, TestTensor(dtype, {2, 3}, small_values(6, 2)),
                  Ints{-1, 2}, out);
    expect_ok();
    expect_values(out, small_values(6, 2));
  }
}

TEST_F(ViewCopyTest, ScalarEmptyAndInPlace) {
  TestTensor scalar(ScalarType::Float, {});
  view_copy_out(ctx_, TestTensor(ScalarType::Float, {1, 1}, {5}), Ints{},
                scalar);
  expect_ok();
  expect_values(scalar, {5});
  TestTensor empty(ScalarType::Float, {0, 7});
  view_copy_out(ctx_, TestTensor(ScalarType::Float, {7, 0}), Ints{0, 7}, empty);
  expect_ok();
  TestTensor same(ScalarType::Float, {4}, {1, 2, 3, 4});
  view_copy_out(ctx_, same, Ints{4}, same);
  expect_ok();
  expect_values(same, {1, 2, 3, 4});
}

TEST_F(ViewCopyTest, Refuses) {
  TestTensor out(ScalarType::Float, {2, 2});
  const TestTensor x(ScalarType::Float, {2, 2});
  view_copy_out(ctx_, x, Ints{3, -1}, out);
  expect_refused();
  view_copy_out(ctx_, x, Ints{INT64_MAX, INT64_MAX}, out);
  expect_refused();
  TestTensor ints(ScalarType::Int, {2, 2});
  view_copy_out(ctx_, x, Ints{2, 2}, ints);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
