#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/test/kernel_twin.h>

#include <cmath>

// Kernels of float32 with vectors against their scalar twins.
namespace executorch::backends::engine::testing {
namespace {

constexpr ScalarType kFloat = ScalarType::Float;

void check_matmul(const Sizes& a, const Sizes& b, std::optional<Sizes> c,
                  size_t first_constant) {
  NodeCase node{MatMul{0.5, -2},
                {random(kFloat, a), random(kFloat, b, -1, 1, 2)}};
  if (c.has_value()) {
    node.operands.push_back(random(kFloat, *c, -1, 1, 3));
  }
  node.first_constant = first_constant;
  expect_twin<MatMul>(node, simd::make_gemm, 1e-4f);
}

TEST(SimdMatMulTest, Remainders) {
  for (const int64_t m : {1, 2, 5, 11, 12, 13, 25}) {
    for (const int64_t n : {1, 3, 7, 8, 9, 15, 17, 31, 32, 33, 70}) {
      check_matmul({m, 5}, {5, n}, Sizes{n}, 1);
      check_matmul({m, 5}, {5, n}, Sizes{m, 1}, SIZE_MAX);
    }
  }
}

TEST(SimdMatMulTest, Blocks) {
  check_matmul({250, 1030}, {1030, 135}, Sizes{250, 135}, 1);
  check_matmul({250, 1030}, {1030, 135}, std::nullopt, SIZE_MAX);
}

TEST(SimdMatMulTest, Batches) {
  for (const size_t first_constant : {size_t{1}, SIZE_MAX}) {
    check_matmul({3, 4, 6}, {3, 6, 5}, Sizes{3, 4, 5}, first_constant);
    check_matmul({3, 4, 6}, {6, 5}, Sizes{3, 1, 5}, first_constant);
    check_matmul({3, 4, 6}, {6, 5}, Sizes{3, 4, 5}, first_constant);
    check_matmul({3, 1, 6}, {6, 5}, Sizes{3, 1, 5}, first_constant);
    check_matmul({3, 1, 6}, {6, 5}, Sizes{5}, first_constant);
    check_matmul({2, 1, 4, 6}, {3, 6, 5}, Sizes{3, 1, 1}, first_constant);
    check_matmul({4, 6}, {2, 3, 6, 5}, Sizes{}, first_constant);
  }
}

struct ConvCase {
  Sizes x;  ///< [N, C, H, W], of which the channels are put last
  int64_t outputs;
  int64_t groups;
  Window window;
};

Sizes channels_last(const Sizes& x) { return {x[0], x[2], x[3], x[1]}; }

NodeCase conv_node(const ConvCase& conv, size_t first_constant) {
  const Sizes weight = {conv.outputs, conv.x[1] / conv.groups,
                        conv.window.kernel[0], conv.window.kernel[1]};
  NodeCase node{
      Conv2d{conv.window, conv.groups, Layout::kNhwc},
      {random(kFloat, channels_last(conv.x)), random(kFloat, weight, -1, 1, 2),
       random(kFloat, {conv.outputs}, -1, 1, 3)}};
  node.first_constant = first_constant;
  return node;
}

TEST(SimdConv2dTest, Gemm) {
  const Window plain;
  const ConvCase cases[] = {
      {{2, 5, 7, 9}, 13, 1, plain},
      {{1, 4, 7, 9}, 6, 2, {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}},
      {{2, 3, 17, 19}, 8, 1, {{3, 5}, {2, 3}, {1, 1}, {1, 2}, {0, 2}}},
      {{1, 3, 17, 19}, 8, 1, {{3, 2}, {1, 2}, {3, 2}, {4, 0}, {1, 3}}},
      {{1, 2, 3, 3}, 4, 1, {{3, 3}, {1, 1}, {1, 1}, {5, 4}, {4, 6}}},
      {{1, 70, 9, 9}, 30, 1, {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}},
      {{1, 3, 20, 20}, 7, 1, {{1, 1}, {2, 2}, {1, 1}, {0, 0}, {0, 0}}},
      {{1, 3, 9, 70}, 6, 3, {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}}},
  };
  for (const ConvCase& conv : cases) {
    for (const size_t first_constant : {size_t{1}, SIZE_MAX}) {
      NodeCase node = conv_node(conv, first_constant);
      expect_twin<Conv2d>(node, simd::make_gemm, 1e-4f);
      node.operands.pop_back();
      expect_twin<Conv2d>(node, simd::make_gemm, 1e-4f);
    }
  }
}

TEST(SimdConv2dTest, Depthwise) {
  const ConvCase cases[] = {
      {{2, 3, 7, 9}, 3, 3, {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}},
      {{1, 3, 9, 70}, 3, 3, {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}}},
      {{1, 3, 9, 71}, 3, 3, {{3, 3}, {2, 2}, {1, 1}, {0, 0}, {1, 1}}},
      {{1, 2, 12, 90}, 2, 2, {{5, 3}, {3, 3}, {1, 2}, {2, 1}, {0, 4}}},
      {{1, 2, 12, 40}, 2, 2, {{2, 5}, {1, 1}, {2, 3}, {0, 6}, {3, 5}}},
      {{1, 4, 1, 200}, 4, 4, {{1, 7}, {1, 1}, {1, 1}, {0, 3}, {0, 3}}},
      {{1, 2, 12, 12}, 2, 2, {{1, 1}, {4, 5}, {1, 1}, {0, 0}, {0, 0}}},
  };
  for (const ConvCase& conv : cases) {
    NodeCase node = conv_node(conv, 1);
    expect_twin<Conv2d>(node, simd::make_depthwise, 1e-5f);
    node.operands.pop_back();
    expect_twin<Conv2d>(node, simd::make_depthwise, 1e-5f);
  }
}

