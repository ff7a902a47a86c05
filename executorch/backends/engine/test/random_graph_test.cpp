#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/test/kernel_twin.h>

#include <algorithm>
#include <numeric>
#include <random>

// Graphs and windows drawn at random: what the executable makes of a graph is
// compared with its nodes one by one, on scalar kernels and memory of their
// own.
namespace executorch::backends::engine::testing {
namespace {

class Random {
 public:
  explicit Random(uint32_t seed) : generator_(seed) {}
  /// Of [low, high].
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(generator_() %
                                      static_cast<uint64_t>(high - low + 1));
  }
  bool coin() { return between(0, 1) == 1; }
  template <typename T>
  const T& of(const std::vector<T>& choices) {
    return choices[static_cast<size_t>(
        between(0, static_cast<int64_t>(choices.size()) - 1))];
  }

 private:
  std::mt19937 generator_;
};

/// Adds nodes to a graph, and computes each at once.
class RandomGraph {
 public:
  explicit RandomGraph(uint32_t seed) : random_(seed) {}

  void build(int n_nodes) {
    for (int i = 0; i < 3; ++i) {
      add_source();
    }
    for (int i = 0; i < n_nodes; ++i) {
      add_node();
    }
  }

  void check() {
    std::vector<ValueId> outputs;
    for (int64_t i = random_.between(1, 5); i > 0; --i) {
      outputs.push_back(any_value());
    }
    graph_.set_outputs(outputs);
    std::vector<TestTensor> inputs;
    for (const ValueId id : graph_.inputs()) {
      inputs.push_back(*values_[id]);
    }
    const auto found = run_graph(graph_, inputs);
    ASSERT_EQ(found.size(), outputs.size());
    for (size_t i = 0; i < found.size(); ++i) {
      const TestTensor& expected = *values_[outputs[i]];
      expect_near(found[i], expected,
                  expected.type.dtype == ScalarType::Half ? 2e-2f : 1e-3f);
    }
  }

 private:
  using Maybe = std::optional<TensorType>;

  ValueId any_value() {
    return static_cast<ValueId>(
        random_.between(0, static_cast<int64_t>(values_.size()) - 1));
  }

  /// A value of such a kind, one of the last ones if there is a choice.
  ValueId find(bool (*is_right)(const TensorType&)) {
    for (int i = 0; i < 20; ++i) {
      const ValueId id = any_value();
      if (is_right(graph_.type(id))) {
        return id;
      }
    }
    return source({ScalarType::Float, {2, 3}});
  }

  ValueId add_source() {
    Sizes sizes;
    for (int64_t i = random_.between(0, 4); i > 0; --i) {
      sizes.push_back(random_.of<int64_t>({1, 2, 3, 4, 5, 20}));
    }
    const auto dtype =
        random_.between(0, 3) == 0 ? ScalarType::Half : ScalarType::Float;
    return source({dtype, sizes});
  }

  ValueId source(const TensorType& type) {
    values_.push_back(std::make_unique<TestTensor>(random(
        type.dtype, type.sizes, -1, 1, static_cast<uint32_t>(values_.size()))));
    const void* bytes = values_.back()->bytes.data();
    return random_.coin() ? *graph_.add_input(type)
                          : *graph_.add_constant(type, bytes);
  }

  static bool is_any(const TensorType&) { return true; }
  static bool is_float_type(const TensorType& type) {
    return is_float(type.dtype);
  }
  static bool has_axes(const TensorType& type) {
    return is_float(type.dtype) && type.rank() >= 1;
  }
  static bool is_planes(const TensorType& type) {
    return is_float(type.dtype) && type.rank() == 4 && type.numel() < 20000;
  }
  static bool is_matrix(const TensorType& type) {
    return is_float(type.dtype) && type.rank() >= 2;
  }

  void add_node() {
    switch (random_.between(0, 17)) {
      case 0:
        return unary();
      case 1:
      case 2:
        return binary();
      case 3:
        return reshape();
      case 4:
        return transpose();
      case 5:
        return slice();
      case 6:
        return concat();
      case 7:
        return matmul();
      case 8:
        return rows();
      case 9:
        return cast();
      case 10:
        return pad();
      case 11:
        return scatter();
      case 12:
      case 13:
        return conv();
      case 14:
        return pool();
      case 15:
        return pixel_shuffle();
      case 16:
        return attention();
      default:
        return select();
    }
  }

  void unary() {
    using K = Unary::Kind;
    const ValueId x = find(is_float_type);
    const K kind = random_.of<K>(
        {K::kNeg, K::kAbs, K::kTanh, K::kSigmoid, K::kGelu, K::kRelu, K::kSin});
    node(Unary{kind}, {x});
  }

