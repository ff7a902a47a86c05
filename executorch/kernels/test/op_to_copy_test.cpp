#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class ToCopyTest : public KernelTest {};

TEST_F(ToCopyTest, EveryPairOfDtypes) {
  for (const ScalarType from : all_dtypes()) {
    for (const ScalarType to : all_dtypes()) {
      TestTensor out(to, {300});
      to_copy_out(ctx_, TestTensor(from, {300}, small_values(300, 2)), false,
                  std::nullopt, out);
      expect_ok();
      expect_values(out, small_values(300, 2));
    }
  }
}

TEST_F(ToCopyTest, RealToInteger) {
  TestTensor ints(ScalarType::Int, {3});
  to_copy_out(ctx_, TestTensor(ScalarType::Float, {3}, {-1.9, 2.9, -0.1}),
              false, std::nullopt, ints);
  expect_values(ints, {-1, 2, 0});
  TestTensor flags(ScalarType::Bool, {3});
  to_copy_out(ctx_, TestTensor(ScalarType::Float, {3}, {0.5, 0, kNan}), false,
              std::nullopt, flags);
  expect_values(flags, {1, 0, 1});
}

TEST_F(ToCopyTest, LargeIntegersToDoubleAreExact) {
  TestTensor x(ScalarType::Long, {1});
  x->mutable_data_ptr<int64_t>()[0] = INT64_C(16777217);
  TestTensor out(ScalarType::Double, {1});
  to_copy_out(ctx_, x, false, std::nullopt, out);
  expect_values(out, {16777217});
}

}  // namespace
}  // namespace executorch::kernels::test
