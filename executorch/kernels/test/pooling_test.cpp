#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

class PoolingTest : public KernelTest {
 protected:
  /// 0, 1, 2, ... in [1, depth, height, width].
  static TestTensor counting(ScalarType dtype, std::vector<int32_t> sizes) {
    std::vector<double> values(product(sizes));
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<double>(i);
    }
    return TestTensor(dtype, sizes, values);
  }
};

TEST_F(PoolingTest, MaxOfVolumes) {
  for (const ScalarType dtype : floating_dtypes()) {
    TestTensor out(dtype, {1, 1, 2, 2});
    TestTensor places(ScalarType::Long, {1, 1, 2, 2});
    max_pool3d_with_indices_out(ctx_, counting(dtype, {1, 2, 3, 3}), Ints{2},
                                Ints{1}, Ints{0}, Ints{1}, false, out, places);
    expect_ok();
    expect_values(out, {13, 14, 16, 17});
    expect_values(places, {13, 14, 16, 17});
  }
}

TEST_F(PoolingTest, MaxOfRowsLongerThanABlock) {
  TestTensor out(ScalarType::Float, {1, 1, 100});
  TestTensor places(ScalarType::Long, {1, 1, 100});
  max_pool2d_with_indices_out(ctx_, counting(ScalarType::Float, {1, 1, 200}),
                              Ints{1, 3}, Ints{1, 2}, Ints{0, 1}, Ints{1},
                              false, out, places);
  expect_ok();
  EXPECT_EQ(out.values()[0], 1);
  EXPECT_EQ(out.values()[99], 199);
  EXPECT_EQ(places.values(), out.values());
}

TEST_F(PoolingTest, MaxOfEmptyPlanesAndOfWindowsInThePadding) {
  TestTensor none(ScalarType::Float, {1, 0, 2, 2});
  TestTensor no_places(ScalarType::Long, {1, 0, 2, 2});
  max_pool2d_with_indices_out(ctx_, TestTensor(ScalarType::Float, {1, 0, 4, 4}),
                              Ints{2}, Ints{2}, Ints{0}, Ints{1}, false, none,
                              no_places);
  expect_ok();
  TestTensor out(ScalarType::Float, {1, 1, 1});
  TestTensor places(ScalarType::Long, {1, 1, 1});
  max_pool2d_with_indices_out(ctx_, TestTensor(ScalarType::Float, {1, 0, 1}),
                              Ints{2}, Ints{1}, Ints{1}, Ints{1}, false, out,
                              places);
  expect_refused();
  // A dilated window that finds only padding above and below.
  const TestTensor x(ScalarType::Float, {1, 1, 1}, {5});
  max_pool2d_with_indices_out(ctx_, x, Ints{2}, Ints{1}, Ints{1}, Ints{2},
                              false, out, places);
  expect_ok();
  expect_values(out, {-kInf});
}

TEST_F(PoolingTest, MaxOfChannelsLast) {
  const std::vector<double> values = random_values(2 * 70 * 5 * 6);
  const std::vector<int32_t> sizes{2, 70, 5, 6};
  const std::vector<int32_t> out_sizes{2, 70, 3, 3};
  const std::vector<uint8_t> order{0, 2, 3, 1};
  const TestTensor x(ScalarType::Float, sizes, values);
  const TestTensor last(ScalarType::Float, sizes, values, order);
  TestTensor out(ScalarType::Float, out_sizes);
  TestTensor places(ScalarType::Long, out_sizes);
  TestTensor last_out(ScalarType::Float, out_sizes, {}, order);
  TestTensor last_places(ScalarType::Long, out_sizes, {}, order);
  max_pool2d_with_indices_out(ctx_, x, Ints{3}, Ints{2}, Ints{1}, Ints{1},
                              false, out, places);
  max_pool2d_with_indices_out(ctx_, last, Ints{3}, Ints{2}, Ints{1}, Ints{1},
                              false, last_out, last_places);
  expect_ok();
  EXPECT_EQ(last_out.values(), out.values());
  EXPECT_EQ(last_places.values(), places.values());
}

