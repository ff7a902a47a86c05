#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/test/run_graph.h>

#include <cmath>
#include <limits>
#include <random>

/// Graphs of one operator on the emulated GPU and on the engine. The cases of
/// the engine's own tests, which are linked into this binary, run on both too.
namespace executorch::backends::engine::testing {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr ScalarType kFloats[] = {ScalarType::Float, ScalarType::Half};
constexpr ScalarType kIntegers[] = {ScalarType::Long, ScalarType::Int,
                                    ScalarType::Short, ScalarType::Char,
                                    ScalarType::Byte};

TestTensor edges(ScalarType dtype, const Sizes& sizes) {
  static const float kEdges[] = {0,    -0.0f, 1,     -1,  0.5f, -0.5f, 1.5f,
                                 2.5f, -2.5f, 3,     -3,  0.1f, 7,     -7,
                                 kNan, kInf,  -kInf, 100, -100, 1e-3f};
  std::vector<float> values(
      static_cast<size_t>(TensorType{ScalarType::Float, sizes}.numel()));
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = kEdges[i % std::size(kEdges)];
  }
  return dtype == ScalarType::Half ? halves(sizes, values)
                                   : floats(sizes, values);
}

TestTensor some_integers(ScalarType dtype, const Sizes& sizes,
                         int64_t first = -5) {
  std::vector<int64_t> values(
      static_cast<size_t>(TensorType{dtype, sizes}.numel()));
  for (size_t i = 0; i < values.size(); ++i) {
    const int64_t value = first + static_cast<int64_t>(i * 3 % 11);
    values[i] = dtype == ScalarType::Byte ? std::abs(value) : value;
  }
  return integers(dtype, sizes, values);
}

TestTensor bools(const Sizes& sizes, size_t period = 2) {
  TestTensor tensor{{ScalarType::Bool, sizes}, {}};
  for (size_t i = 0; i < tensor.type.nbytes(); ++i) {
    tensor.bytes.push_back(std::byte{i % period == 0});
  }
  return tensor;
}

/// Runs a node, and tells whether the GPU took it.
bool runs(const NodeCase& node, Error expected = Error::Ok) {
  const size_t before = other_runtime().refusals;
  node.run(expected);
  return other_runtime().refusals == before;
}

TEST(MPSOperations, UnaryOfFloats) {
  for (int kind = 0; kind <= static_cast<int>(Unary::Kind::kIsInf); ++kind) {
    if (kind == static_cast<int>(Unary::Kind::kBitwiseNot)) {
      continue;
    }
    for (const ScalarType dtype : kFloats) {
      SCOPED_TRACE("kind " + std::to_string(kind));
      const Unary op{static_cast<Unary::Kind>(kind)};
      EXPECT_TRUE(runs({op, {edges(dtype, {4, 5})}}));
      EXPECT_TRUE(runs({op, {random(dtype, {3, 1, 7}, -3, 3)}}));
      EXPECT_TRUE(runs({op, {random(dtype, {}, 0.1f, 0.9f)}}));
    }
  }
}

TEST(MPSOperations, UnaryOfIntegers) {
  using K = Unary::Kind;
  for (const K kind :
       {K::kAbs, K::kNeg, K::kSign, K::kRelu, K::kFloor, K::kCeil, K::kRound,
        K::kTruncate, K::kBitwiseNot, K::kLogicalNot, K::kIsNan, K::kIsInf}) {
    for (const ScalarType dtype : kIntegers) {
      SCOPED_TRACE(static_cast<int>(kind));
      const bool is_signed = dtype != ScalarType::Byte;
      if (is_signed || kind > K::kSign) {
        EXPECT_TRUE(runs({Unary{kind}, {some_integers(dtype, {2, 11})}}));
      }
    }
  }
  for (const K kind : {K::kBitwiseNot, K::kLogicalNot, K::kIsNan, K::kIsInf}) {
    EXPECT_TRUE(runs({Unary{kind}, {bools({5})}}));
  }
}

bool is_of_integers_only(Binary::Kind kind) {
  return kind >= Binary::Kind::kBitwiseAnd && kind <= Binary::Kind::kBitwiseXor;
}

