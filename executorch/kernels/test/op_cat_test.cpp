#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class CatTest : public KernelTest {};

TEST_F(CatTest, EveryDtypeAlongAnyDimension) {
  for (const ScalarType dtype : all_dtypes()) {
    TestTensor a(dtype, {2, 1}, {0, 1});
    TestTensor b(dtype, {2, 2}, {1, 0, 1, 1});
    TestTensor legacy(dtype, {0});
    const Tensor list[] = {*a, *legacy, *b};
    TestTensor out(dtype, {2, 3});
    cat_out(ctx_, list, -1, out);
    expect_ok();
    expect_values(out, {0, 1, 0, 1, 1, 1});
  }
}

TEST_F(CatTest, ConvertsDtypes) {
  TestTensor a(ScalarType::Int, {1}, {3});
  TestTensor b(ScalarType::Half, {1}, {0.5});
  const Tensor list[] = {*a, *b};
  TestTensor out(ScalarType::Float, {2});
  cat_out(ctx_, list, 0, out);
  expect_ok();
  expect_values(out, {3, 0.5});
}

TEST_F(CatTest, ChannelsLast) {
  const std::vector<uint8_t> last = {0, 2, 3, 1};
  TestTensor a(ScalarType::Float, {1, 1, 2, 2}, {1, 2, 3, 4}, last);
  TestTensor b(ScalarType::Float, {1, 2, 2, 2}, small_values(8, 8));
  const Tensor list[] = {*a, *b};
  TestTensor out(ScalarType::Float, {1, 3, 2, 2}, {}, last);
  cat_out(ctx_, list, 1, out);
  expect_ok();
  expect_values(out, {1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_F(CatTest, Refuses) {
  TestTensor a(ScalarType::Float, {2, 1});
  TestTensor b(ScalarType::Float, {3, 1});
  const Tensor list[] = {*a, *b};
  TestTensor out(ScalarType::Float, {5, 2});
  cat_out(ctx_, list, 1, out);
  expect_refused();
  cat_out(ctx_, list, 2, out);
  expect_refused();
  cat_out(ctx_, {}, 0, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
