#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class SliceCopyTest : public KernelTest {};

TEST_F(SliceCopyTest, BoundsAndSteps) {
  const TestTensor x(ScalarType::Int, {5}, {0, 1, 2, 3, 4});
  TestTensor out(ScalarType::Int, {5});
  slice_copy_tensor_out(ctx_, x, 0, 1, 4, 1, out);
  expect_values(out, {1, 2, 3});
  slice_copy_tensor_out(ctx_, x, -1, std::nullopt, std::nullopt, 2, out);
  expect_values(out, {0, 2, 4});
  slice_copy_tensor_out(ctx_, x, 0, -2, INT64_MAX, 1, out);
  expect_values(out, {3, 4});
  slice_copy_tensor_out(ctx_, x, 0, INT64_MIN, INT64_MAX, INT64_MAX, out);
  expect_values(out, {0});
  slice_copy_tensor_out(ctx_, x, 0, 4, 2, 1, out);
  expect_values(out, {});
  expect_ok();
}

TEST_F(SliceCopyTest, InnerAndOuterDimensions) {
  const TestTensor x(ScalarType::Float, {2, 3, 2}, small_values(12, 12));
  TestTensor out(ScalarType::Float, {2, 1, 2});
  slice_copy_tensor_out(ctx_, x, 1, 1, 2, 1, out);
  expect_ok();
  expect_values(out, {2, 3, 8, 9});
}

TEST_F(SliceCopyTest, Refuses) {
  TestTensor out(ScalarType::Int, {5});
  const TestTensor x(ScalarType::Int, {5});
  slice_copy_tensor_out(ctx_, x, 0, 0, 5, 0, out);
  expect_refused();
  slice_copy_tensor_out(ctx_, x, 1, 0, 5, 1, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