TEST(MPSOperations, BinaryOfFloats) {
  for (int i = 0; i <= static_cast<int>(Binary::Kind::kGe); ++i) {
    const auto kind = static_cast<Binary::Kind>(i);
    if (is_of_integers_only(kind)) {
      continue;
    }
    for (const ScalarType dtype : kFloats) {
      SCOPED_TRACE("kind " + std::to_string(i));
      const Binary op{kind};
      EXPECT_TRUE(runs({op,
                        {random(dtype, {3, 4}, -3, 3, 1),
                         random(dtype, {3, 4}, -3, 3, 2)}}));
      EXPECT_TRUE(runs({op,
                        {random(dtype, {2, 1, 4}, -3, 3, 1),
                         random(dtype, {3, 1}, -3, 3, 2)}}));
      EXPECT_TRUE(runs(
          {op, {random(dtype, {}, -3, 3, 1), random(dtype, {5}, -3, 3, 2)}}));
      EXPECT_TRUE(runs(
          {op, {random(dtype, {}, -3, 3, 1), random(dtype, {}, -3, 3, 2)}}));
      // Every edge with every other one.
      if (kind != Binary::Kind::kPow || dtype == ScalarType::Float) {
        EXPECT_TRUE(runs({op, {edges(dtype, {20, 1}), edges(dtype, {20})}}));
      }
    }
  }
}

TEST(MPSOperations, BinaryOfIntegers) {
  using K = Binary::Kind;
  for (int i = 0; i <= static_cast<int>(K::kGe); ++i) {
    const auto kind = static_cast<K>(i);
    if (kind == K::kDiv || kind == K::kAtan2) {
      continue;
    }
    const bool is_refused =
        (kind >= K::kFloorDiv && kind <= K::kRemainder) || kind == K::kPow;
    for (const ScalarType dtype : kIntegers) {
      SCOPED_TRACE("kind " + std::to_string(i));
      EXPECT_EQ(runs({Binary{kind},
                      {some_integers(dtype, {2, 11}),
                       some_integers(dtype, {11}, is_refused ? 1 : -4)}}),
                !is_refused);
    }
  }
  for (const K kind : {K::kBitwiseAnd, K::kBitwiseOr, K::kBitwiseXor, K::kEq,
                       K::kNe, K::kLt, K::kLe, K::kGt, K::kGe}) {
    EXPECT_TRUE(runs({Binary{kind}, {bools({2, 3}), bools({3}, 3)}}));
  }
}

TEST(MPSOperations, PowersByConstants) {
  for (const float exponent : {0.0f, 1.0f, 2.0f, 3.0f, 0.5f, -1.0f}) {
    NodeCase node{Binary{Binary::Kind::kPow},
                  {random(ScalarType::Float, {4}), floats({}, {exponent})}};
    node.first_constant = 1;
    EXPECT_TRUE(runs(node)) << exponent;
  }
  NodeCase node{Binary{Binary::Kind::kPow},
                {some_integers(ScalarType::Int, {4}),
                 integers(ScalarType::Int, {}, {3})}};
  node.first_constant = 1;
  EXPECT_TRUE(runs(node));
}

TEST(MPSOperations, SelectAndClamp) {
  const TestTensor condition = bools({3, 1});
  for (const ScalarType dtype : kFloats) {
    EXPECT_TRUE(
        runs({Select{}, {condition, edges(dtype, {20}), random(dtype, {})}}));
    EXPECT_TRUE(runs({Clamp{-1, 2}, {edges(dtype, {20})}}));
    EXPECT_TRUE(runs({Clamp{-INFINITY, 2}, {edges(dtype, {20})}}));
    EXPECT_TRUE(runs({Clamp{0, INFINITY}, {edges(dtype, {20})}}));
    EXPECT_TRUE(runs({LeakyRelu{0.1}, {edges(dtype, {20})}}));
  }
  EXPECT_TRUE(runs({Select{}, {condition, bools({4}), bools({4}, 3)}}));
  EXPECT_TRUE(runs({Select{},
                    {condition, some_integers(ScalarType::Long, {4}),
                     some_integers(ScalarType::Long, {4}, 9)}}));
  EXPECT_TRUE(runs({Clamp{-2, 3}, {some_integers(ScalarType::Long, {11})}}));
}

std::vector<TestTensor> of_every_dtype(const Sizes& sizes) {
  std::vector<TestTensor> tensors{bools(sizes),
                                  random(ScalarType::Float, sizes, -9, 9),
                                  random(ScalarType::Half, sizes, -9, 9)};
  for (const ScalarType dtype : kIntegers) {
    tensors.push_back(some_integers(dtype, sizes));
  }
  return tensors;
}

TEST(MPSOperations, Casts) {
  for (const TestTensor& x : of_every_dtype({11})) {
    for (const TestTensor& y : of_every_dtype({11})) {
      if (is_float(x.type.dtype) && y.type.dtype == ScalarType::Byte) {
        continue;  // of negative numbers
      }
      EXPECT_TRUE(runs({Cast{}, {x}, y.type}));
    }
  }
}

