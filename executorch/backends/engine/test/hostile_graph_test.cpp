#include <executorch/backends/engine/test/run_graph.h>

#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/runtime/platform/platform.h>
#include <executorch/runtime/platform/runtime.h>

#include <limits>
#include <random>

// Operators with attributes and sizes as a damaged file may have them: they are
// refused, or run within their memory (which the sanitizers watch).
namespace executorch::backends::engine::testing {
namespace {

class Hostile {
 public:
  explicit Hostile(uint32_t seed) : generator_(seed) {}

  int64_t number() {
    static constexpr int64_t kOdd[] = {
        -1,      -2,        INT64_MAX,      INT64_MIN, INT64_MAX - 1,
        1 << 16, 1LL << 31, 1LL << 32,      1LL << 62, -(1LL << 31),
        65,      100,       (1LL << 31) - 1};
    return pick(12) == 0 ? kOdd[pick(std::size(kOdd))] : small();
  }
  int64_t small() { return static_cast<int64_t>(pick(5)); }
  int32_t axis() {
    return pick(12) == 0 ? static_cast<int32_t>(number())
                         : static_cast<int32_t>(pick(4));
  }
  double real() {
    static constexpr double kOdd[] = {-1,
                                      1e300,
                                      -1e300,
                                      std::numeric_limits<double>::infinity(),
                                      -std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::quiet_NaN(),
                                      1e-300,
                                      0.5};
    return pick(4) == 0 ? kOdd[pick(std::size(kOdd))]
                        : static_cast<double>(small());
  }
  size_t pick(size_t n) { return generator_() % n; }

  template <typename T, typename Make>
  std::vector<T> several(const Make& make) {
    std::vector<T> values(pick(6));
    for (T& value : values) {
      value = make();
    }
    return values;
  }

  std::vector<int64_t> sizes() {
    if (pick(3) != 0) {  // of planes
      return {size(), size(), size(), size()};
    }
    return several<int64_t>([&] { return size(); });
  }

  TensorType type() {
    static constexpr ScalarType kDtypes[] = {
        ScalarType::Float, ScalarType::Half, ScalarType::Long, ScalarType::Int,
        ScalarType::Char,  ScalarType::Byte, ScalarType::Bool};
    const size_t i = pick(16);
    return {i < std::size(kDtypes) ? kDtypes[i] : ScalarType::Float, sizes()};
  }

  Window window() {
    Window window;
    for (auto* pair : {&window.kernel, &window.stride, &window.dilation,
                       &window.pad_before, &window.pad_after}) {
      *pair = {number(), number()};
    }
    return window;
  }

  Op op() {
    const auto axes = [&] { return several<int32_t>([&] { return axis(); }); };
    const auto counts = [&] {
      return several<int64_t>([&] { return number(); });
    };
    switch (pick(23)) {
      case 0:
        return Unary{static_cast<Unary::Kind>(pick(42))};
      case 1:
        return Binary{static_cast<Binary::Kind>(pick(24))};
      case 2:
        return Clamp{real(), real()};
      case 3:
        return LeakyRelu{real()};
      case 4:
        return Transpose{axes()};
      case 5:
        return Slice{axis(), number(), number()};
      case 6:
        return Concat{axis()};
      case 7:
        return Pad{counts(), counts(), real()};
      case 8:
      case 9:
        return Conv2d{window(), number()};
      case 10:
      case 11:
        return Pool2d{
            pick(2) == 0 ? Pool2d::Kind::kMax : Pool2d::Kind::kAverage,
            window(), pick(2) == 0, number()};
      case 12:
        return MatMul{real(), real()};
      case 13:
        return Mean{axes()};
      case 14:
        return Softmax{axis(), pick(2) == 0};
      case 15:
        return LayerNorm{axis(), real(), pick(2) == 0};
      case 16:
        return Gather{axis()};
      case 17:
        return pick(2) == 0 ? Op(GatherNd{}) : Op(ScatterNd{pick(2) == 0});
      case 18:
        return PixelShuffle{number()};
      case 19:
        return QuantizeRows{axis()};
      case 20:
        return QuantizedMatMul{};
      case 21:
        return attention();
      default:
        return pick(4) == 0   ? Op(Cast{})
               : pick(3) == 0 ? Op(Reshape{})
               : pick(2) == 0 ? Op(Broadcast{})
                              : Op(Select{});
    }
  }

  Attention attention() {
    Attention op;
    op.batch = {small()};
    for (int64_t* n : {&op.rows, &op.keys, &op.depth, &op.columns}) {
      *n = small();
    }
    for (Attention::View* view : {&op.q, &op.k, &op.v, &op.mask, &op.y}) {
      const auto stride = [&] { return pick(4) == 0 ? number() : small(); };
      *view = {pick(4) == 0 ? number() : 0, {stride(), stride(), stride()}};
    }
    return op;
  }

