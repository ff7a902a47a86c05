#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class SumTest : public KernelTest {
 protected:
  void check(const std::vector<int32_t>& sizes, int64_t dim) {
    const std::vector<double> values = random_values(product(sizes));
    const auto axis = static_cast<size_t>(dim);
    size_t inner = 1;
    for (size_t i = axis + 1; i < sizes.size(); ++i) {
      inner *= static_cast<size_t>(sizes[i]);
    }
    const auto length = static_cast<size_t>(sizes[axis]);
    std::vector<double> expected(values.size() / length);
    for (size_t i = 0; i < values.size(); ++i) {
      expected[i / (inner * length) * inner + i % inner] += values[i];
    }
    std::vector<int32_t> kept = sizes;
    kept[axis] = 1;
    TestTensor out(ScalarType::Float, kept);
    sum_dim_out(ctx_, TestTensor(ScalarType::Float, sizes, values), Ints{dim},
                true, std::nullopt, out);
    expect_ok();
    expect_values(out, expected, 1e-6);
  }
};

TEST_F(SumTest, EachDimension) {
  for (const int64_t dim : {0, 1, 2}) {
    check({3, 41, 5}, dim);
    check({300, 2, 270}, dim);
  }
}

TEST_F(SumTest, AllOfEveryDtype) {
  for (const ScalarType dtype : all_dtypes()) {
    const bool real = dtype == ScalarType::Float || dtype == ScalarType::Half ||
                      dtype == ScalarType::BFloat16 ||
                      dtype == ScalarType::Double;
    TestTensor out(real ? dtype : ScalarType::Long, {});
    sum_dim_out(ctx_, TestTensor(dtype, {2, 50}, small_values(100, 2)),
                std::nullopt, false, std::nullopt, out);
    expect_ok();
    expect_values(out, {50});
  }
}

TEST_F(SumTest, TwoDimensionsAndEmpty) {
  const Ints dims = {0, -1};
  TestTensor out(ScalarType::Float, {3});
  sum_dim_out(ctx_,
              TestTensor(ScalarType::Float, {2, 3, 2}, small_values(12, 12)),
              dims, false, std::nullopt, out);
  expect_ok();
  expect_values(out, {14, 22, 30});
  sum_dim_out(ctx_, TestTensor(ScalarType::Float, {0, 3, 2}), dims, false,
              std::nullopt, out);
  expect_ok();
  expect_values(out, {0, 0, 0});
}

TEST_F(SumTest, ManyHalvesAreSummedWide) {
  TestTensor out(ScalarType::Half, {});
  sum_dim_out(
      ctx_, TestTensor(ScalarType::Half, {5000}, std::vector<double>(5000, 1)),
      std::nullopt, false, std::nullopt, out);
  expect_values(out, {5000});
}

TEST_F(SumTest, Refuses) {
  const Ints twice = {0, 0};
  TestTensor out(ScalarType::Float, {});
  sum_dim_out(ctx_, TestTensor(ScalarType::Float, {2, 2}), twice, false,
              std::nullopt, out);
  expect_refused();
  sum_dim_out(ctx_, TestTensor(ScalarType::Float, {2}), std::nullopt, false,
              ScalarType::Double, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