TEST_F(PoolingTest, MeansOfVolumes) {
  TestTensor out(ScalarType::Float, {1, 1, 2, 2});
  avg_pool3d_out(ctx_, counting(ScalarType::Float, {1, 2, 3, 3}), Ints{2},
                 Ints{1}, Ints{0}, false, true, std::nullopt, out);
  expect_values(out, {6.5, 7.5, 9.5, 10.5});
  TestTensor padded(ScalarType::Float, {1, 2, 2, 2});
  avg_pool3d_out(ctx_, counting(ScalarType::Float, {1, 2, 3, 3}), Ints{2},
                 Ints{2}, Ints{1}, false, false, std::nullopt, padded);
  expect_values(padded, {0, 1.5, 4.5, 6, 9, 10.5, 13.5, 15});
  avg_pool3d_out(ctx_, counting(ScalarType::Float, {1, 2, 3, 3}), Ints{2},
                 Ints{1}, Ints{0}, false, true, 0, out);
  expect_refused();
}

TEST_F(PoolingTest, AdaptivePools) {
  TestTensor out(ScalarType::Float, {1, 2, 2});
  TestTensor places(ScalarType::Long, {1, 2, 2});
  adaptive_max_pool2d_out(ctx_, counting(ScalarType::Float, {1, 3, 3}),
                          Ints{2, 2}, out, places);
  expect_values(out, {4, 5, 7, 8});
  expect_values(places, {4, 5, 7, 8});
  TestTensor volume(ScalarType::Float, {1, 1, 1, 1});
  _adaptive_avg_pool3d_out(ctx_, counting(ScalarType::Float, {1, 2, 2, 2}),
                           Ints{1, 1, 1}, volume);
  expect_values(volume, {3.5});
  expect_ok();
}

TEST_F(PoolingTest, GradientsOfMaxima) {
  const TestTensor x(ScalarType::Float, {1, 2, 3});
  const TestTensor grads(ScalarType::Float, {1, 1, 2}, {1, 2});
  TestTensor out(ScalarType::Float, {1, 2, 3});
  max_pool2d_with_indices_backward_grad_input(
      ctx_, grads, x, Ints{2}, Ints{1}, Ints{0}, Ints{1}, false,
      TestTensor(ScalarType::Long, {1, 1, 2}, {4, 4}), out);
  expect_values(out, {0, 0, 0, 0, 3, 0});
  max_pool2d_with_indices_backward_grad_input(
      ctx_, grads, x, Ints{2}, Ints{1}, Ints{0}, Ints{1}, false,
      TestTensor(ScalarType::Long, {1, 1, 2}, {4, 6}), out);
  expect_refused();
}

TEST_F(PoolingTest, ColumnsOfWindows) {
  TestTensor out(ScalarType::Float, {4, 2});
  im2col_out(ctx_, counting(ScalarType::Float, {1, 2, 3}), Ints{2, 2},
             Ints{1, 1}, Ints{0, 0}, Ints{1, 1}, out);
  expect_values(out, {0, 1, 1, 2, 3, 4, 4, 5});
  TestTensor padded(ScalarType::Float, {1, 4});
  im2col_out(ctx_, TestTensor(ScalarType::Float, {1, 1, 1}, {9}), Ints{1, 1},
             Ints{1, 1}, Ints{1, 1}, Ints{2, 2}, padded);
  expect_values(padded, {0, 0, 0, 0});
  expect_ok();
}

