#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class EmbeddingTest : public KernelTest {};

TEST_F(EmbeddingTest, LooksUpRows) {
  const TestTensor weight(ScalarType::Float, {3, 2}, small_values(6, 6));
  for (const ScalarType dtype : {ScalarType::Long, ScalarType::Int}) {
    TestTensor out(ScalarType::Float, {2, 2, 2});
    embedding_out(ctx_, weight, TestTensor(dtype, {2, 2}, {2, 0, 1, 2}), 0,
                  false, false, out);
    expect_ok();
    expect_values(out, {4, 5, 0, 1, 2, 3, 4, 5});
  }
}

TEST_F(EmbeddingTest, RefusesIndices) {
  const TestTensor weight(ScalarType::Float, {3, 2});
  TestTensor out(ScalarType::Float, {1, 2});
  for (const double index : {3.0, -1.0}) {
    embedding_out(ctx_, weight, TestTensor(ScalarType::Long, {1}, {index}), -1,
                  false, false, out);
    expect_refused();
  }
  embedding_out(ctx_, weight, TestTensor(ScalarType::Float, {1}), -1, false,
                false, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
