#include <executorch/kernels/test/kernel_test.h>

#include <algorithm>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class SoftmaxTest : public KernelTest {
 protected:
  void check(ScalarType dtype, const std::vector<int32_t>& sizes, int64_t dim) {
    const std::vector<double> values = random_values(product(sizes));
    const auto axis = static_cast<size_t>(dim);
    size_t inner = 1;
    for (size_t i = axis + 1; i < sizes.size(); ++i) {
      inner *= static_cast<size_t>(sizes[i]);
    }
    const auto length = static_cast<size_t>(sizes[axis]);
    std::vector<double> soft(values.size());
    std::vector<double> log_soft(values.size());
    for (size_t line = 0; line < values.size() / length; ++line) {
      const size_t first = line / inner * inner * length + line % inner;
      double sum = 0;
      for (size_t i = 0; i < length; ++i) {
        sum += std::exp(values[first + i * inner]);
      }
      for (size_t i = 0; i < length; ++i) {
        const size_t at = first + i * inner;
        soft[at] = std::exp(values[at]) / sum;
        log_soft[at] = values[at] - std::log(sum);
      }
    }
    TestTensor out(dtype, sizes);
    const TestTensor x(dtype, sizes, values);
    _softmax_out(ctx_, x, dim, false, out);
    expect_values(out, soft, rounding(dtype));
    _log_softmax_out(ctx_, x, dim, false, out);
    expect_values(out, log_soft, rounding(dtype));
    expect_ok();
  }
};

TEST_F(SoftmaxTest, EachDimensionAndLength) {
  for (const ScalarType dtype : floating_dtypes()) {
    check(dtype, {3, 5, 4}, 0);
    check(dtype, {3, 5, 4}, 1);
    check(dtype, {3, 5, 4}, 2);
    check(dtype, {2, 197}, 1);
    check(dtype, {2, 700}, 1);
  }
}

TEST_F(SoftmaxTest, MaskedLargeAndNan) {
  TestTensor out(ScalarType::Float, {1, 3});
  _softmax_out(ctx_, TestTensor(ScalarType::Float, {1, 3}, {-kInf, 1e30, 1e30}),
               -1, false, out);
  expect_values(out, {0, 0.5, 0.5});
  _softmax_out(ctx_, TestTensor(ScalarType::Float, {1, 3}, {1, kNan, 2}), -1,
               false, out);
  expect_values(out, {kNan, kNan, kNan});
  _log_softmax_out(ctx_,
                   TestTensor(ScalarType::Float, {1, 3}, {-kInf, 0, -kInf}), -1,
                   false, out);
  expect_values(out, {-kInf, 0, -kInf});
  expect_ok();
}

TEST_F(SoftmaxTest, HalfToFloatScalarAndEmpty) {
  TestTensor wide(ScalarType::Float, {2});
  _softmax_out(ctx_, TestTensor(ScalarType::Half, {2}), 0, true, wide);
  expect_values(wide, {0.5, 0.5});
  TestTensor scalar(ScalarType::Float, {}, {3});
  _softmax_out(ctx_, scalar, -1, false, scalar);
  expect_values(scalar, {1});
  TestTensor empty(ScalarType::Float, {0, 3});
  _softmax_out(ctx_, TestTensor(ScalarType::Float, {0, 3}), 1, false, empty);
  expect_ok();
}

TEST_F(SoftmaxTest, Refuses) {
  TestTensor out(ScalarType::Float, {2});
  _softmax_out(ctx_, TestTensor(ScalarType::Float, {2}), 1, false, out);
  expect_refused();
  _softmax_out(ctx_, TestTensor(ScalarType::Int, {2}), 0, false, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
