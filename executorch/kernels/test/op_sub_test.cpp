#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class SubTest : public KernelTest {};

TEST_F(SubTest, EveryDtype) {
  for (const ScalarType dtype : real_dtypes()) {
    TestTensor out(dtype, {3});
    sub_out(ctx_, TestTensor(dtype, {3}, {9, 8, 7}),
            TestTensor(dtype, {3}, {1, 2, 3}), 2, out);
    expect_ok();
    expect_values(out, {7, 4, 1});
  }
}

TEST_F(SubTest, ScalarOperandAndIntegersWrap) {
  TestTensor out(ScalarType::Byte, {2});
  sub_scalar_out(ctx_, TestTensor(ScalarType::Byte, {2}, {5, 0}), 1, 1, out);
  expect_ok();
  expect_values(out, {4, 255});
}

TEST_F(SubTest, RefusesBools) {
  TestTensor out(ScalarType::Bool, {1});
  sub_out(ctx_, TestTensor(ScalarType::Bool, {1}),
          TestTensor(ScalarType::Bool, {1}), 1, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