TEST(MPSOperations, ShapesOfEveryDtype) {
  for (const TestTensor& x : of_every_dtype({2, 3, 4})) {
    const ScalarType dtype = x.type.dtype;
    SCOPED_TRACE(to_string(x.type));
    EXPECT_TRUE(runs({Reshape{}, {x}, TensorType{dtype, {4, 1, 6}}}));
    EXPECT_TRUE(runs({Transpose{{2, 0, 1}}, {x}}));
    EXPECT_TRUE(runs({Transpose{{1, 2, 0}}, {x}}));
    EXPECT_TRUE(runs({Broadcast{}, {x}, TensorType{dtype, {5, 2, 3, 4}}}));
    EXPECT_TRUE(runs({Slice{1, 1, 1}, {x}, TensorType{dtype, {2, 2, 4}}}));
    EXPECT_TRUE(runs({Slice{2, 1, 2}, {x}, TensorType{dtype, {2, 3, 2}}}));
    EXPECT_TRUE(runs({Concat{1}, {x, x, x}}));
    EXPECT_TRUE(runs({Pad{{0, 1, 2}, {0, 0, 1}, 1}, {x}}));
    EXPECT_TRUE(runs({Gather{1, true},
                      {x, integers(ScalarType::Long, {2, 2}, {0, -1, 2, 1})}}));
    EXPECT_TRUE(runs({GatherNd{},
                      {x, integers(ScalarType::Long, {2, 1}, {0, -1}),
                       integers(ScalarType::Int, {3}, {2, 1, -3})}}));
  }
  for (const TestTensor& x : of_every_dtype({})) {
    EXPECT_TRUE(runs({Reshape{}, {x}, TensorType{x.type.dtype, {1, 1}}}));
    EXPECT_TRUE(runs({Broadcast{}, {x}, TensorType{x.type.dtype, {2, 3}}}));
  }
  for (const TestTensor& x : of_every_dtype({1, 8, 2, 3})) {
    EXPECT_TRUE(runs({PixelShuffle{2}, {x}}));
  }
}

TEST(MPSOperations, Scatters) {
  for (const TestTensor& x : of_every_dtype({3, 4})) {
    SCOPED_TRACE(to_string(x.type));
    TestTensor row{{x.type.dtype, {4}}, {}};
    row.bytes.assign(x.bytes.begin(), x.bytes.begin() + static_cast<ptrdiff_t>(
                                                            row.type.nbytes()));
    TestTensor one{{x.type.dtype, {}}, {}};
    one.bytes.assign(x.bytes.begin(), x.bytes.begin() + static_cast<ptrdiff_t>(
                                                            one.type.nbytes()));
    const TestTensor index = integers(ScalarType::Long, {2}, {-1, 0});
    const TestTensor scalar = integers(ScalarType::Long, {}, {2});
    EXPECT_TRUE(runs({ScatterNd{false}, {x, row, index}}));
    EXPECT_TRUE(runs({ScatterNd{false}, {x, one, scalar, scalar}}));
    EXPECT_TRUE(runs({ScatterNd{false}, {x, one, index, scalar}}));
    if (x.type.dtype != ScalarType::Bool) {
      const TestTensor twice = integers(ScalarType::Int, {3}, {1, 1, -2});
      EXPECT_TRUE(runs({ScatterNd{true}, {x, row, twice}}));
    }
  }
}

TEST(MPSOperations, IndicesOutOfRangeAreErrors) {
  const TestTensor x = random(ScalarType::Float, {3, 4});
  for (const int64_t index : {int64_t{3}, int64_t{-4}, int64_t{1} << 32}) {
    const TestTensor bad = integers(ScalarType::Long, {2}, {0, index});
    EXPECT_TRUE(runs({Gather{0, true}, {x, bad}}, Error::InvalidArgument));
    EXPECT_TRUE(runs({GatherNd{}, {x, bad}}, Error::InvalidArgument));
    EXPECT_TRUE(runs({ScatterNd{}, {x, random(ScalarType::Float, {4}), bad}},
                     Error::InvalidArgument));
  }
  EXPECT_TRUE(
      runs({Gather{0, false}, {x, integers(ScalarType::Int, {2}, {0, -1})}},
           Error::InvalidArgument));
}

