#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class FullTest : public KernelTest {};

TEST_F(FullTest, EveryDtype) {
  for (const ScalarType dtype : all_dtypes()) {
    TestTensor out(dtype, {3, 5});
    full_out(ctx_, Ints{3, 5}, 1, out);
    expect_ok();
    expect_values(out, std::vector<double>(15, 1));
  }
}

TEST_F(FullTest, RealAndIntegerValuesAreExact) {
  TestTensor real(ScalarType::Float, {});
  full_out(ctx_, Ints{}, -kInf, real);
  expect_values(real, {-kInf});
  TestTensor ints(ScalarType::Long, {2});
  full_out(ctx_, Ints{2}, INT64_C(0x20000000000001), ints);
  EXPECT_EQ(ints->const_data_ptr<int64_t>()[1], INT64_C(0x20000000000001));
  full_out(ctx_, Ints{0}, 1, ints);
  expect_ok();
}

TEST_F(FullTest, RefusesSizesAboveTheBound) {
  TestTensor out(ScalarType::Float, {2});
  full_out(ctx_, Ints{3}, 1, out);
  expect_refused();
  full_out(ctx_, Ints{-1}, 1, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
