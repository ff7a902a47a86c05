#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class CloneDimOrderTest : public KernelTest {};

TEST_F(CloneDimOrderTest, BothDirections) {
  const std::vector<double> values = small_values(2 * 20 * 3 * 7, 97);
  const Ints last = {0, 2, 3, 1};
  const Ints first = {0, 1, 2, 3};
  const TestTensor x(ScalarType::Float, {2, 20, 3, 7}, values);
  TestTensor middle(ScalarType::Float, {2, 20, 3, 7}, {}, {0, 2, 3, 1});
  _clone_dim_order_out(ctx_, x, false, last, middle);
  expect_ok();
  expect_values(middle, values);
  EXPECT_EQ(middle->const_data_ptr<float>()[1], values[21]);
  TestTensor back(ScalarType::Float, {2, 20, 3, 7});
  _clone_dim_order_out(ctx_, middle, false, first, back);
  expect_ok();
  expect_values(back, values);
}

TEST_F(CloneDimOrderTest, RefusesAnOrderThatOutDoesNotHave) {
  const Ints last = {0, 2, 3, 1};
  TestTensor out(ScalarType::Float, {1, 2, 2, 2});
  _clone_dim_order_out(ctx_, TestTensor(ScalarType::Float, {1, 2, 2, 2}), false,
                       last, out);
  expect_refused();
  _clone_dim_order_out(ctx_, TestTensor(ScalarType::Float, {1, 2, 2, 2}), true,
                       std::nullopt, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
