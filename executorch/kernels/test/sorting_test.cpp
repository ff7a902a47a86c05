#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class SortingTest : public TempKernelTest {
 protected:
  void expect(ScalarType dtype, const std::vector<double>& values,
              const std::vector<double>& places) {
    EXPECT_EQ(ctx_.failure_state(), Error::Ok);
    expect_values(values_, values, rounding(dtype));
    expect_values(places_, places);
    allocator_.reset();
  }
  void prepare(ScalarType dtype, const std::vector<int32_t>& sizes) {
    values_ = TestTensor(dtype, sizes);
    places_ = TestTensor(ScalarType::Long, sizes);
  }

  TestTensor values_{ScalarType::Float, {}};
  TestTensor places_{ScalarType::Long, {}};
};

TEST_F(SortingTest, SortsEveryLineAndKeepsTheOrderOfEqualValues) {
  for (const ScalarType dtype : real_dtypes()) {
    const TestTensor x(dtype, {2, 4}, {3, 1, 3, 0, 2, 2, 2, 1});
    prepare(dtype, {2, 4});
    sort_stable_out(ctx_, x, true, 1, false, values_, places_);
    expect(dtype, {0, 1, 3, 3, 1, 2, 2, 2}, {3, 1, 0, 2, 3, 0, 1, 2});
    sort_stable_out(ctx_, x, true, 0, true, values_, places_);
    expect(dtype, {3, 2, 3, 1, 2, 1, 2, 0}, {0, 1, 0, 1, 1, 0, 1, 0});
  }
}

TEST_F(SortingTest, NanStandsAboveAllNumbers) {
  const TestTensor x(ScalarType::Float, {4}, {kNan, kInf, -1, kNan});
  prepare(ScalarType::Float, {4});
  sort_stable_out(ctx_, x, true, 0, false, values_, places_);
  expect(ScalarType::Float, {-1, kInf, kNan, kNan}, {2, 1, 0, 3});
  prepare(ScalarType::Float, {2});
  topk_values(ctx_, x, 2, 0, false, true, values_, places_);
  expect(ScalarType::Float, {-1, kInf}, {2, 1});
}

TEST_F(SortingTest, TopkOfTheFirstDimension) {
  const TestTensor x(ScalarType::Int, {3, 2}, {1, 9, 5, 7, 3, 8});
  prepare(ScalarType::Int, {2, 2});
  topk_values(ctx_, x, 2, 0, true, true, values_, places_);
  expect(ScalarType::Int, {5, 9, 3, 8}, {1, 0, 2, 2});
  prepare(ScalarType::Int, {3, 2});
  topk_values(ctx_, x, 4, 0, true, true, values_, places_);
  EXPECT_NE(ctx_.failure_state(), Error::Ok);
}

TEST_F(SortingTest, OneElementOfEachLine) {
  const TestTensor x(ScalarType::Float, {2, 4}, {4, 1, 3, 1, 2, kNan, 5, 0});
  prepare(ScalarType::Float, {2});
  kthvalue_values(ctx_, x, 3, 1, false, values_, places_);
  expect(ScalarType::Float, {3, 5}, {2, 2});
  median_dim_values(ctx_, x, 1, false, values_, places_);
  expect(ScalarType::Float, {1, kNan}, {3, 1});
  nanmedian_dim_values(ctx_, x, 1, false, values_, places_);
  expect(ScalarType::Float, {1, 2}, {3, 0});
  mode_values(ctx_, TestTensor(ScalarType::Float, {2, 4},
                               {4, 1, 3, 1, 2, 0, 5, 7}),
              1, false, values_, places_);
  expect(ScalarType::Float, {1, 0}, {3, 1});
}

TEST_F(SortingTest, ScalarsEmptyLinesAndTooLittleMemory) {
  prepare(ScalarType::Float, {});
  sort_stable_out(ctx_, TestTensor(ScalarType::Float, {}, {2}), true, 0, false,
                  values_, places_);
  expect(ScalarType::Float, {2}, {0});
  prepare(ScalarType::Float, {0});
  sort_stable_out(ctx_, TestTensor(ScalarType::Float, {0}), true, 0, false,
                  values_, places_);
  expect(ScalarType::Float, {}, {});
  KernelRuntimeContext without_memory;
  prepare(ScalarType::Float, {2});
  sort_stable_out(without_memory, TestTensor(ScalarType::Float, {2}), true, 0,
                  false, values_, places_);
  EXPECT_NE(without_memory.failure_state(), Error::Ok);
}

TEST_F(SortingTest, SearchesSortedLines) {
  const TestTensor sorted(ScalarType::Float, {4}, {1, 2, 2, 3});
  const TestTensor x(ScalarType::Int, {2, 2}, {0, 2, 3, 4});
  TestTensor out(ScalarType::Long, {2, 2});
  searchsorted_tensor_out(ctx_, sorted, x, false, false, std::nullopt,
                          std::nullopt, out);
  expect_values(out, {0, 1, 3, 4});
  bucketize_tensor_out(ctx_, x, sorted, false, true, out);
  expect_values(out, {0, 3, 4, 4});
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  searchsorted_tensor_out(ctx_, sorted, x, false, true, "left", std::nullopt,
                          out);
  EXPECT_NE(ctx_.failure_state(), Error::Ok);
}

TEST_F(SortingTest, CountsInBins) {
  TestTensor out(ScalarType::Float, {4});
  histc_out(ctx_, TestTensor(ScalarType::Float, {5}, {0, 1, 1.9, 4, 9}), 4,
            Scalar(0), Scalar(4), out);
  expect_values(out, {1, 2, 0, 1});
  TestTensor counts(ScalarType::Long, {5});
  bincount_out(ctx_, TestTensor(ScalarType::Int, {4}, {1, 1, 3, 0}),
               std::nullopt, 5, counts);
  expect_values(counts, {1, 2, 0, 1, 0});
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  bincount_out(ctx_, TestTensor(ScalarType::Int, {1}, {-1}), std::nullopt, 0,
               counts);
  EXPECT_NE(ctx_.failure_state(), Error::Ok);
}

}  // namespace
}  // namespace executorch::kernels::test