TEST(MPSOperations, Convolutions) {
  for (const ScalarType dtype : kFloats) {
    const TestTensor x = random(dtype, {2, 4, 7, 9}, -1, 1, 1);
    const auto weight = [&](int64_t outputs, int64_t channels, int64_t rows,
                            int64_t columns) {
      return random(dtype, {outputs, channels, rows, columns}, -1, 1, 2);
    };
    const TestTensor bias = random(dtype, {6}, -1, 1, 3);
    Conv2d op;
    EXPECT_TRUE(runs({op, {x, weight(6, 4, 1, 1), bias}}));
    op.window.kernel = {3, 2};
    EXPECT_TRUE(runs({op, {x, weight(6, 4, 3, 2)}}));
    op.window.pad_before = {1, 2};
    op.window.pad_after = {0, 3};
    op.window.stride = {2, 3};
    EXPECT_TRUE(runs({op, {x, weight(6, 4, 3, 2), bias}}));
    op.window.dilation = {2, 1};
    op.groups = 2;
    EXPECT_TRUE(runs({op, {x, weight(6, 2, 3, 2), bias}}));
    op.groups = 4;
    EXPECT_TRUE(runs({op, {x, weight(8, 1, 3, 2)}}));
  }
}

TEST(MPSOperations, Pools) {
  for (const ScalarType dtype : kFloats) {
    const TestTensor x = random(dtype, {2, 3, 7, 8});
    for (const Pool2d::Kind kind :
         {Pool2d::Kind::kMax, Pool2d::Kind::kAverage}) {
      Pool2d op{kind, {}, true, 0};
      op.window.kernel = {3, 2};
      op.window.stride = {2, 3};
      EXPECT_TRUE(runs({op, {x}, TensorType{dtype, {2, 3, 3, 3}}}));
      op.window.pad_before = {1, 1};
      op.window.pad_after = {1, 0};
      EXPECT_TRUE(runs({op, {x}, TensorType{dtype, {2, 3, 4, 3}}}));
      op.count_include_pad = false;
      EXPECT_TRUE(runs({op, {x}, TensorType{dtype, {2, 3, 4, 3}}}));
      // As ceil mode makes them: beyond the padding, or short of it.
      op.window.stride = {3, 2};
      EXPECT_TRUE(runs({op, {x}, TensorType{dtype, {2, 3, 3, 5}}}));
      op.count_include_pad = true;
      EXPECT_TRUE(runs({op, {x}, TensorType{dtype, {2, 3, 3, 5}}}));
      if (kind == Pool2d::Kind::kAverage) {
        op.divisor_override = 5;
        EXPECT_TRUE(runs({op, {x}, TensorType{dtype, {2, 3, 3, 5}}}));
      } else {
        op.window.dilation = {1, 2};
        EXPECT_TRUE(runs({op, {x}, TensorType{dtype, {2, 3, 3, 4}}}));
      }
    }
  }
}

class Draw {
 public:
  /// Of [low, high].
  int64_t operator()(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(generator_() %
                                      static_cast<uint64_t>(high - low + 1));
  }
  Window window() {
    Window window;
    for (size_t i = 0; i < 2; ++i) {
      window.kernel[i] = (*this)(1, 5);
      window.stride[i] = (*this)(1, 4);
      window.dilation[i] = (*this)(1, 3);
      window.pad_before[i] = (*this)(0, 4);
      window.pad_after[i] = (*this)(0, 4);
    }
    return window;
  }

 private:
  std::mt19937 generator_{1};
};

TEST(MPSOperations, WindowsDrawnAtRandom) {
  Draw draw;
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(i);
    const ScalarType dtype = kFloats[draw(0, 1)];
    const int64_t groups = draw(1, 2);
    const TestTensor x = random(
        dtype, {draw(1, 2), 2 * groups, draw(1, 12), draw(1, 40)}, -1, 1, 1);
    const Window window = draw.window();
    const NodeCase conv{
        Conv2d{window, groups},
        {x, random(dtype, {3 * groups, 2, window.kernel[0], window.kernel[1]},
                   -1, 1, 2)}};
    Sizes sizes = {x.type.sizes[0], x.type.sizes[1]};
    for (size_t axis = 0; axis < 2; ++axis) {
      const int64_t room = x.type.sizes[2 + axis] + window.pad_before[axis] +
                           window.pad_after[axis] -
                           (window.kernel[axis] - 1) * window.dilation[axis] -
                           1;
      sizes.push_back(room / window.stride[axis] + draw(1, 2));
    }
    const NodeCase pool{
        Pool2d{draw(0, 1) == 0 ? Pool2d::Kind::kMax : Pool2d::Kind::kAverage,
               window, draw(0, 1) == 0, 0},
        {x},
        TensorType{dtype, sizes}};
    for (const NodeCase& node : {conv, pool}) {
      EXPECT_TRUE(!node.is_accepted() || runs(node));
    }
  }
}