  void binary() {
    using K = Binary::Kind;
    const ValueId a = find(is_float_type);
    TensorType type = graph_.type(a);
    for (int64_t& size : type.sizes) {
      size = random_.between(0, 3) == 0 ? 1 : size;
    }
    const ValueId b = random_.coin() ? a : source(type);
    const K kind = random_.of<K>({K::kAdd, K::kSub, K::kMul, K::kMaximum});
    // What grows is kept small.
    node(Clamp{-2, 2}, {random_.coin() ? node(Binary{kind}, {a, b})
                                       : node(Binary{kind}, {b, a})});
  }

  void reshape() {
    const ValueId x = find(is_any);
    const TensorType type = graph_.type(x);
    Sizes sizes = {type.numel()};
    if (random_.coin()) {
      sizes.insert(sizes.begin(), 1);
    } else if (type.rank() >= 2) {
      sizes = type.sizes;
      std::reverse(sizes.begin(), sizes.end());
    }
    node(Reshape{}, {x}, TensorType{type.dtype, sizes});
  }

  void transpose() {
    const ValueId x = find(is_any);
    std::vector<int32_t> axes(graph_.type(x).rank());
    std::iota(axes.begin(), axes.end(), 0);
    if (axes.size() == 4 && random_.coin()) {
      node(Transpose{random_.coin() ? std::vector<int32_t>{0, 2, 3, 1}
                                    : std::vector<int32_t>{0, 3, 1, 2}},
           {x});
      return;
    }
    for (size_t i = 1; i < axes.size(); ++i) {
      std::swap(axes[i], axes[static_cast<size_t>(
                             random_.between(0, static_cast<int64_t>(i)))]);
    }
    node(Transpose{axes}, {x});
  }

  int32_t axis_of(ValueId x) {
    return static_cast<int32_t>(
        random_.between(0, static_cast<int64_t>(graph_.type(x).rank()) - 1));
  }

  void slice() {
    const ValueId x = find(has_axes);
    const int32_t axis = axis_of(x);
    TensorType type = graph_.type(x);
    int64_t& size = type.sizes[static_cast<size_t>(axis)];
    const int64_t start = random_.between(0, size - 1);
    const int64_t step = random_.between(1, 3);
    size = random_.between(1, (size - start + step - 1) / step);
    node(Slice{axis, start, step}, {x}, type);
  }

  void concat() {
    const ValueId x = find(has_axes);
    if (graph_.type(x).numel() < 5000) {
      node(Concat{axis_of(x)}, {x, x, source(graph_.type(x))});
    }
  }

  void pad() {
    const ValueId x = find(has_axes);
    const size_t rank = graph_.type(x).rank();
    Pad op{std::vector<int64_t>(rank), std::vector<int64_t>(rank), 0.5};
    op.before[static_cast<size_t>(axis_of(x))] = random_.between(0, 2);
    op.after[static_cast<size_t>(axis_of(x))] = random_.between(0, 2);
    node(op, {x});
  }

  void matmul() {
    const ValueId a = find(is_matrix);
    const TensorType type = graph_.type(a);
    if (type.numel() > 5000) {
      return;
    }
    const ValueId b = source(
        {type.dtype, {type.sizes.back(), random_.of<int64_t>({1, 5, 40})}});
    const ValueId c = source({type.dtype, {graph_.type(b).sizes.back()}});
    node(Clamp{-2, 2}, {random_.coin() ? node(MatMul{0.5, 1}, {a, b, c})
                                       : node(MatMul{0.5, 1}, {a, b})});
  }

  /// A value of four dimensions, of which there may be none yet.
  ValueId planes() {
    const ValueId id = find(is_planes);
    return graph_.type(id).rank() == 4
               ? id
               : source({ScalarType::Float, {2, 4, random_.between(1, 6), 5}});
  }

  /// Often with what becomes its epilogue.
  void conv() {
    const ValueId x = planes();
    const TensorType type = graph_.type(x);
    const int64_t channels = type.sizes[1];
    Conv2d op;
    op.groups = random_.coin() ? 1 : channels;
    const int64_t outputs = op.groups * random_.of<int64_t>({1, 2, 20});
    for (size_t i = 0; i < 2; ++i) {
      op.window.kernel[i] = random_.coin() ? 1 : 3;
      op.window.pad_before[i] = op.window.kernel[i] / 2;
      op.window.pad_after[i] = op.window.kernel[i] / 2;
    }
    const ValueId weight = source({type.dtype,
                                   {outputs, channels / op.groups,
                                    op.window.kernel[0], op.window.kernel[1]}});
    std::vector<ValueId> inputs = {x, weight};
    if (random_.coin()) {
      inputs.push_back(source({type.dtype, {outputs}}));
    }
    ValueId y = node(op, inputs);
    if (random_.coin()) {
      const ValueId other = random_.coin() ? source(graph_.type(y))
                            : graph_.type(x) == graph_.type(y) ? x
                                                               : y;
      y = node(Binary{Binary::Kind::kAdd}, {y, other});
    }
    node(Clamp{-2, 2}, {y});
  }

