#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class CopyTest : public KernelTest {};

TEST_F(CopyTest, BroadcastsAndConverts) {
  TestTensor out(ScalarType::Int, {2, 2});
  copy_out(ctx_, TestTensor(ScalarType::Int, {2, 2}),
           TestTensor(ScalarType::Float, {2}, {1.5, -2.5}), false, out);
  expect_ok();
  expect_values(out, {1, -2, 1, -2});
  copy_(ctx_, out, TestTensor(ScalarType::Bool, {}, {1}), false);
  expect_ok();
  expect_values(out, {1, 1, 1, 1});
}

TEST_F(CopyTest, RefusesASourceThatDoesNotBroadcast) {
  TestTensor out(ScalarType::Int, {2, 2});
  copy_(ctx_, out, TestTensor(ScalarType::Int, {3}), false);
  expect_refused();
  copy_(ctx_, out, TestTensor(ScalarType::Int, {1, 2, 2}), false);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
