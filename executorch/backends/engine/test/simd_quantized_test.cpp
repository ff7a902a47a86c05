#include <executorch/backends/engine/kernels/simd/quantized_window_loops.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/test/kernel_twin.h>

// Kernels of quantized numbers with vectors against their scalar twins, which
// they equal.
namespace executorch::backends::engine::testing {
namespace {

struct ConvCase {
  Sizes x;  ///< [N, H, W, C]
  int64_t outputs;
  int64_t groups;
  Window window;
};

NodeCase conv_node(const ConvCase& conv, QuantizedConv2d op) {
  op.window = conv.window;
  op.groups = conv.groups;
  op.layout = Layout::kNhwc;
  const Sizes weight = {conv.outputs, conv.window.kernel[0],
                        conv.window.kernel[1], conv.x[3] / conv.groups};
  const auto depth = static_cast<float>(weight[1] * weight[2] * weight[3]);
  NodeCase node{op,
                {random(ScalarType::Byte, conv.x, 0, 256),
                 random(ScalarType::Char, weight, -128, 128, 2),
                 random(ScalarType::Float, {conv.outputs}, 0.001f / depth,
                        0.02f / depth, 3),
                 random(ScalarType::Int, {conv.outputs}, -9999, 9999, 4)}};
  node.first_constant = 1;
  return node;
}

using Make = KernelResult (*)(const QuantizedConv2d&, const NodeView&);

void check(const ConvCase& conv, Make make) {
  NodeCase node = conv_node(conv, {{}, 1, 131, 7});
  expect_twin<QuantizedConv2d>(node, make, 0);
  node.operands.pop_back();
  expect_twin<QuantizedConv2d>(node, make, 0);
  expect_twin<QuantizedConv2d>(conv_node(conv, {{}, 1, 0, 128, 128, 200}), make,
                               0);
}

TEST(SimdQuantizedConv2dTest, Gemm) {
  const Window plain;
  const Window around = {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}};
  const ConvCase cases[] = {
      {{2, 7, 9, 5}, 13, 1, plain},
      {{1, 7, 9, 16}, 70, 1, plain},
      {{1, 1, 1, 1}, 1, 1, plain},
      {{1, 40, 11, 24}, 130, 1, plain},
      {{1, 7, 9, 4}, 6, 2, around},
      {{1, 7, 9, 8}, 6, 2, around},
      {{2, 17, 19, 3}, 8, 1, {{3, 5}, {2, 3}, {1, 1}, {1, 2}, {0, 2}}},
      {{1, 17, 19, 3}, 8, 1, {{3, 2}, {1, 2}, {3, 2}, {4, 0}, {1, 3}}},
      {{1, 3, 3, 4}, 4, 1, {{3, 3}, {1, 1}, {1, 1}, {5, 4}, {4, 6}}},
      {{1, 9, 9, 70}, 30, 1, around},
      {{1, 9, 9, 72}, 65, 1, around},
      {{1, 5, 7, 256}, 20, 1, plain},
      {{1, 5, 7, 300}, 20, 1, plain},
  };
  for (const ConvCase& conv : cases) {
    check(conv, simd::make_gemm);
  }
}

TEST(SimdQuantizedConv2dTest, Remainders) {
  for (const int64_t rows : {1, 2, 3, 5, 6, 7, 97}) {
    for (const int64_t outputs : {1, 3, 8, 15, 16, 17, 33, 63, 64, 65}) {
      check({{1, rows, 1, 12}, outputs, 1, {}}, simd::make_gemm);
    }
  }
}

/// Targets without vectors of bytes have none.
KernelResult make_depthwise(const QuantizedConv2d& op, const NodeView& node) {
  return simd::quantized_window_loops().max_channels == 0
             ? scalar::make(op, node)
             : simd::make_depthwise(op, node);
}

TEST(SimdQuantizedConv2dTest, Depthwise) {
  for (const int64_t c : {1, 3, 15, 16, 17, 32, 40, 63, 64, 65, 112, 130}) {
    const ConvCase cases[] = {
        {{2, 7, 9, c}, c, c, {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}},
        {{1, 9, 20, c}, c, c, {{3, 3}, {2, 2}, {1, 1}, {0, 0}, {1, 1}}},
        {{1, 12, 20, c}, c, c, {{5, 3}, {3, 3}, {1, 2}, {2, 1}, {0, 4}}},
        {{1, 2, 2, c}, c, c, {{5, 5}, {1, 1}, {1, 1}, {2, 2}, {2, 2}}},
        {{1, 1, 30, c}, c, c, {{1, 7}, {1, 1}, {1, 1}, {0, 3}, {0, 3}}},
    };
    for (const ConvCase& conv : cases) {
      check(conv, make_depthwise);
    }
  }
}

TEST(SimdQuantizedAddTest, Remainders) {
  for (const int64_t size : {1, 15, 16, 17, 64, 1001}) {
    NodeCase node{QuantizedAdd{3, 200, 120, 0.7f, 0.031f, 5, 250},
                  {random(ScalarType::Byte, {size}, 0, 256),
                   random(ScalarType::Byte, {size}, 0, 256, 2)}};
    expect_twin<QuantizedAdd>(node, simd::make_pointwise, 0);
  }
}

TEST(SimdQuantizedPool2dTest, Maximum) {
  Pool2d op;
  op.layout = Layout::kNhwc;
  op.window = {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}};
  for (const int64_t channels : {1, 15, 16, 33, 64, 70}) {
    NodeCase node{op, {random(ScalarType::Byte, {2, 9, 7, channels}, 0, 256)}};
    node.type = TensorType{ScalarType::Byte, {2, 5, 4, channels}};
    expect_twin<Pool2d>(node, simd::make_windows, 0);
  }
}

}  // namespace
}  // namespace executorch::backends::engine::testing
