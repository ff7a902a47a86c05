#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class PermuteCopyTest : public KernelTest {
 protected:
  void check(ScalarType dtype, const std::vector<int32_t>& sizes,
             const Ints& dims) {
    const std::vector<double> values = small_values(product(sizes), 101);
    std::vector<int32_t> out_sizes;
    for (const int64_t dim : dims) {
      out_sizes.push_back(sizes[static_cast<size_t>(dim)]);
    }
    std::vector<size_t> strides(sizes.size(), 1);
    for (size_t i = sizes.size() - 1; i-- > 0;) {
      strides[i] = strides[i + 1] * static_cast<size_t>(sizes[i + 1]);
    }
    std::vector<double> expected(values.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      size_t rest = i;
      size_t from = 0;
      for (size_t d = dims.size(); d-- > 0;) {
        const auto size = static_cast<size_t>(out_sizes[d]);
        from += rest % size * strides[static_cast<size_t>(dims[d])];
        rest /= size;
      }
      expected[i] = values[from];
    }
    TestTensor out(dtype, out_sizes);
    permute_copy_out(ctx_, TestTensor(dtype, sizes, values), dims, out);
    expect_ok();
    expect_values(out, expected);
  }
};

TEST_F(PermuteCopyTest, MatricesOfEveryDtype) {
  for (const ScalarType dtype : {ScalarType::Float, ScalarType::Half,
                                 ScalarType::Byte, ScalarType::Long}) {
    check(dtype, {37, 53}, {1, 0});
    check(dtype, {3, 2}, {1, 0});
    check(dtype, {64, 16}, {1, 0});
  }
}

TEST_F(PermuteCopyTest, HigherRanks) {
  check(ScalarType::Float, {2, 19, 5, 17}, {0, 3, 1, 2});
  check(ScalarType::Float, {2, 19, 5, 17}, {3, 2, 1, 0});
  check(ScalarType::Float, {2, 19, 5, 17}, {0, 2, 1, 3});
  check(ScalarType::Float, {4, 3, 2, 5, 6}, {2, 4, 0, 3, 1});
  check(ScalarType::Float, {2, 0, 5}, {2, 0, 1});
}

TEST_F(PermuteCopyTest, Refuses) {
  TestTensor out(ScalarType::Float, {2, 2});
  const TestTensor x(ScalarType::Float, {2, 2});
  permute_copy_out(ctx_, x, Ints{0, 0}, out);
  expect_refused();
  permute_copy_out(ctx_, x, Ints{0, 2}, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
