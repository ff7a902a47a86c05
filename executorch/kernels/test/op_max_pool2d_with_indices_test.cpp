#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class MaxPoolTest : public KernelTest {};

TEST_F(MaxPoolTest, EveryDtype) {
  for (const ScalarType dtype : real_dtypes()) {
    TestTensor out(dtype, {1, 1, 2, 2});
    TestTensor indices(ScalarType::Long, {1, 1, 2, 2});
    max_pool2d_with_indices_out(
        ctx_, TestTensor(dtype, {1, 1, 4, 4}, small_values(16, 11)), Ints{2, 2},
        {}, Ints{0}, Ints{1}, false, out, indices);
    expect_ok();
    expect_values(out, {5, 7, 9, 10});
    expect_values(indices, {5, 7, 9, 10});
  }
}

TEST_F(MaxPoolTest, PaddingDilationStrideAndCeilMode) {
  TestTensor out(ScalarType::Float, {1, 3, 3});
  TestTensor indices(ScalarType::Long, {1, 3, 3});
  max_pool2d_with_indices_out(
      ctx_, TestTensor(ScalarType::Float, {1, 5, 5}, small_values(25, 25)),
      Ints{2}, Ints{2}, Ints{1}, Ints{2}, true, out, indices);
  expect_ok();
  expect_values(out, {6, 8, 8, 16, 18, 18, 16, 18, 18});
  expect_values(indices, {6, 8, 8, 16, 18, 18, 16, 18, 18});
}

TEST_F(MaxPoolTest, NanWinsAndMinusInfinityHasAnIndex) {
  TestTensor out(ScalarType::Float, {1, 1, 2});
  TestTensor indices(ScalarType::Long, {1, 1, 2});
  max_pool2d_with_indices_out(
      ctx_, TestTensor(ScalarType::Float, {1, 1, 4}, {kNan, 5, -kInf, -kInf}),
      Ints{1, 2}, {}, Ints{0}, Ints{1}, false, out, indices);
  expect_ok();
  expect_values(out, {kNan, -kInf});
  expect_values(indices, {0, 2});
}

TEST_F(MaxPoolTest, Refuses) {
  TestTensor out(ScalarType::Float, {1, 2, 2});
  TestTensor indices(ScalarType::Long, {1, 2, 2});
  const TestTensor x(ScalarType::Float, {1, 4, 4});
  for (const Ints& kernel :
       {Ints{0}, Ints{5}, Ints{INT64_MAX}, Ints{2, 2, 2}}) {
    max_pool2d_with_indices_out(ctx_, x, kernel, {}, Ints{0}, Ints{1}, false,
                                out, indices);
    expect_refused();
  }
  max_pool2d_with_indices_out(ctx_, x, Ints{2}, {}, Ints{2}, Ints{1}, false,
                              out, indices);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
