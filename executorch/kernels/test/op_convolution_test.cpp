#include <executorch/kernels/test/kernel_test.h>

#include <string>

namespace executorch::kernels::test {
namespace {

using namespace portable;

struct Convolution {
  std::vector<int32_t> in;  ///< N, C, spatial sizes
  int32_t out_channels;
  std::vector<int32_t> kernel;
  Ints stride;
  Ints padding;
  Ints dilation;
  int32_t groups = 1;
  bool transposed = false;
  Ints output_padding = {0};

  size_t dims() const { return kernel.size(); }
  int64_t at(const Ints& list, size_t i) const {
    return list.size() == 1 ? list[0] : list[i];
  }

  std::vector<int32_t> weight_sizes() const {
    std::vector<int32_t> sizes = {transposed ? in[1] : out_channels,
                                  (transposed ? out_channels : in[1]) / groups};
    sizes.insert(sizes.end(), kernel.begin(), kernel.end());
    return sizes;
  }

  std::vector<int32_t> out_sizes() const {
    std::vector<int32_t> sizes = {in[0], out_channels};
    for (size_t i = 0; i < dims(); ++i) {
      const int64_t reach = at(dilation, i) * (kernel[i] - 1) + 1;
      const int64_t size =
          transposed
              ? (in[i + 2] - 1) * at(stride, i) - 2 * at(padding, i) + reach +
                    at(output_padding, i)
              : (in[i + 2] + 2 * at(padding, i) - reach) / at(stride, i) + 1;
      sizes.push_back(static_cast<int32_t>(size));
    }
    return sizes;
  }
};

/// A three-dimensional view of the case for the reference loops.
struct Spatial {
  int64_t in[3] = {1, 1, 1};
  int64_t out[3] = {1, 1, 1};
  int64_t kernel[3] = {1, 1, 1};
  int64_t stride[3] = {1, 1, 1};
  int64_t padding[3] = {0, 0, 0};
  int64_t dilation[3] = {1, 1, 1};

  explicit Spatial(const Convolution& c) {
    const size_t lead = 3 - c.dims();
    for (size_t i = 0; i < c.dims(); ++i) {
      in[lead + i] = c.in[i + 2];
      out[lead + i] = c.out_sizes()[i + 2];
      kernel[lead + i] = c.kernel[i];
      stride[lead + i] = c.at(c.stride, i);
      padding[lead + i] = c.at(c.padding, i);
      dilation[lead + i] = c.at(c.dilation, i);
    }
  }

