#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class AddTest : public KernelTest {};

TEST_F(AddTest, EveryDtypeAndRemainderLanes) {
  for (const ScalarType dtype : real_dtypes()) {
    for (const int32_t n : {0, 1, 7, 8, 33, 257, 700}) {
      const std::vector<double> a = small_values(static_cast<size_t>(n), 5);
      const std::vector<double> b = small_values(static_cast<size_t>(n), 3);
      std::vector<double> expected(a.size());
      for (size_t i = 0; i < a.size(); ++i) {
        expected[i] = a[i] + 2 * b[i];
      }
      TestTensor out(dtype, {n});
      add_out(ctx_, TestTensor(dtype, {n}, a), TestTensor(dtype, {n}, b), 2,
              out);
      expect_ok();
      expect_values(out, expected);
    }
  }
}

TEST_F(AddTest, Broadcasts) {
  const TestTensor a(ScalarType::Float, {2, 1, 3}, {1, 2, 3, 4, 5, 6});
  const TestTensor b(ScalarType::Float, {2, 1}, {10, 20});
  TestTensor out(ScalarType::Float, {2, 2, 3});
  add_out(ctx_, a, b, 1, out);
  expect_ok();
  expect_values(out, {11, 12, 13, 21, 22, 23, 14, 15, 16, 24, 25, 26});
}

TEST_F(AddTest, ScalarTensorsBroadcastAndKeepNan) {
  TestTensor out(ScalarType::Float, {});
  add_out(ctx_, TestTensor(ScalarType::Float, {}, {kInf}),
          TestTensor(ScalarType::Float, {}, {-kInf}), 1, out);
  expect_ok();
  expect_values(out, {kNan});
}

TEST_F(AddTest, PromotesAcrossDtypes) {
  TestTensor out(ScalarType::Float, {2});
  add_out(ctx_, TestTensor(ScalarType::Int, {2}, {1, 2}),
          TestTensor(ScalarType::Half, {2}, {0.5, 0.25}), 1, out);
  expect_ok();
  expect_values(out, {1.5, 2.25});
  TestTensor narrow(ScalarType::Byte, {1});
  add_out(ctx_, TestTensor(ScalarType::Byte, {1}, {200}),
          TestTensor(ScalarType::Byte, {1}, {100}), 1, narrow);
  expect_ok();
  expect_values(narrow, {44});
  TestTensor wide(ScalarType::Int, {1});
  add_out(ctx_, TestTensor(ScalarType::Byte, {1}, {200}),
          TestTensor(ScalarType::Byte, {1}, {100}), 1, wide);
  expect_ok();
  expect_values(wide, {44});
}

TEST_F(AddTest, ZeroDimensionalTensorDoesNotWiden) {
  TestTensor out(ScalarType::Half, {1});
  add_out(ctx_, TestTensor(ScalarType::Half, {1}, {1}),
          TestTensor(ScalarType::Double, {}, {0.5}), 1, out);
  expect_ok();
  expect_values(out, {1.5});
}

TEST_F(AddTest, BoolIsOr) {
  TestTensor out(ScalarType::Bool, {4});
  add_out(ctx_, TestTensor(ScalarType::Bool, {4}, {0, 0, 1, 1}),
          TestTensor(ScalarType::Bool, {4}, {0, 1, 0, 1}), 1, out);
  expect_ok();
  expect_values(out, {0, 1, 1, 1});
}

TEST_F(AddTest, WorksInPlace) {
  TestTensor a(ScalarType::Float, {300}, small_values(300));
  add_out(ctx_, a, a, 1, a);
  expect_ok();
  std::vector<double> expected = small_values(300);
  for (double& value : expected) {
    value *= 2;
  }
  expect_values(a, expected);
}

TEST_F(AddTest, MixedDimOrders) {
  const std::vector<double> values = random_values(2 * 3 * 4 * 5);
  const std::vector<uint8_t> last = {0, 2, 3, 1};
  const TestTensor a(ScalarType::Float, {2, 3, 4, 5}, values, last);
  const TestTensor b(ScalarType::Float, {2, 3, 4, 5}, values);
  TestTensor out(ScalarType::Float, {2, 3, 4, 5}, {}, last);
  add_out(ctx_, a, b, 0, out);
  expect_ok();
  EXPECT_EQ(out.values(), a.values());
}

TEST_F(AddTest, ScalarOperand) {
  TestTensor out(ScalarType::Float, {3});
  add_scalar_out(ctx_, TestTensor(ScalarType::Int, {3}, {1, 2, 3}), 0.5, 2,
                 out);
  expect_ok();
  expect_values(out, {2, 3, 4});
  add_scalar_out(ctx_, TestTensor(ScalarType::Float, {3}, {1, 2, kNan}), 0.5, 2,
                 out);
  expect_ok();
  expect_values(out, {2, 3, kNan});
}

TEST_F(AddTest, UpperBound) {
  TestTensor out(ScalarType::Float, {4});
  add_out(ctx_, TestTensor(ScalarType::Float, {2}, {1, 2}),
          TestTensor(ScalarType::Float, {2}, {1, 2}), 1, out);
  expect_ok();
  expect_sizes(out, {2});
  add_out(ctx_, TestTensor(ScalarType::Float, {5}),
          TestTensor(ScalarType::Float, {5}), 1, out);
  expect_refused();
}

TEST_F(AddTest, Refuses) {
  TestTensor out(ScalarType::Float, {3});
  add_out(ctx_, TestTensor(ScalarType::Float, {3}),
          TestTensor(ScalarType::Float, {2}), 1, out);
  expect_refused();
  TestTensor ints(ScalarType::Int, {3});
  add_out(ctx_, TestTensor(ScalarType::Float, {3}),
          TestTensor(ScalarType::Float, {3}), 1, ints);
  expect_refused();
  add_out(ctx_, TestTensor(ScalarType::Int, {3}),
          TestTensor(ScalarType::Int, {3}), 1.5, ints);
  expect_refused();
  add_out(ctx_, TestTensor(ScalarType::Float, {3}),
          TestTensor(ScalarType::Float, {3}), 1, out);
  expect_ok();
}

}  // namespace
}  // namespace executorch::kernels::test
