#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class SqueezeCopyTest : public KernelTest {};

TEST_F(SqueezeCopyTest, DropsOnlyOnes) {
  TestTensor out(ScalarType::Float, {2, 3});
  squeeze_copy_dims_out(
      ctx_, TestTensor(ScalarType::Float, {1, 2, 3, 1}, small_values(6)),
      Ints{0, 1, -1}, out);
  expect_ok();
  expect_values(out, small_values(6));
}

TEST_F(SqueezeCopyTest, RefusesADimensionOutOfRange) {
  TestTensor out(ScalarType::Float, {2});
  squeeze_copy_dims_out(ctx_, TestTensor(ScalarType::Float, {2}), Ints{1}, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
