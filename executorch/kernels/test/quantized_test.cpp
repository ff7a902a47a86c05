#include <executorch/kernels/quantized/Functions.h>
#include <executorch/kernels/quantized/kernels.h>
#include <executorch/kernels/quantized/quantized_kernels.h>
#include <executorch/kernels/test/kernel_test.h>
#include <executorch/runtime/core/evalue.h>

namespace executorch::kernels::test {
namespace {

using runtime::EValue;

class QuantizedTest : public KernelTest {
 protected:
  TestTensor scales_{ScalarType::Float, {3}, {0.5, 1, 1.5}};
  TestTensor zeros_{ScalarType::Long, {3}, {10, 0, -3}};
};

const std::vector<double> kReals = {0.25, 0.75,  -0.75, kNan,
                                    kInf, -kInf, 1.25,  63.9};

struct QuantizeCase {
  ScalarType dtype;
  int64_t min;
  int64_t max;
  std::vector<double> expected;
};

TEST_F(QuantizedTest, QuantizesPerTensorAndSaturates) {
  const QuantizeCase cases[] = {
      {ScalarType::Char, -128, 127, {3, 5, 1, 0, 127, -128, 5, 127}},
      {ScalarType::Byte, 0, 255, {3, 5, 1, 0, 255, 0, 5, 131}},
      {ScalarType::Short, -1000, 1000, {3, 5, 1, 0, 1000, -1000, 5, 131}},
      {ScalarType::Int,
       -100000,
       100000,
       {3, 5, 1, 0, 100000, -100000, 5, 131}}};
  for (const QuantizeCase& c : cases) {
    for (const ScalarType real :
         {ScalarType::Float, ScalarType::Half, ScalarType::Double}) {
      TestTensor out(c.dtype, {8});
      quantized::quantize_per_tensor_out(ctx_, TestTensor(real, {8}, kReals),
                                         0.5, 3, c.min, c.max, c.dtype, out);
      expect_ok();
      expect_values(out, c.expected);
    }
  }
}

TEST_F(QuantizedTest, QuantizesToTheLimitsOfInt32) {
  TestTensor out(ScalarType::Int, {3});
  quantized::quantize_per_tensor_out(
      ctx_, TestTensor(ScalarType::Float, {3}, {1e9, -1e9, 4e9}), 0.5, 3,
      INT32_MIN, INT32_MAX, ScalarType::Int, out);
  expect_ok();
  expect_values(out, {2e9, -2e9, 2147483647});
}

TEST_F(QuantizedTest, ScalesAsTensors) {
  const TestTensor scale(ScalarType::Double, {1}, {0.5});
  const TestTensor zero(ScalarType::Long, {}, {3});
  TestTensor out(ScalarType::Char, {2, 2});
  quantized::quantize_per_tensor_tensor_args_out(
      ctx_, TestTensor(ScalarType::BFloat16, {2, 2}, {0, 1, -1, 2}), scale,
      zero, -128, 127, ScalarType::Char, out);
  expect_ok();
  expect_values(out, {3, 5, 1, 7});
  TestTensor real(ScalarType::Half, {2, 2});
  quantized::dequantize_per_tensor_tensor_args_out(ctx_, out, scale, zero, -128,
                                                   127, ScalarType::Char,
                                                   ScalarType::Half, real);
  expect_ok();
  expect_values(real, {0, 1, -1, 2});
  quantized::dequantize_per_tensor_tensor_args_out(ctx_, out, scales_, zero,
                                                   -128, 127, ScalarType::Char,
                                                   ScalarType::Half, real);
  expect_refused();
}

TEST_F(QuantizedTest, EmptyAndZeroDimensional) {
  TestTensor none(ScalarType::Byte, {0, 3});
  quantized::quantize_per_tensor_out(ctx_,
                                     TestTensor(ScalarType::Float, {0, 3}), 1,
                                     0, 0, 255, ScalarType::Byte, none);
  expect_ok();
  quantized::quantize_per_channel_out(
      ctx_, TestTensor(ScalarType::Float, {0, 3}), scales_, zeros_, 1, 0, 255,
      ScalarType::Byte, none);
  expect_ok();
  TestTensor real(ScalarType::Float, {});
  quantized::dequantize_per_tensor_out(
      ctx_, TestTensor(ScalarType::Char, {}, {-7}), 0.25, 1, -128, 127,
      ScalarType::Char, {}, real);
  expect_ok();
  expect_values(real, {-2});
}

TEST_F(QuantizedTest, QuantizesChannelsInAnyDimOrder) {
  std::vector<double> values;
  for (int i = -6; i < 6; ++i) {
    values.push_back(i * 1.3);
  }
  const std::vector<double> expected = {-6, -3, -5, -4, -5, -4,
                                        10, 13, 3,  4,  0,  1};
  for (const std::vector<uint8_t>& in :
       {std::vector<uint8_t>{0, 1, 2, 3}, std::vector<uint8_t>{0, 2, 3, 1}}) {
    for (const std::vector<uint8_t>& to :
         {std::vector<uint8_t>{0, 1, 2, 3}, std::vector<uint8_t>{0, 2, 3, 1}}) {
      for (const int64_t axis : {1, -3}) {
        TestTensor out(ScalarType::Char, {2, 3, 2, 1}, {}, to);
        quantized::quantize_per_channel_out(
            ctx_, TestTensor(ScalarType::Float, {2, 3, 2, 1}, values, in),
            scales_, zeros_, axis, -128, 127, ScalarType::Char, out);
        expect_ok();
        expect_values(out, expected);
      }
    }
  }
}

TEST_F(QuantizedTest, DequantizesChannels) {
  std::vector<double> values;
  for (int i = -6; i < 6; ++i) {
    values.push_back(i * 10);
  }
  const TestTensor in(ScalarType::Char, {2, 3, 2}, values);
  TestTensor out(ScalarType::Float, {2, 3, 2});
  quantized::dequantize_per_channel_out(ctx_, in, scales_,
                                        std::optional<Tensor>(*zeros_), 1, -128,
                                        127, ScalarType::Char, {}, out);
  expect_ok();
  expect_values(out,
                {-35, -30, -40, -30, -25.5, -10.5, -5, 0, 20, 30, 64.5, 79.5});
  quantized::dequantize_per_channel_out(ctx_, in, scales_, {}, 1, -128, 127,
                                        ScalarType::Char, {}, out);
  expect_ok();
  expect_values(out, {-30, -25, -40, -30, -30, -15, 0, 5, 20, 30, 60, 75});
}

/// More columns than one block, with parameters that change along them.
TEST_F(QuantizedTest, LongRowsOfChannels) {
  constexpr int32_t kColumns = 700;
  std::vector<double> scales;
  std::vector<double> values;
  std::vector<double> expected;
  for (int32_t i = 0; i < kColumns; ++i) {
    scales.push_back(0.5 + i % 3);
  }
  for (int32_t i = 0; i < 2 * kColumns; ++i) {
    values.push_back(i % 200 - 100);
    expected.push_back(values.back() *
                       scales[static_cast<size_t>(i % kColumns)]);
  }
  TestTensor out(ScalarType::Float, {2, kColumns});
  quantized::dequantize_per_channel_out(
      ctx_, TestTensor(ScalarType::Short, {2, kColumns}, values),
      TestTensor(ScalarType::Float, {kColumns}, scales), {}, 1, -128, 127,
      ScalarType::Short, {}, out);
  expect_ok();
  expect_values(out, expected);
}

TEST_F(QuantizedTest, TokensRoundAfterTheZeroPoint) {
  const TestTensor scales(ScalarType::Float, {2, 1}, {1, 0.5});
  const TestTensor zeros(ScalarType::Long, {2, 1}, {1, -2});
  TestTensor out(ScalarType::Char, {2, 3});
  quantized::quantize_per_token_out(
      ctx_, TestTensor(ScalarType::Float, {2, 3}, {0.5, 1.5, 2.5, -1, 0.3, 7}),
      scales, zeros, -128, 127, ScalarType::Char, out);
  expect_ok();
  expect_values(out, {2, 2, 4, -4, -1, 12});
  TestTensor real(ScalarType::Float, {2, 3});
  quantized::dequantize_per_token_out(ctx_, out, scales, zeros, -128, 127,
                                      ScalarType::Char, ScalarType::Float,
                                      real);
  expect_ok();
  expect_values(real, {1, 1, 3, -1, 0.5, 7});
}

TEST_F(QuantizedTest, ChoosesParameters) {
  TestTensor scale(ScalarType::Double, {1});
  TestTensor zero(ScalarType::Long, {1});
  const auto choose = [&](const std::vector<double>& values) {
    const auto n = static_cast<int32_t>(values.size());
    quantized::choose_qparams_tensor_out(
        ctx_, TestTensor(ScalarType::Float, {n}, values), -128, 127, 1e-5,
        ScalarType::Char, scale, zero);
  };
  choose({-1, 0.5, 3, 2});
  expect_ok();
  expect_values(scale, {4.0 / 255}, 1e-7);
  expect_values(zero, {-64});
  choose({0});
  expect_values(scale, {1e-5}, 1e-9);
  expect_values(zero, {-128});
  choose({kNan, 1});
  expect_values(scale, {kNan});
  expect_values(zero, {127});
  choose({});
  expect_refused();
}

TEST_F(QuantizedTest, ChoosesParametersOfTokens) {
  TestTensor scale(ScalarType::Double, {3, 1});
  TestTensor zero(ScalarType::Long, {3, 1});
  for (const ScalarType real : {ScalarType::Float, ScalarType::Half}) {
    quantized::choose_qparams_per_token_asymmetric_out(
        ctx_, TestTensor(real, {3, 2}, {-1, 0.5, 3, 2, -5, -4}),
        ScalarType::Char, scale, zero);
    expect_ok();
    expect_values(scale, {1.5 / 255, 3.0 / 255, 5.0 / 255}, 1e-5);
    expect_values(zero, {42, -128, 127});
  }
}

TEST_F(QuantizedTest, EmbeddingsOfPackedBytes) {
  const TestTensor zeros(ScalarType::Float, {3, 2}, {1, -5, 0, 2, -3, -1});
  const TestTensor scales(ScalarType::Float, {3, 2}, {0.5, 1, 1.5, 2, 2.5, 3});
  const TestTensor indices(ScalarType::Int, {2}, {0, 2});
  const std::optional<Tensor> zero(*zeros);
  TestTensor out(ScalarType::Half, {2, 4});
  quantized::quantized_embedding_4bit_dtype_out(
      ctx_, TestTensor(ScalarType::Byte, {3, 2}, {89, 239, 163, 72, 11, 126}),
      scales, zero, -8, 7, indices, ScalarType::Half, out);
  expect_ok();
  expect_values(out, {-2, 0, 11, 12, -12.5, 15, 0, 21});
  TestTensor real(ScalarType::Float, {2, 4});
  quantized::quantized_embedding_2bit_out(
      ctx_, TestTensor(ScalarType::Byte, {3, 1}, {236, 134, 228}), scales, {},
      -2, 1, indices, real);
  expect_ok();
  expect_values(real, {-1, 0.5, 0, 1, -5, -2.5, 0, 3});
  quantized::quantized_embedding_byte_out(
      ctx_,
      TestTensor(ScalarType::Char, {3, 4},
                 {1, 2, 3, 4, 0, 0, 0, 0, 5, 6, 7, 8}),
      scales, zero, -128, 127, indices, real);
  expect_ok();
  expect_values(real, {0, 0.5, 8, 9, 20, 22.5, 24, 27});
  quantized::quantized_embedding_byte_out(
      ctx_, TestTensor(ScalarType::Char, {3, 4}), scales, zero, -128, 127,
      TestTensor(ScalarType::Long, {1}, {3}), real);
  expect_refused();
}

TEST_F(QuantizedTest, ProductsWithQuantizedWeights) {
  const TestTensor in(ScalarType::Half, {1, 3}, {1, 1.5, 2});
  TestTensor out(ScalarType::Half, {1, 2});
  quantized::quantized_mixed_mm_out(
      ctx_, in, TestTensor(ScalarType::Char, {3, 2}, {5, 4, 3, 2, 1, 1}),
      TestTensor(ScalarType::Float, {3}, {0.25, 0.5, 1}), {}, out);
  expect_ok();
  expect_values(out, {5.5, 4.5});
  TestTensor real(ScalarType::Float, {1, 2});
  quantized::quantized_mixed_linear_out(
      ctx_, in, TestTensor(ScalarType::Char, {2, 3}, {5, 3, 1, 4, 2, 1}),
      TestTensor(ScalarType::Float, {2, 2}, {0.25, 1, 0.5, 0.5}), {},
      ScalarType::Float, real);
  expect_ok();
  expect_values(real, {4.375, 4.5});
}

TEST_F(QuantizedTest, AddsWithBroadcast) {
  TestTensor out(ScalarType::Char, {2, 3});
  quantized::quantized_add_out(
      ctx_, TestTensor(ScalarType::Char, {2, 1}, {3, -5}), 0.5, 1, -128, 127,
      TestTensor(ScalarType::Char, {3}, {2, 6, 100}), 0.25, 2, -128, 127, 0.125,
      -10, -128, 127, out);
  expect_ok();
  expect_values(out, {-2, 6, 127, -34, -26, 127});
}

TEST_F(QuantizedTest, Refuses) {
  const TestTensor in(ScalarType::Float, {2, 3});
  TestTensor out(ScalarType::Char, {2, 3});
  const auto quantize = [&](const Tensor& scales, int64_t axis, int64_t max,
                            ScalarType dtype) {
    quantized::quantize_per_channel_out(ctx_, in, scales, zeros_, axis, -128,
                                        max, dtype, out);
  };
  quantize(scales_, 1, 127, ScalarType::Char);
  expect_ok();
  quantize(scales_, 0, 127, ScalarType::Char);
  expect_refused();
  quantize(scales_, 2, 127, ScalarType::Char);
  expect_refused();
  quantize(scales_, 1, 255, ScalarType::Char);
  expect_refused();
  quantize(scales_, 1, 127, ScalarType::Byte);
  expect_refused();
  quantize(TestTensor(ScalarType::Bool, {3}), 1, 127, ScalarType::Char);
  expect_refused();
  TestTensor real(ScalarType::Float, {2, 3});
  quantized::dequantize_per_tensor_out(ctx_, in, 1, 0, -128, 127,
                                       ScalarType::Char, {}, real);
  expect_refused();
}

TEST_F(QuantizedTest, NativeFunctionsMayLackAContext) {
  using torch::executor::native::quantize_per_tensor_out;
  const TestTensor in(ScalarType::Float, {2}, {1, 2});
  TestTensor out(ScalarType::Char, {2});
  quantize_per_tensor_out(in, 0.5, 1, -128, 127, ScalarType::Char, out);
  expect_values(out, {3, 5});
  quantize_per_tensor_out(ctx_, in, 0.5, 1, 0, 300, ScalarType::Char, out);
  expect_refused();
  EXPECT_DEATH(
      quantize_per_tensor_out(in, 0.5, 1, 0, 300, ScalarType::Char, out), "");
}

TEST_F(QuantizedTest, FunctionsTellOverloadsByTheirArguments) {
  using torch::executor::quantized_decomposed::quantize_per_tensor_outf;
  const TestTensor in(ScalarType::Float, {2}, {1, 2});
  const TestTensor scale(ScalarType::Double, {1}, {0.5});
  const TestTensor zero_point(ScalarType::Long, {1}, {1});
  TestTensor out(ScalarType::Char, {2});
  quantize_per_tensor_outf(ctx_, in, 0.5, 1, -128, 127, ScalarType::Char, out);
  expect_values(out, {3, 5});
  quantize_per_tensor_outf(ctx_, in, scale, zero_point, -128, 127,
                           ScalarType::Char, out);
  expect_values(out, {3, 5});
}

TEST_F(QuantizedTest, EveryKernelSurvivesEveryTag) {
  EValue self(*scales_);
  EValue none;
  EValue number(int64_t{-1});
  EValue values[] = {self, none, number, EValue(0.5), EValue(true)};
  for (const runtime::Kernel& kernel : quantized::quantized_kernels()) {
    for (EValue& value : values) {
      for (const size_t count : {size_t{0}, size_t{3}, size_t{20}}) {
        std::vector<EValue*> stack(count, &value);
        kernel.op_(ctx_, {stack.data(), stack.size()});
        ctx_.fail(Error::Ok);
      }
    }
  }
}

}  // namespace
}  // namespace executorch::kernels::test
