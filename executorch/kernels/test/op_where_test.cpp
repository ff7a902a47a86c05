#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class WhereTest : public KernelTest {};

TEST_F(WhereTest, EveryDtypeBroadcasts) {
  const TestTensor condition(ScalarType::Bool, {2, 1}, {1, 0});
  for (const ScalarType dtype : all_dtypes()) {
    TestTensor out(dtype, {2, 2});
    where_out(ctx_, condition, TestTensor(dtype, {2}, {1, 0}),
              TestTensor(dtype, {}, {1}), out);
    expect_ok();
    expect_values(out, {1, 0, 1, 1});
  }
}

TEST_F(WhereTest, PromotesAndChoosesNan) {
  TestTensor out(ScalarType::Float, {2});
  where_out(ctx_, TestTensor(ScalarType::Bool, {2}, {1, 0}),
            TestTensor(ScalarType::Float, {2}, {kNan, kNan}),
            TestTensor(ScalarType::Int, {2}, {7, 8}), out);
  expect_ok();
  expect_values(out, {kNan, 8});
}

TEST_F(WhereTest, RefusesARealCondition) {
  TestTensor out(ScalarType::Float, {1});
  where_out(ctx_, TestTensor(ScalarType::Float, {1}, {1}),
            TestTensor(ScalarType::Float, {1}),
            TestTensor(ScalarType::Float, {1}), out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
