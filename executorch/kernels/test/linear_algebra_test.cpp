#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

struct Product {
  int32_t m;
  int32_t n;
  int32_t k;
};

/// Every remainder of the blocks, and more than one block in each direction.
const std::vector<Product>& products() {
  static const std::vector<Product> list = {
      {1, 1, 1},   {1, 7, 3},     {2, 33, 5},    {3, 5, 130},   {13, 32, 257},
      {17, 65, 9}, {197, 64, 64}, {5, 1000, 40}, {33, 49, 300}, {1, 130, 515},
      {8, 1, 70},  {0, 4, 3},     {4, 0, 3},     {4, 3, 0}};
  return list;
}

std::vector<double> reference(const Product& p, const std::vector<double>& a,
                              const std::vector<double>& b) {
  const auto m = static_cast<size_t>(p.m);
  const auto n = static_cast<size_t>(p.n);
  const auto k = static_cast<size_t>(p.k);
  std::vector<double> c(m * n);
  for (size_t i = 0; i < m; ++i) {
    for (size_t l = 0; l < k; ++l) {
      for (size_t j = 0; j < n; ++j) {
        c[i * n + j] += a[i * k + l] * b[l * n + j];
      }
    }
  }
  return c;
}

class LinearAlgebraTest : public KernelTest {};

double bound(ScalarType dtype) {
  return dtype == ScalarType::Float ? 1e-5 : rounding(dtype);
}

TEST_F(LinearAlgebraTest, MmOfEveryDtype) {
  for (const ScalarType dtype : real_dtypes()) {
    for (const Product& p : products()) {
      const auto m = static_cast<size_t>(p.m);
      const auto n = static_cast<size_t>(p.n);
      const auto k = static_cast<size_t>(p.k);
      const bool real = rounding(dtype) != 0;
      if (!real && k > 40) {
        continue;
      }
      const TestTensor a(dtype, {p.m, p.k},
                         real ? random_values(m * k) : small_values(m * k, 2));
      const TestTensor b(
          dtype, {p.k, p.n},
          real ? random_values(k * n, 2) : small_values(k * n, 3));
      TestTensor out(dtype, {p.m, p.n});
      mm_out(ctx_, a, b, out);
      expect_ok();
      expect_values(out, reference(p, a.values(), b.values()), bound(dtype));
    }
  }
}

TEST_F(LinearAlgebraTest, BmmAndAddmm) {
  for (const ScalarType dtype : floating_dtypes()) {
    for (const Product& p : products()) {
      const auto m = static_cast<size_t>(p.m);
      const auto n = static_cast<size_t>(p.n);
      const auto k = static_cast<size_t>(p.k);
      const TestTensor a(dtype, {1, p.m, p.k}, random_values(m * k));
      const TestTensor b(dtype, {1, p.k, p.n}, random_values(k * n, 2));
      TestTensor out(dtype, {1, p.m, p.n});
      bmm_out(ctx_, a, b, out);
      expect_ok();
      std::vector<double> expected = reference(p, a.values(), b.values());
      expect_values(out, expected, bound(dtype));
      const TestTensor bias(dtype, {p.n}, random_values(n, 3));
      for (size_t i = 0; i < expected.size(); ++i) {
        expected[i] = 0.5 * expected[i] + 2 * bias.values()[i % n];
      }
      TestTensor sum(dtype, {p.m, p.n});
      addmm_out(ctx_, bias, TestTensor(dtype, {p.m, p.k}, a.values()),
                TestTensor(dtype, {p.k, p.n}, b.values()), 2.0, 0.5, sum);
      expect_ok();
      expect_values(sum, expected, bound(dtype));
    }
  }
}

TEST_F(LinearAlgebraTest, BatchesAreIndependent) {
  const TestTensor a(ScalarType::Float, {2, 1, 2}, {1, 2, 3, 4});
  const TestTensor b(ScalarType::Float, {2, 2, 1}, {1, 1, 2, 2});
  TestTensor out(ScalarType::Float, {2, 1, 1});
  bmm_out(ctx_, a, b, out);
  expect_ok();
  expect_values(out, {3, 14});
}

TEST_F(LinearAlgebraTest, BetaZeroIgnoresNan) {
  TestTensor out(ScalarType::Float, {1, 1});
  addmm_out(ctx_, TestTensor(ScalarType::Float, {1}, {kNan}),
            TestTensor(ScalarType::Float, {1, 1}, {2}),
            TestTensor(ScalarType::Float, {1, 1}, {3}), 0, 1, out);
  expect_ok();
  expect_values(out, {6});
}

TEST_F(LinearAlgebraTest, NanAndInfinityReachTheResult) {
  TestTensor out(ScalarType::Float, {1, 2});
  mm_out(ctx_, TestTensor(ScalarType::Float, {1, 2}, {0, 1}),
         TestTensor(ScalarType::Float, {2, 2}, {kInf, 1, 2, kNan}), out);
  expect_ok();
  expect_values(out, {kNan, kNan});
}

TEST_F(LinearAlgebraTest, Refuses) {
  TestTensor out(ScalarType::Float, {2, 2});
  mm_out(ctx_, TestTensor(ScalarType::Float, {2, 3}),
         TestTensor(ScalarType::Float, {2, 2}), out);
  expect_refused();
  mm_out(ctx_, TestTensor(ScalarType::Float, {2, 2}),
         TestTensor(ScalarType::Int, {2, 2}), out);
  expect_refused();
  addmm_out(ctx_, TestTensor(ScalarType::Float, {3}),
            TestTensor(ScalarType::Float, {2, 2}),
            TestTensor(ScalarType::Float, {2, 2}), 1, 1, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
