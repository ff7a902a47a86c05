#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class CloneTest : public KernelTest {};

TEST_F(CloneTest, KeepsValuesAcrossDimOrders) {
  const std::vector<double> values = small_values(24, 24);
  const TestTensor x(ScalarType::Float, {2, 3, 2, 2}, values, {0, 2, 3, 1});
  TestTensor out(ScalarType::Float, {2, 3, 2, 2});
  clone_out(ctx_, x, std::nullopt, out);
  expect_ok();
  expect_values(out, values);
}

TEST_F(CloneTest, RefusesAnotherDtype) {
  TestTensor out(ScalarType::Int, {1});
  clone_out(ctx_, TestTensor(ScalarType::Float, {1}), std::nullopt, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
