#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class MulTest : public KernelTest {};

TEST_F(MulTest, EveryDtype) {
  for (const ScalarType dtype : real_dtypes()) {
    TestTensor out(dtype, {2, 2});
    mul_out(ctx_, TestTensor(dtype, {2, 1}, {2, 3}),
            TestTensor(dtype, {2}, {4, 5}), out);
    expect_ok();
    expect_values(out, {8, 10, 12, 15});
  }
}

TEST_F(MulTest, IntegersWrapInTheirOwnWidth) {
  TestTensor out(ScalarType::Char, {1});
  mul_out(ctx_, TestTensor(ScalarType::Char, {1}, {100}),
          TestTensor(ScalarType::Char, {1}, {3}), out);
  expect_ok();
  expect_values(out, {44});
}

TEST_F(MulTest, HalfIsRoundedOnceAndScalarIsNotNarrowed) {
  TestTensor out(ScalarType::Half, {2});
  mul_scalar_out(ctx_, TestTensor(ScalarType::Half, {2}, {1e-4, kInf}), 1e5,
                 out);
  expect_ok();
  expect_values(out, {10, kInf}, 1e-2);
}

TEST_F(MulTest, BoolIsAnd) {
  TestTensor out(ScalarType::Bool, {2});
  mul_out(ctx_, TestTensor(ScalarType::Bool, {2}, {1, 1}),
          TestTensor(ScalarType::Bool, {2}, {0, 1}), out);
  expect_ok();
  expect_values(out, {0, 1});
}

TEST_F(MulTest, Empty) {
  TestTensor out(ScalarType::Float, {0, 3});
  mul_out(ctx_, TestTensor(ScalarType::Float, {0, 3}),
          TestTensor(ScalarType::Float, {3}, {1, 2, 3}), out);
  expect_ok();
  expect_sizes(out, {0, 3});
}

}  // namespace
}  // namespace executorch::kernels::test