  /// Calls f(small index, large index, tap index) for every product, where
  /// large = small * stride - padding + tap * dilation lies inside of `limit`.
  template <class F>
  void products(const int64_t* small, const int64_t* limit, const F& f) const {
    int64_t s[3];
    int64_t t[3];
    for (s[0] = 0; s[0] < small[0]; ++s[0])
      for (s[1] = 0; s[1] < small[1]; ++s[1])
        for (s[2] = 0; s[2] < small[2]; ++s[2])
          for (t[0] = 0; t[0] < kernel[0]; ++t[0])
            for (t[1] = 0; t[1] < kernel[1]; ++t[1])
              for (t[2] = 0; t[2] < kernel[2]; ++t[2]) {
                int64_t large = 0;
                bool inside = true;
                for (size_t i = 0; i < 3; ++i) {
                  const int64_t at =
                      s[i] * stride[i] - padding[i] + t[i] * dilation[i];
                  inside = inside && at >= 0 && at < limit[i];
                  large = large * limit[i] + at;
                }
                if (inside) {
                  f((s[0] * small[1] + s[1]) * small[2] + s[2], large,
                    (t[0] * kernel[1] + t[1]) * kernel[2] + t[2]);
                }
              }
  }
};

std::vector<double> reference(const Convolution& c,
                              const std::vector<double>& in,
                              const std::vector<double>& weight,
                              const std::vector<double>& bias) {
  const Spatial s(c);
  const auto volume = [](const int64_t* sizes) {
    return sizes[0] * sizes[1] * sizes[2];
  };
  const int64_t in_plane = volume(s.in);
  const int64_t out_plane = volume(s.out);
  const int64_t taps = volume(s.kernel);
  const int64_t ci = c.in[1] / c.groups;
  const int64_t co = c.out_channels / c.groups;
  std::vector<double> out(product(c.out_sizes()));
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = bias[i / static_cast<size_t>(out_plane) % bias.size()];
  }
  for (int64_t n = 0; n < c.in[0]; ++n)
    for (int64_t g = 0; g < c.groups; ++g)
      for (int64_t i = 0; i < ci; ++i)
        for (int64_t o = 0; o < co; ++o) {
          const double* x = in.data() + (n * c.in[1] + g * ci + i) * in_plane;
          double* y =
              out.data() + (n * c.out_channels + g * co + o) * out_plane;
          const double* w =
              weight.data() +
              (c.transposed ? (g * ci + i) * co + o : (g * co + o) * ci + i) *
                  taps;
          if (c.transposed) {
            s.products(s.in, s.out,
                       [&](int64_t small, int64_t large, int64_t tap) {
                         y[large] += x[small] * w[tap];
                       });
          } else {
            s.products(s.out, s.in,
                       [&](int64_t small, int64_t large, int64_t tap) {
                         y[small] += x[large] * w[tap];
                       });
          }
        }
  return out;
}

std::vector<Convolution> cases() {
  return {
      {{1, 3, 8, 9}, 5, {1, 1}, {1}, {0}, {1}},
      {{2, 40, 13, 17}, 30, {1, 1}, {1, 1}, {0, 0}, {1, 1}},
      {{1, 33, 7, 7}, 70, {1, 1}, {1}, {0}, {1}},
      {{1, 8, 9, 9}, 8, {1, 1}, {2}, {0}, {1}},
      {{1, 3, 11, 12}, 7, {3, 3}, {1}, {1}, {1}},
      {{2, 5, 14, 13}, 33, {3, 3}, {2}, {1}, {1}},
      {{1, 40, 6, 6}, 9, {3, 3}, {1}, {1}, {1}},
      {{1, 3, 23, 21}, 8, {7, 7}, {2}, {3}, {1}},
      {{1, 4, 10, 10}, 4, {3, 2}, {1, 2}, {2, 0}, {2, 3}},
      {{1, 4, 12, 12}, 6, {3, 3}, {3, 1}, {1, 2}, {1}, 2},
      {{2, 16, 15, 14}, 16, {3, 3}, {1}, {1}, {1}, 16},
      {{1, 16, 15, 14}, 16, {3, 3}, {2}, {1}, {1}, 16},
      {{1, 6, 9, 20}, 6, {5, 5}, {1}, {2}, {1}, 6},
      {{1, 6, 9, 20}, 12, {3, 3}, {1}, {1}, {2}, 6},
      {{1, 4, 40, 120}, 4, {3, 3}, {1}, {1}, {1}, 4},
      {{1, 2, 7, 150}, 4, {3, 3}, {2, 3}, {40}, {20, 37}, 2},
      {{1, 5, 2, 1}, 5, {3, 3}, {1}, {1}, {1}, 5},
      {{1, 3, 4, 4}, 2, {1, 1}, {1}, {2}, {1}},
      {{2, 6, 30}, 10, {5}, {2}, {3}, {1}},
      {{1, 8, 50}, 8, {3}, {1}, {2}, {2}, 8},
      {{1, 3, 5, 6, 7}, 4, {3, 2, 3}, {1, 2, 1}, {1, 0, 1}, {1, 1, 2}},
      {{1, 4, 5, 6}, 3, {3, 3}, {2}, {1}, {1}, 1, true, {1}},
      {{2, 4, 5, 6}, 6, {2, 3}, {1, 3}, {0, 1}, {2, 1}, 2, true, {0}},
      {{1, 4, 9}, 4, {4}, {2}, {1}, {1}, 4, true, {0}},
      {{1, 2, 3, 4, 3}, 3, {2, 2, 2}, {2}, {0}, {1}, 1, true, {1, 0, 1}},
      {{1, 4, 6, 6}, 5, {1, 1}, {1}, {0}, {1}, 1, true, {0}},
      {{0, 3, 8, 8}, 5, {3, 3}, {1}, {1}, {1}},
  };
}

class ConvolutionTest : public testing::TestWithParam<Convolution> {
 protected:
  static std::vector<uint8_t> channels_last(size_t rank) {
    return rank == 4 ? std::vector<uint8_t>{0, 2, 3, 1}
                     : std::vector<uint8_t>{0, 2, 3, 4, 1};
  }