TEST(SimdPool2dTest, Maximum) {
  Pool2d op;
  op.layout = Layout::kNhwc;
  op.window = {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}};
  for (const int64_t size : {4, 5, 16, 40, 75}) {
    for (const int64_t extra : {0, 1}) {
      const int64_t out = (size - 1) / 2 + 1 + (size % 2 == 0 ? extra : 0);
      NodeCase node{op, {random(kFloat, {1, size, size, 7})}};
      node.type = TensorType{kFloat, {1, out, out, 7}};
      reinterpret_cast<float*>(node.operands[0]->bytes.data())[5] = NAN;
      expect_twin<Pool2d>(node, simd::make_windows, 0);
    }
  }
}

TEST(SimdPool2dTest, Average) {
  Pool2d op;
  op.kind = Pool2d::Kind::kAverage;
  op.layout = Layout::kNhwc;
  op.window = {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}};
  for (const int64_t size : {4, 5, 16, 40, 75}) {
    for (const bool counts_pad : {false, true}) {
      op.count_include_pad = counts_pad;
      const int64_t out = (size - 1) / 2 + 1 + (size % 2 == 0 ? 1 : 0);
      NodeCase node{op, {random(kFloat, {1, size, size, 7})}};
      node.type = TensorType{kFloat, {1, out, out, 7}};
      expect_twin<Pool2d>(node, simd::make_windows, 1e-6f);
      op.divisor_override = 5;
      node.op = op;
      expect_twin<Pool2d>(node, simd::make_windows, 1e-6f);
      op.divisor_override = 0;
    }
  }
}

template <size_t side>
KernelResult make_winograd(const Conv2d& op, const NodeView& node) {
  return simd::make_winograd(op, node, side);
}

TEST(SimdConv2dTest, Winograd) {
  for (const Sizes& x : {Sizes{1, 16, 1, 1}, Sizes{2, 20, 5, 7},
                         Sizes{1, 33, 12, 13}, Sizes{1, 16, 40, 41}}) {
    for (const int64_t pad : {0, 1, 3}) {
      if (x[2] + 2 * pad < 3) {
        continue;
      }
      const Window window = {{3, 3}, {1, 1}, {1, 1}, {pad, pad}, {pad, 0}};
      for (const int64_t outputs : {16, 35}) {
        NodeCase node = conv_node({x, outputs, 1, window}, 1);
        if (!node.is_accepted()) {
          continue;
        }
        expect_twin<Conv2d>(node, make_winograd<2>, 1e-4f);
        expect_twin<Conv2d>(node, make_winograd<4>, 1e-4f);
        node.operands.pop_back();
        Conv2d op = std::get<Conv2d>(node.op);
        op.window.dilation = {2, 3};
        node.op = op;
        if (node.is_accepted() && x[2] > 13) {
          expect_twin<Conv2d>(node, make_winograd<4>, 1e-4f);
        }
      }
    }
  }
}