  void pool() {
    const ValueId x = planes();
    TensorType type = graph_.type(x);
    Pool2d op;
    op.kind = random_.coin() ? Pool2d::Kind::kMax : Pool2d::Kind::kAverage;
    for (size_t i = 0; i < 2; ++i) {
      int64_t& size = type.sizes[2 + i];
      op.window.kernel[i] = random_.between(1, std::min<int64_t>(3, size));
      size -= op.window.kernel[i] - 1;
    }
    node(op, {x}, type);
  }

  void pixel_shuffle() {
    const ValueId x = planes();
    if (graph_.type(x).sizes[1] % 4 == 0) {
      node(PixelShuffle{2}, {x});
    }
  }

  void rows() {
    const ValueId x = find(has_axes);
    const int32_t axis = axis_of(x);
    if (random_.coin()) {
      node(Softmax{axis}, {x});
    } else {
      node(Mean{{axis}}, {x});
    }
  }

  /// Heads [batch, heads, length, size], often moved, as attention has them.
  ValueId heads(const TensorType& type) {
    const Sizes& to = type.sizes;
    const auto typed = [&](Sizes sizes) {
      return TensorType{type.dtype, std::move(sizes)};
    };
    switch (random_.between(0, 3)) {
      case 0:
        return source(type);
      case 1: {
        const ValueId all = source(typed({to[0], to[2], 3 * to[1] * to[3]}));
        const ValueId one =
            node(Slice{2, random_.between(0, 2) * to[1] * to[3], 1}, {all},
                 typed({to[0], to[2], to[1] * to[3]}));
        return node(
            Transpose{{0, 2, 1, 3}},
            {node(Reshape{}, {one}, typed({to[0], to[2], to[1], to[3]}))});
      }
      case 2:
        return node(Transpose{{1, 2, 0, 3}},
                    {source(typed({to[2], to[0], to[1], to[3]}))});
      default: {
        const ValueId one = source(typed({to[0], 1, 1, to[2], to[3]}));
        const int64_t groups = to[1] % 2 == 0 ? 2 : 1;
        const ValueId all =
            node(Broadcast{}, {one},
                 typed({to[0], groups, to[1] / groups, to[2], to[3]}));
        return node(Reshape{}, {all}, type);
      }
    }
  }

  void attention() {
    const auto dtype = random_.coin() ? ScalarType::Float : ScalarType::Half;
    const Sizes batch = {random_.between(1, 2), random_.between(1, 4)};
    const int64_t rows = random_.of<int64_t>({1, 2, 7, 40});
    const int64_t keys = random_.of<int64_t>({1, 3, 20, 70});
    const int64_t depth = random_.of<int64_t>({1, 5, 16, 20});
    const int64_t columns = random_.of<int64_t>({1, 5, 16, 20});
    const auto typed = [&](int64_t n, int64_t size) {
      return TensorType{dtype, {batch[0], batch[1], n, size}};
    };
    const ValueId q = heads(typed(rows, depth));
    const ValueId k = heads(typed(keys, depth));
    const ValueId v = heads(typed(keys, columns));
    ValueId scores = node(MatMul{}, {q, node(Transpose{{0, 1, 3, 2}}, {k})});
    if (random_.coin()) {
      const ValueId scale = source({dtype, {}});
      scores = node(Binary{Binary::Kind::kMul}, {scores, scale});
    }
    if (random_.coin()) {
      const ValueId mask = source({dtype, {random_.coin() ? rows : 1, keys}});
      scores = node(Binary{Binary::Kind::kAdd}, {mask, scores});
    }
    const ValueId y = node(MatMul{}, {node(Softmax{3}, {scores}), v});
    if (random_.coin()) {
      node(Transpose{{0, 2, 1, 3}}, {y});
    }
  }

  void cast() {
    const ValueId x = find(is_float_type);
    // Not to integers, which would make small errors large ones.
    const auto dtype = random_.coin() ? ScalarType::Half : ScalarType::Float;
    node(Cast{}, {x}, TensorType{dtype, graph_.type(x).sizes});
  }

  void select() {
    const ValueId x = find(is_float_type);
    const TensorType type = graph_.type(x);
    const ValueId condition =
        node(Cast{}, {source({ScalarType::Float, type.sizes})},
             TensorType{ScalarType::Bool, type.sizes});
    node(Select{}, {condition, x, source(type)});
  }

  void scatter() {
    const ValueId x = find(has_axes);
    TensorType type = graph_.type(x);
    const int64_t size = type.sizes[0];
    values_.push_back(std::make_unique<TestTensor>(
        integers(ScalarType::Long, {1}, {random_.between(-size, size - 1)})));
    const ValueId index = *graph_.add_constant(values_.back()->type,
                                               values_.back()->bytes.data());
    type.sizes[0] = 1;
    node(Clamp{-2, 2},
         {node(ScatterNd{random_.coin()}, {x, source(type), index})});
  }

