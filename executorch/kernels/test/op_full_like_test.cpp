#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class FullLikeTest : public KernelTest {};

TEST_F(FullLikeTest, TakesTheSizes) {
  TestTensor out(ScalarType::Half, {2, 2});
  full_like_out(ctx_, TestTensor(ScalarType::Float, {2, 1}), 0.5, std::nullopt,
                out);
  expect_ok();
  expect_sizes(out, {2, 1});
  expect_values(out, {0.5, 0.5});
}

}  // namespace
}  // namespace executorch::kernels::test
