#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class PixelShuffleTest : public KernelTest {};

TEST_F(PixelShuffleTest, Interleaves) {
  for (const ScalarType dtype : {ScalarType::Float, ScalarType::Byte}) {
    TestTensor out(dtype, {1, 1, 2, 4});
    pixel_shuffle_out(ctx_,
                      TestTensor(dtype, {1, 4, 1, 2}, {0, 1, 2, 3, 4, 5, 6, 7}),
                      2, out);
    expect_ok();
    expect_values(out, {0, 2, 1, 3, 4, 6, 5, 7});
  }
}

TEST_F(PixelShuffleTest, WithoutBatchAndRefusal) {
  TestTensor out(ScalarType::Float, {1, 2, 2});
  const TestTensor x(ScalarType::Float, {4, 1, 1}, {1, 2, 3, 4});
  pixel_shuffle_out(ctx_, x, 2, out);
  expect_ok();
  expect_values(out, {1, 2, 3, 4});
  pixel_shuffle_out(ctx_, x, 3, out);
  expect_refused();
  pixel_shuffle_out(ctx_, x, 0, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
