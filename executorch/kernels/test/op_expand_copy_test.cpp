#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class ExpandCopyTest : public KernelTest {};

TEST_F(ExpandCopyTest, GrowsOnes) {
  for (const ScalarType dtype : all_dtypes()) {
    TestTensor out(dtype, {2, 2, 3});
    expand_copy_out(ctx_, TestTensor(dtype, {2, 1}, {0, 1}), Ints{2, -1, 3},
                    false, out);
    expect_ok();
    expect_values(out, {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1});
  }
}

TEST_F(ExpandCopyTest, Refuses) {
  TestTensor out(ScalarType::Float, {3});
  expand_copy_out(ctx_, TestTensor(ScalarType::Float, {2}), Ints{3}, false,
                  out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
