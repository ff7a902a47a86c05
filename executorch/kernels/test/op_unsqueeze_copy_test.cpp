#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class UnsqueezeCopyTest : public KernelTest {};

TEST_F(UnsqueezeCopyTest, AddsAnywhere) {
  const TestTensor x(ScalarType::Int, {2}, {4, 5});
  for (const int64_t dim : {0, -2}) {
    TestTensor out(ScalarType::Int, {1, 2});
    unsqueeze_copy_out(ctx_, x, dim, out);
    expect_ok();
    expect_values(out, {4, 5});
  }
  TestTensor last(ScalarType::Int, {2, 1});
  unsqueeze_copy_out(ctx_, x, -1, last);
  expect_ok();
  unsqueeze_copy_out(ctx_, x, 2, last);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