TEST_F(PoolingTest, GradientsOfAConvolution) {
  const Ints one{1};
  const Ints zero{0};
  const TestTensor x(ScalarType::Float, {1, 1, 3}, {1, 2, 3});
  const TestTensor w(ScalarType::Float, {1, 1, 2}, {10, 20});
  const TestTensor grad(ScalarType::Float, {1, 1, 2}, {1, 2});
  TestTensor to_x(ScalarType::Float, {1, 1, 3});
  TestTensor to_w(ScalarType::Float, {1, 1, 2});
  TestTensor to_bias(ScalarType::Float, {1});
  const bool mask[] = {true, true, true};
  convolution_backward_out(ctx_, grad, x, w, std::nullopt, one, zero, one,
                           false, zero, 1, {mask, 3}, to_x, to_w, to_bias);
  expect_ok();
  expect_values(to_x, {10, 40, 40});
  expect_values(to_w, {5, 8});
  expect_values(to_bias, {3});
  convolution_backward_out(ctx_, x, x, w, std::nullopt, one, zero, one, false,
                           zero, 1, {mask, 3}, to_x, to_w, to_bias);
  expect_refused();
}

TEST_F(PoolingTest, Resamples) {
  const TestTensor x(ScalarType::Float, {1, 1, 1, 2}, {0, 4});
  const Ints size{1, 4};
  const aten::IntArrayRef wanted = size;
  TestTensor out(ScalarType::Float, {1, 1, 1, 4});
  upsample_nearest2d_vec_out(ctx_, x, wanted, std::nullopt, out);
  expect_values(out, {0, 0, 4, 4});
  upsample_bilinear2d_vec_out(ctx_, x, wanted, false, std::nullopt, out);
  expect_values(out, {0, 1, 3, 4});
  upsample_bicubic2d_vec_out(ctx_, x, wanted, true, std::nullopt, out);
  expect_values(out, {0, 1.2592585, 2.7407405, 4}, 1e-6);
  expect_ok();
  TestTensor halved(ScalarType::Float, {1, 1, 1, 2});
  _upsample_bilinear2d_aa_out(
      ctx_, TestTensor(ScalarType::Float, {1, 1, 1, 4}, {0, 1, 2, 3}),
      Ints{1, 2}, false, std::nullopt, std::nullopt, halved);
  expect_values(halved, {0.7142857, 2.2857143}, 1e-6);
  expect_ok();
  upsample_nearest2d_vec_out(ctx_, x, std::nullopt, std::nullopt, out);
  expect_refused();
}

TEST_F(PoolingTest, SamplesAtAGrid) {
  const TestTensor x(ScalarType::Float, {1, 1, 1, 3}, {1, 2, 4});
  const TestTensor grid(ScalarType::Float, {1, 1, 4, 2},
                        {-1, 0, 0.5, 0, 2, 0, kNan, 0});
  TestTensor out(ScalarType::Float, {1, 1, 1, 4});
  grid_sampler_2d_out(ctx_, x, grid, 0, 0, true, out);
  expect_values(out, {1, 3, 0, 0});
  grid_sampler_2d_out(ctx_, x, grid, 1, 1, true, out);
  expect_ok();
  EXPECT_EQ(out.values()[2], 4);
  grid_sampler_2d_out(ctx_, x, grid, 3, 0, true, out);
  expect_refused();
}

TEST_F(PoolingTest, PixelShuffleOfASwappedBatch) {
  const std::vector<uint8_t> order{1, 0, 2, 3};
  std::vector<double> values(2 * 4);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<double>(i);
  }
  const TestTensor x(ScalarType::Float, {2, 4, 1, 1}, values, order);
  TestTensor out(ScalarType::Float, {2, 1, 2, 2});
  pixel_shuffle_out(ctx_, x, 2, out);
  expect_values(out, values);
  TestTensor back(ScalarType::Float, {2, 4, 1, 1}, {}, order);
  pixel_unshuffle_out(ctx_, out, 2, back);
  expect_values(back, values);
  expect_ok();
}

TEST_F(PoolingTest, LogSoftmaxOfLargeInputs) {
  TestTensor out(ScalarType::Float, {3});
  _log_softmax_out(ctx_, TestTensor(ScalarType::Float, {3}, {1e4, -1e4, 1e4}),
                   0, false, out);
  expect_values(out, {-0.6931472, -20000.693, -0.6931472}, 1e-6);
  expect_ok();
}

}  // namespace
}  // namespace executorch::kernels::test