  void run(ScalarType dtype, bool with_bias, bool strided = false) {
    const Convolution& c = GetParam();
    const std::vector<uint8_t> order =
        strided ? channels_last(c.in.size()) : std::vector<uint8_t>{};
    const auto make = [&](const std::vector<int32_t>& sizes, uint64_t seed) {
      const size_t count = product(sizes);
      return TestTensor(dtype, sizes,
                        rounding(dtype) == 0 ? small_values(count, 3)
                                             : random_values(count, seed),
                        sizes.size() > 3 ? order : std::vector<uint8_t>{});
    };
    const TestTensor in = make(c.in, 1);
    const TestTensor weight = make(c.weight_sizes(), 2);
    const TestTensor bias = make({c.out_channels}, 3);
    TestTensor out(dtype, c.out_sizes(), {}, order);
    convolution_out(ctx_, in, weight,
                    with_bias ? std::optional<Tensor>(*bias) : std::nullopt,
                    c.stride, c.padding, c.dilation, c.transposed,
                    c.output_padding, c.groups, out);
    ASSERT_EQ(ctx_.failure_state(), Error::Ok);
    expect_values(out,
                  reference(c, in.values(), weight.values(),
                            with_bias ? bias.values() : std::vector<double>{0}),
                  dtype == ScalarType::Float ? 1e-5 : 2 * rounding(dtype));
  }

  KernelRuntimeContext ctx_;
};

TEST_P(ConvolutionTest, AgreesWithTheDefinition) {
  for (const ScalarType dtype : floating_dtypes()) {
    run(dtype, false);
    run(dtype, true);
  }
  run(ScalarType::Long, true);
  run(ScalarType::Int, true);
}

TEST_P(ConvolutionTest, TakesChannelsLast) {
  if (GetParam().in.size() > 3) {
    for (const ScalarType dtype : floating_dtypes()) {
      run(dtype, true, true);
    }
    run(ScalarType::Long, false, true);
  }
}

INSTANTIATE_TEST_SUITE_P(Sweep, ConvolutionTest, testing::ValuesIn(cases()),
                         [](const auto& test) {
                           return std::to_string(test.index);
                         });

class ConvolutionChecksTest : public KernelTest {
 protected:
  void run(const TestTensor& in, const TestTensor& weight, Ints stride,
           Ints padding, int64_t groups) {
    TestTensor out(ScalarType::Float, {1, 4, 4, 4});
    convolution_out(ctx_, in, weight, std::nullopt, stride, padding, Ints{1, 1},
                    false, Ints{0, 0}, groups, out);
  }

  const TestTensor in_{ScalarType::Float, {1, 2, 4, 4}};
  const TestTensor weight_{ScalarType::Float, {4, 2, 3, 3}};
};

TEST_F(ConvolutionChecksTest, Refuses) {
  run(in_, weight_, {1, 1}, {1, 1}, 1);
  expect_ok();
  run(in_, weight_, {0, 1}, {1, 1}, 1);
  expect_refused();
  run(in_, weight_, {1, 1}, {-1, 1}, 1);
  expect_refused();
  run(in_, weight_, {1, 1}, {INT64_MAX, 1}, 1);
  expect_refused();
  run(in_, weight_, {1, 1}, {0, 0, 0}, 1);
  expect_refused();
  run(in_, weight_, {1, 1}, {1, 1}, 3);
  expect_refused();
  run(in_, weight_, {1, 1}, {1, 1}, INT64_MIN);
  expect_refused();
  run(in_, TestTensor(ScalarType::Float, {4, 3, 3, 3}), {1, 1}, {1, 1}, 1);
  expect_refused();
  run(in_, TestTensor(ScalarType::Float, {4, 2, 9, 9}), {1, 1}, {1, 1}, 1);
  expect_refused();
  run(in_, TestTensor(ScalarType::Half, {4, 2, 3, 3}), {1, 1}, {1, 1}, 1);
  expect_refused();
  run(in_, weight_, {1, 1}, {9, 9}, 1);
  expect_refused();
}

TEST_F(ConvolutionChecksTest, RefusesOutputPaddingOfAStep) {
  const TestTensor weight(ScalarType::Float, {2, 4, 1, 1});
  TestTensor out(ScalarType::Float, {1, 4, 9, 9});
  for (const int64_t padding : {1, 2}) {
    convolution_out(ctx_, in_, weight, std::nullopt, Ints{2}, Ints{0}, Ints{1},
                    true, Ints{padding}, 1, out);
    padding == 1 ? expect_ok() : expect_refused();
  }
}

}  // namespace
}  // namespace executorch::kernels::test
