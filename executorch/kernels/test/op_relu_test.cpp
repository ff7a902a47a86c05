#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class ReluTest : public KernelTest {};

TEST_F(ReluTest, EveryDtype) {
  for (const ScalarType dtype : real_dtypes()) {
    const bool is_unsigned = dtype == ScalarType::Byte;
    TestTensor out(dtype, {3});
    relu_out(ctx_, TestTensor(dtype, {3}, {is_unsigned ? 1.0 : -1.0, 0, 2}),
             out);
    expect_ok();
    expect_values(out, {is_unsigned ? 1.0 : 0.0, 0, 2});
  }
}

TEST_F(ReluTest, NanStaysAndInPlaceWorks) {
  TestTensor x(ScalarType::Float, {4}, {kNan, -kInf, kInf, -1});
  relu_out(ctx_, x, x);
  expect_ok();
  expect_values(x, {kNan, 0, kInf, 0});
}

TEST_F(ReluTest, RefusesBool) {
  TestTensor out(ScalarType::Bool, {1});
  relu_out(ctx_, TestTensor(ScalarType::Bool, {1}), out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