/// What is not finite stays in the windows that it is in.
TEST(SimdConv2dTest, WinogradOfInfinities) {
  const Window window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}};
  for (const float value : {INFINITY, -INFINITY, NAN, 3e38f}) {
    NodeCase node = conv_node({{2, 20, 13, 14}, 70, 1, window}, 1);
    auto* x = reinterpret_cast<float*>(node.operands[0]->bytes.data());
    x[20 * (14 * 6 + 5) + 3] = value;
    expect_twin<Conv2d>(node, make_winograd<2>, 1e-4f);
    node.operands.push_back(random(kFloat, {2, 13, 14, 70}, -1, 1, 4));
    Conv2d op = std::get<Conv2d>(node.op);
    op.epilogue = {true, -0.5, 0.75};
    node.op = op;
    expect_twin<Conv2d>(node, make_winograd<4>, 1e-4f);
  }
}

TEST(SimdConv2dTest, WinogradEpilogue) {
  const Window window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}};
  NodeCase node = conv_node({{2, 20, 9, 7}, 24, 1, window}, 1);
  node.operands.push_back(random(kFloat, {2, 9, 7, 24}, -1, 1, 4));
  Conv2d op = std::get<Conv2d>(node.op);
  op.epilogue = {true, -0.5, 0.75};
  node.op = op;
  expect_twin<Conv2d>(node, make_winograd<2>, 1e-4f);
  expect_twin<Conv2d>(node, make_winograd<4>, 1e-4f);
}

TEST(SimdConv2dTest, Epilogues) {
  const Window window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}};
  for (const int64_t groups : {1, 2, 20}) {
    NodeCase node = conv_node({{2, 20, 8, 7}, 20, groups, window}, 1);
    node.operands.push_back(random(kFloat, {2, 8, 7, 20}, -1, 1, 4));
    node.first_constant = SIZE_MAX;
    Conv2d op = std::get<Conv2d>(node.op);
    op.epilogue = {true, -0.5, 0.75};
    node.op = op;
    expect_twin<Conv2d>(node, simd::make_gemm, 1e-4f);
    node.operands[2] = std::nullopt;
    expect_twin<Conv2d>(node, simd::make_gemm, 1e-4f);
  }
}

TEST(SimdMatMulTest, Epilogues) {
  NodeCase node{MatMul{0.5, 2, {true, -1, 2}},
                {random(kFloat, {2, 13, 300}), random(kFloat, {300, 70}),
                 std::nullopt, random(kFloat, {2, 13, 70})}};
  expect_twin<MatMul>(node, simd::make_gemm, 1e-4f);
  node.operands[2] = random(kFloat, {70}, -1, 1, 4);
  expect_twin<MatMul>(node, simd::make_gemm, 1e-4f);
}

TEST(SimdTransposeTest, Interleave) {
  for (const int64_t channels : {2, 3, 4}) {
    for (const int64_t width : {1, 5, 16, 61}) {
      expect_twin<Transpose>(
          {Transpose{{0, 2, 3, 1}}, {random(kFloat, {2, channels, 3, width})}},
          simd::make_interleave, 0);
    }
  }
}

const int64_t kRowSizes[] = {1, 2, 3, 7, 15, 16, 17, 33, 64, 100, 197, 9000};