TEST(MPSOperations, PoolsOfIntegersAndPositions) {
  Pool2d op;
  op.window.kernel = {2, 2};
  EXPECT_TRUE(runs({op,
                    {some_integers(ScalarType::Char, {1, 1, 3, 3})},
                    TensorType{ScalarType::Char, {1, 1, 2, 2}}}));
  EXPECT_FALSE(runs({op,
                     {some_integers(ScalarType::Long, {1, 1, 3, 3})},
                     TensorType{ScalarType::Long, {1, 1, 2, 2}}}));
  NodeCase positions{op,
                     {random(ScalarType::Float, {1, 1, 3, 3})},
                     TensorType{ScalarType::Float, {1, 1, 2, 2}}};
  positions.n_outputs = 2;
  EXPECT_FALSE(runs(positions));
}

TEST(MPSOperations, MatrixProducts) {
  for (const ScalarType dtype : kFloats) {
    const auto x = [&](const Sizes& sizes, uint32_t seed) {
      return random(dtype, sizes, -1, 1, seed);
    };
    EXPECT_TRUE(runs({MatMul{}, {x({3, 5}, 1), x({5, 9}, 2)}}));
    EXPECT_TRUE(runs({MatMul{}, {x({2, 3, 5}, 1), x({5, 17}, 2)}}));
    EXPECT_TRUE(runs({MatMul{}, {x({2, 1, 3, 5}, 1), x({4, 5, 8}, 2)}}));
    EXPECT_TRUE(runs({MatMul{}, {x({2, 2, 2, 3, 5}, 1), x({5, 4}, 2)}}));
    EXPECT_TRUE(
        runs({MatMul{2, 0.5}, {x({3, 5}, 1), x({5, 4}, 2), x({4}, 3)}}));
    EXPECT_TRUE(
        runs({MatMul{1, 1}, {x({3, 5}, 1), x({5, 4}, 2), x({3, 1}, 3)}}));
  }
}

TEST(MPSOperations, Norms) {
  for (const ScalarType dtype : kFloats) {
    const TestTensor x = random(dtype, {2, 3, 5}, -3, 3);
    EXPECT_TRUE(runs({Mean{{1}}, {x}}));
    EXPECT_TRUE(runs({Mean{{0, 2}}, {x}}));
    for (const int32_t axis : {0, 1, 2}) {
      EXPECT_TRUE(runs({Softmax{axis, false}, {x}}));
      EXPECT_TRUE(runs({Softmax{axis, true}, {x}}));
      EXPECT_TRUE(
          runs({LayerNorm{axis, 1e-5}, {x, std::nullopt, std::nullopt}}));
    }
    NodeCase norm{LayerNorm{1, 1e-5},
                  {x, random(dtype, {3, 5}), random(dtype, {3, 5}, 0, 1, 2)},
                  x.type};
    norm.n_outputs = 3;
    EXPECT_TRUE(runs(norm));
    norm.operands[1] = std::nullopt;
    EXPECT_TRUE(runs(norm));
    EXPECT_TRUE(runs({BatchNorm{1e-3},
                      {x, random(dtype, {3}), random(dtype, {3}, 0.1f, 2),
                       random(dtype, {3}), std::nullopt}}));
    EXPECT_TRUE(runs({BatchNorm{1e-3},
                      {x, random(dtype, {3}), random(dtype, {3}, 0.1f, 2),
                       std::nullopt, random(dtype, {3})}}));
  }
}

TEST(MPSOperations, InputsAndConstantsAreOutputsToo) {
  const TestTensor x = random(ScalarType::Float, {3});
  const TestTensor c = random(ScalarType::Float, {2});
  Graph graph;
  const ValueId input = *graph.add_input(x.type);
  const ValueId unread = *graph.add_input(x.type);
  const ValueId constant = *graph.add_constant(c.type, c.bytes.data());
  const ValueId sum =
      *graph.add(Binary{Binary::Kind::kAdd},
                 {input, *graph.add_scalar(ScalarType::Float, 2)});
  static_cast<void>(unread);
  graph.set_outputs({sum, input, constant, sum});
  const size_t before = other_runtime().refusals;
  run_graph(graph, {x, x});
  EXPECT_EQ(other_runtime().refusals, before);
}

}  // namespace
}  // namespace executorch::backends::engine::testing