  ValueId node(const Op& op, const std::vector<ValueId>& inputs,
               const Maybe& type = std::nullopt) {
    const ValueId id = type.has_value() ? *graph_.add(op, inputs, *type)
                                        : *graph_.add(op, inputs);
    NodeCase one{op, {}, type};
    for (const ValueId input : inputs) {
      one.operands.push_back(*values_[input]);
    }
    const auto result = run_kernel(one, [&](const NodeView& view) {
      return make_scalar_kernel(op, view);
    });
    values_.push_back(std::make_unique<TestTensor>(result.front()));
    return id;
  }

  Random random_;
  Graph graph_;
  std::vector<std::unique_ptr<TestTensor>> values_;
};

TEST(RandomGraphTest, RunsAsItsNodesDo) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomGraph graph(seed);
    graph.build(static_cast<int>(seed % 30) + 1);
    graph.check();
  }
}

Window random_window(Random& random, bool may_dilate) {
  Window window;
  for (size_t i = 0; i < 2; ++i) {
    window.kernel[i] = random.between(1, 5);
    window.stride[i] = random.between(1, 4);
    window.dilation[i] = may_dilate ? random.between(1, 3) : 1;
    window.pad_before[i] = random.between(0, 4);
    window.pad_after[i] = random.between(0, 4);
  }
  return window;
}

/// What each vector kernel that serves the node makes of it.
template <typename Operator>
void check_rows(const NodeCase& node,
                const std::vector<KernelResult (*)(const Operator&,
                                                   const NodeView&)>& rows) {
  const auto& op = std::get<Operator>(node.op);
  const auto expected = run_kernel(
      node, [&](const NodeView& view) { return scalar::make(op, view); });
  for (const auto make : rows) {
    bool serves = true;
    const auto found = run_kernel(node, [&](const NodeView& view) {
      KernelResult kernel = make(op, view);
      serves = *kernel != nullptr;
      return serves ? std::move(kernel) : scalar::make(op, view);
    });
    if (serves) {
      expect_near(found[0], expected[0], 1e-4f);
    }
  }
}

TEST(RandomWindowTest, Convolutions) {
  Random random(1);
  for (int i = 0; i < 1500; ++i) {
    SCOPED_TRACE(i);
    Conv2d op;
    op.window = random_window(random, true);
    op.groups = random.of<int64_t>({1, 1, 2, 3});
    const int64_t channels = random.of<int64_t>({1, 1, 2, 5});
    const int64_t outputs = op.groups * random.of<int64_t>({1, 2, 13});
    op.layout = Layout::kNhwc;
    if (random.coin()) {
      op.epilogue.max = 0.5;
    }
    const Sizes x = {random.between(1, 2), random.between(1, 12),
                     random.between(1, 40), op.groups * channels};
    const Sizes weight = {outputs, channels, op.window.kernel[0],
                          op.window.kernel[1]};
    NodeCase node{op,
                  {testing::random(ScalarType::Float, x),
                   testing::random(ScalarType::Float, weight, -1, 1, 2),
                   testing::random(ScalarType::Float, {outputs}, -1, 1, 3)}};
    node.first_constant = random.coin() ? 1 : SIZE_MAX;
    if (node.is_accepted()) {
      check_rows<Conv2d>(node, {simd::make_gemm, simd::make_depthwise});
    }
  }
}

TEST(RandomWindowTest, Pools) {
  Random random(2);
  for (int i = 0; i < 1500; ++i) {
    SCOPED_TRACE(i);
    Pool2d op;
    op.kind = random.coin() ? Pool2d::Kind::kMax : Pool2d::Kind::kAverage;
    op.window = random_window(random, true);
    op.count_include_pad = random.coin();
    op.layout = Layout::kNhwc;
    const Sizes x = {1, random.between(1, 12), random.between(1, 40),
                     random.between(1, 70)};
    Sizes y = x;
    for (size_t axis = 0; axis < 2; ++axis) {
      const Window& window = op.window;
      const int64_t room =
          x[1 + axis] + window.pad_before[axis] + window.pad_after[axis] -
          (window.kernel[axis] - 1) * window.dilation[axis] - 1;
      y[1 + axis] = room / window.stride[axis] + random.between(1, 2);
    }
    NodeCase node{op, {testing::random(ScalarType::Float, x)}};
    node.type = TensorType{ScalarType::Float, y};
    if (node.is_accepted()) {
      check_rows<Pool2d>(node, {simd::make_windows});
    }
  }
}

}  // namespace
}  // namespace executorch::backends::engine::testing