 private:
  int64_t size() { return pick(60) == 0 ? number() : small(); }

  std::mt19937 generator_;
};

constexpr size_t kMaxNbytes = 1 << 20;

bool is_small(const TensorType& type) { return type.nbytes() <= kMaxNbytes; }

/// Runs a graph that was accepted, if its tensors are small.
void run_accepted(const Graph& graph) {
  for (const Value& value : graph.values()) {
    if (!is_small(value.type)) {
      return;
    }
  }
  std::vector<TestTensor> inputs;
  for (const ValueId id : graph.inputs()) {
    inputs.push_back(random(graph.type(id).dtype, graph.type(id).sizes, 0, 3));
  }
  auto executable = Executable::compile(graph);
  if (!executable.ok()) {
    return;
  }
  std::vector<const void*> from;
  for (const TestTensor& input : inputs) {
    from.push_back(input.bytes.data());
  }
  std::vector<std::vector<std::byte>> results;
  std::vector<void*> to;
  for (const ValueId id : graph.outputs()) {
    results.emplace_back(graph.type(id).nbytes());
    to.push_back(results.back().data());
  }
  static_cast<void>(
      (*executable)
          ->execute({from.data(), from.size()}, {to.data(), to.size()}));
}

/// Tries one operator; tells whether it was accepted.
bool try_one(Hostile& hostile) {
  Graph graph;
  std::vector<ValueId> inputs;
  const TensorType first = hostile.type();
  for (size_t i = 0; i < 1 + hostile.pick(4); ++i) {
    const auto id = graph.add_input(
        i == 0 || hostile.pick(2) == 0 ? first : hostile.type());
    if (!id.ok()) {
      return false;
    }
    inputs.push_back(*id);
  }
  const Op op = hostile.op();
  const size_t form = hostile.pick(3);
  if (form == 0) {
    const auto id = graph.add(op, inputs);
    if (!id.ok()) {
      return false;
    }
    graph.set_outputs({*id});
  } else {
    const auto ids = graph.add_all(op, inputs, hostile.type(), hostile.pick(4));
    if (!ids.ok()) {
      return false;
    }
    graph.set_outputs(*ids);
  }
  run_accepted(graph);
  return true;
}

/// Operands of a product of quantized rows that nearly fit one another.
bool try_product(Hostile& hostile) {
  Graph graph;
  const int64_t m = hostile.small();
  const int64_t k = 1 + 4 * hostile.small();
  const int64_t n = hostile.small();
  const bool has_4_bits = hostile.pick(2) == 0;
  std::vector<TensorType> types = {
      {ScalarType::Byte, {m, k}},
      {ScalarType::Float, {m, 1}},
      {ScalarType::Byte, {m, 1}},
      {has_4_bits ? ScalarType::Byte : ScalarType::Char,
       {n, has_4_bits ? k / 2 + 1 : k}},
      {ScalarType::Float, {n, hostile.pick(2) == 0 ? 1 : k}},
      {ScalarType::Float, {n}}};
  if (hostile.pick(2) == 0) {
    std::vector<int64_t>& sizes = types[hostile.pick(types.size())].sizes;
    sizes[hostile.pick(sizes.size())] = hostile.number();
  }
  std::vector<ValueId> operands;
  for (const TensorType& type : types) {
    const auto id = graph.add_input(type);
    if (!id.ok()) {
      return false;
    }
    operands.push_back(*id);
  }
  const auto id = graph.add(QuantizedMatMul{}, operands);
  if (!id.ok()) {
    return false;
  }
  graph.set_outputs({*id});
  run_accepted(graph);
  return true;
}

void log_nothing(et_timestamp_t, et_pal_log_level_t, const char*, const char*,
                 size_t, const char*, size_t) {}

/// Without the messages of what is refused.
class HostileGraphTest : public ::testing::Test {
 protected:
  void SetUp() override {
    runtime::runtime_init();
    runtime::register_pal(runtime::PalImpl::create(log_nothing, "hostile"));
  }
  void TearDown() override {
    runtime::register_pal(
        runtime::PalImpl::create(et_pal_emit_log_message, "hostile"));
  }
};

TEST_F(HostileGraphTest, IsRefusedOrRuns) {
  Hostile hostile(1);
  size_t accepted = 0;
  for (int i = 0; i < 60000; ++i) {
    accepted += try_one(hostile) ? 1 : 0;
  }
  EXPECT_GT(accepted, 1000u);
}

TEST_F(HostileGraphTest, ProductsOfRowsAreRefusedOrRun) {
  Hostile hostile(2);
  size_t accepted = 0;
  for (int i = 0; i < 5000; ++i) {
    accepted += try_product(hostile) ? 1 : 0;
  }
  EXPECT_GT(accepted, 1000u);
}

}  // namespace
}  // namespace executorch::backends::engine::testing
