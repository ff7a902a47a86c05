#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class AvgPoolTest : public KernelTest {
 protected:
  void pool(const TestTensor& x, bool ceil_mode, bool count_include_pad,
            std::optional<int64_t> divisor, TestTensor& out) {
    avg_pool2d_out(ctx_, x, Ints{2, 2}, Ints{2, 2}, Ints{1, 1}, ceil_mode,
                   count_include_pad, divisor, out);
  }
};

TEST_F(AvgPoolTest, DivisorsOfEveryDtype) {
  for (const ScalarType dtype : floating_dtypes()) {
    const TestTensor x(dtype, {1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
    TestTensor out(dtype, {1, 2, 2});
    pool(x, false, true, std::nullopt, out);
    expect_values(out, {0.25, 1.25, 2.75, 7});
    pool(x, false, false, std::nullopt, out);
    expect_values(out, {1, 2.5, 5.5, 7});
    pool(x, false, true, 2, out);
    expect_values(out, {0.5, 2.5, 5.5, 14});
    expect_ok();
  }
}

TEST_F(AvgPoolTest, CeilModeCountsPaddingButNotBeyond) {
  TestTensor out(ScalarType::Float, {1, 1, 2});
  avg_pool2d_out(ctx_, TestTensor(ScalarType::Float, {1, 1, 3}, {1, 2, 3}),
                 Ints{1, 2}, {}, Ints{0}, true, true, std::nullopt, out);
  expect_ok();
  expect_values(out, {1.5, 3});
}

TEST_F(AvgPoolTest, ChannelsLast) {
  const std::vector<uint8_t> last = {0, 2, 3, 1};
  TestTensor out(ScalarType::Float, {1, 2, 1, 1}, {}, last);
  avg_pool2d_out(ctx_,
                 TestTensor(ScalarType::Float, {1, 2, 2, 2},
                            {1, 2, 3, 4, 5, 6, 7, 8}, last),
                 Ints{2}, {}, Ints{0}, false, true, std::nullopt, out);
  expect_ok();
  expect_values(out, {2.5, 6.5});
}

TEST_F(AvgPoolTest, Refuses) {
  TestTensor out(ScalarType::Float, {1, 2, 2});
  pool(TestTensor(ScalarType::Float, {1, 3, 3}), false, true, 0, out);
  expect_refused();
  pool(TestTensor(ScalarType::Float, {3, 3}), false, true, 1, out);
  expect_refused();
}

}  // namespace
}  // namespace executorch::kernels::test