TEST(SimdRowsTest, Softmax) {
  for (const int64_t n : kRowSizes) {
    for (const bool is_log : {false, true}) {
      NodeCase node{Softmax{1, is_log}, {random(kFloat, {3, n}, -9, 9)}};
      auto* x = reinterpret_cast<float*>(node.operands[0]->bytes.data());
      expect_twin<Softmax>(node, simd::make_rows, 2e-6f);
      x[0] = -INFINITY;
      std::fill(x + n, x + 2 * n, -INFINITY);
      x[3 * n - 1] = NAN;
      expect_twin<Softmax>(node, simd::make_rows, 2e-6f);
    }
  }
}

TEST(SimdRowsTest, LayerNorm) {
  for (const int64_t n : kRowSizes) {
    NodeCase node{
        LayerNorm{1, 1e-5},
        {random(kFloat, {3, n}, 90, 110), random(kFloat, {n}, -1, 1, 2),
         random(kFloat, {n}, -1, 1, 3)}};
    node.type = node.operands[0]->type;
    node.n_outputs = 3;
    expect_twin<LayerNorm>(node, simd::make_rows, 5e-5f);
    node.operands[1] = std::nullopt;
    expect_twin<LayerNorm>(node, simd::make_rows, 5e-5f);
    node.op = LayerNorm{1, 1e-5, false};
    expect_twin<LayerNorm>(node, simd::make_rows, 5e-5f);
  }
}

TEST(SimdRowsTest, Mean) {
  for (const int64_t n : kRowSizes) {
    expect_twin<Mean>({Mean{{1, 2}}, {random(kFloat, {3, n, 2}, 0)}},
                      simd::make_rows, 1e-6f);
    expect_twin<Mean>({Mean{{1}}, {random(kFloat, {2, 5, n}, 0)}},
                      simd::make_rows, 1e-6f);
    expect_twin<Mean>({Mean{{0}}, {random(kFloat, {60, n}, 0)}},
                      simd::make_rows, 1e-6f);
  }
}

TEST(SimdRowsTest, BatchNorm) {
  for (const int64_t n : kRowSizes) {
    NodeCase node{BatchNorm{1e-5},
                  {random(kFloat, {2, 3, n}), random(kFloat, {3}),
                   random(kFloat, {3}, 0.1f, 1), random(kFloat, {3}),
                   random(kFloat, {3})}};
    expect_twin<BatchNorm>(node, simd::make_rows, 1e-6f);
    node.operands[3] = node.operands[4] = std::nullopt;
    expect_twin<BatchNorm>(node, simd::make_rows, 1e-6f);
  }
}

/// The chosen kernel of float16, under each target, against the scalar one.
void check_half(NodeCase node) {
  for (auto& operand : node.operands) {
    operand = halves(operand->type.sizes, operand->floats());
  }
  const auto expected = run_kernel(node, [&](const NodeView& view) {
    return make_scalar_kernel(node.op, view);
  });
  for_each_target([&] {
    size_t packed_nbytes = 0;
    const auto found = run_kernel(node, [&](const NodeView& view) {
      KernelResult kernel = choose_kernel(node.op, view);
      packed_nbytes = (*kernel)->packed_nbytes();
      return kernel;
    });
    expect_near(found[0], expected[0], 2e-3f);
    EXPECT_LE(packed_nbytes, 2 * node.operands[1]->bytes.size() + 4096);
  });
}

TEST(SimdHalfWeightsTest, ArePackedAsTheyAre) {
  for (const Sizes& b : {Sizes{40, 33}, Sizes{1030, 135}, Sizes{2, 70, 50}}) {
    const int64_t k = b[b.size() - 2];
    NodeCase node{MatMul{1, 1},
                  {random(kFloat, {2, 13, k}), random(kFloat, b, -1, 1, 2),
                   random(kFloat, {b.back()}, -1, 1, 3)}};
    node.first_constant = 1;
    check_half(node);
  }
  const ConvCase cases[] = {
      {{1, 70, 9, 9}, 30, 1, {{3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}},
      {{2, 8, 7, 9}, 52, 2, {{3, 3}, {2, 1}, {1, 1}, {1, 1}, {1, 1}}},
      {{3, 100, 1, 1}, 33, 1, {}},
  };
  for (const ConvCase& conv : cases) {
    check_half(conv_node(conv, 1));
  }
}

}  // namespace
}  // namespace executorch::backends::engine::testing
