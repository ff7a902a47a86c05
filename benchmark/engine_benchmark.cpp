// Nodes of the CPU engine, and networks of them, on one thread: multiplications
// and additions a second and which part of the CPU's peak that is, or elements
// a second:
//
//   build/release/bin/engine_benchmark --benchmark_filter=MatMul
#include <benchmark/benchmark.h>
#include <executorch/backends/engine/executable.h>
#include <executorch/backends/engine/machine_peak.h>
#ifdef ET_USE_THREADPOOL
#include <executorch/extension/threadpool/threadpool.h>
#endif
#include <executorch/runtime/platform/runtime.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace executorch::backends::engine {
namespace {

using Sizes = std::vector<int64_t>;

/// A graph of one node, with memory for everything.
class NodeRun {
 public:
  NodeRun() {
    runtime::runtime_init();
#ifdef ET_USE_THREADPOOL
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    extension::threadpool::get_threadpool()->_unsafe_reset_threadpool(1);
#pragma GCC diagnostic pop
#endif
  }

  ValueId input(const Sizes& sizes) {
    return id(graph_.add_input({ScalarType::Float, sizes}));
  }

  ValueId constant(const Sizes& sizes, ScalarType dtype = ScalarType::Float) {
    const TensorType type{dtype, sizes};
    buffers_.push_back(ramp(type));
    return id(graph_.add_constant(type, buffers_.back().data()));
  }

  /// Of numbers that bfloat16 has.
  ValueId short_constant(const Sizes& sizes) {
    const ValueId id = constant(sizes);
    for (float& number : buffers_.back()) {
      number = std::round(number * 128) / 128;
    }
    return id;
  }

  ValueId add(const Op& op, const std::vector<ValueId>& operands) {
    return id(graph_.add(op, operands));
  }
  ValueId add(const Op& op, const std::vector<ValueId>& operands,
              const Sizes& sizes) {
    return id(graph_.add(op, operands, {ScalarType::Float, sizes}));
  }

  std::vector<ValueId> add_all(const Op& op,
                               const std::vector<ValueId>& operands,
                               const TensorType& type, size_t n_outputs) {
    const auto ids = graph_.add_all(op, operands, type, n_outputs);
    if (!ids.ok()) {
      std::abort();
    }
    return *ids;
  }

  /// Runs the graph that returns `output`.
  void measure(benchmark::State& state, ValueId output) {
    graph_.set_outputs({output});
    auto compiled = Executable::compile(graph_);
    if (!compiled.ok()) {
      std::abort();
    }
    std::vector<const void*> inputs;
    for (const ValueId input : graph_.inputs()) {
      buffers_.push_back(ramp(graph_.type(input)));
      inputs.push_back(buffers_.back().data());
    }
    std::vector<float> result = ramp(graph_.type(output));
    void* outputs[] = {result.data()};
    for (auto _ : state) {
      const Error error =
          (*compiled)->execute({inputs.data(), inputs.size()},
                               runtime::Span<void* const>(outputs, size_t{1}));
      if (error != Error::Ok) {
        state.SkipWithError("execute");
      }
    }
  }

  const TensorType& type(ValueId value) const { return graph_.type(value); }

 private:
  static ValueId id(const Result<ValueId>& result) {
    if (!result.ok()) {
      std::abort();
    }
    return *result;
  }

  static std::vector<float> ramp(const TensorType& type) {
    std::vector<float> values(static_cast<size_t>(type.numel()));
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<float>(i % 251) / 251 - 0.5f;
    }
    return values;
  }

  Graph graph_;
  std::vector<std::vector<float>> buffers_;
};

/// Multiplications and additions, and which part of the CPU's peak they are.
void set_flops(benchmark::State& state, int64_t per_iteration) {
  static const double kPeak = measure_machine_peak(1).flops_per_second;
  const auto flops = static_cast<double>(per_iteration);
  state.counters["FLOP/s"] =
      benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["of peak"] = benchmark::Counter(
      flops / kPeak, benchmark::Counter::kIsIterationInvariantRate);
}

void set_rate(benchmark::State& state, int64_t per_iteration) {
  state.counters["op/s"] =
      benchmark::Counter(static_cast<double>(per_iteration),
                         benchmark::Counter::kIsIterationInvariantRate);
}

void BM_MatMul(benchmark::State& state, int64_t m, int64_t k, int64_t n) {
  NodeRun run;
  const ValueId y =
      run.add(MatMul{}, {run.input({m, k}), run.constant({k, n})});
  run.measure(state, y);
  set_flops(state, 2 * m * k * n);
}
BENCHMARK_CAPTURE(BM_MatMul, square, 512, 512, 512);
BENCHMARK_CAPTURE(BM_MatMul, vit_up, 197, 768, 3072);
BENCHMARK_CAPTURE(BM_MatMul, vit_down, 197, 3072, 768);
BENCHMARK_CAPTURE(BM_MatMul, vit_qkv, 197, 768, 2304);
BENCHMARK_CAPTURE(BM_MatMul, mobilebert_up, 128, 128, 512);
BENCHMARK_CAPTURE(BM_MatMul, mobilebert_down, 128, 512, 128);
BENCHMARK_CAPTURE(BM_MatMul, classifier, 1, 1280, 1000);
BENCHMARK_CAPTURE(BM_MatMul, llama_token, 1, 2048, 2048);
BENCHMARK_CAPTURE(BM_MatMul, llama_prompt, 128, 2048, 2048);

void BM_QuantizeRows(benchmark::State& state, int64_t m, int64_t k) {
  NodeRun run;
  run.measure(state, run.add_all(QuantizeRows{1}, {run.input({m, k})},
                                 TensorType{ScalarType::Byte, {m, k}}, 3)[0]);
  set_rate(state, m * k);
}

/// With rows that are quantized first.
///
/// @param[in] block Of 4-bit weights; 0: they are int8, by channel.
void BM_QuantizedMatMul(benchmark::State& state, int64_t m, int64_t k,
                        int64_t n, int64_t block) {
  NodeRun run;
  std::vector<ValueId> operands =
      run.add_all(QuantizeRows{1}, {run.input({m, k})},
                  TensorType{ScalarType::Byte, {m, k}}, 3);
  if (block == 0) {
    operands.push_back(run.constant({n, k}, ScalarType::Char));
    operands.push_back(run.constant({n, 1}));
  } else {
    operands.push_back(run.constant({n, k / 2}, ScalarType::Byte));
    operands.push_back(run.short_constant({n, k / block}));
  }
  run.measure(state, run.add(QuantizedMatMul{}, operands));
  set_rate(state, 2 * m * k * n);
}
BENCHMARK_CAPTURE(BM_QuantizedMatMul, llama_token_int8, 1, 2048, 2048, 0);
BENCHMARK_CAPTURE(BM_QuantizedMatMul, llama_token_4_bits, 1, 2048, 2048, 32);
BENCHMARK_CAPTURE(BM_QuantizedMatMul, llama_prompt_int8, 128, 2048, 2048, 0);
BENCHMARK_CAPTURE(BM_QuantizedMatMul, llama_prompt_4_bits, 128, 2048, 2048, 32);
BENCHMARK_CAPTURE(BM_QuantizeRows, llama_prompt, 128, 2048);

void BM_Attention(benchmark::State& state, int64_t heads, int64_t tokens,
                  int64_t size) {
  NodeRun run;
  const ValueId scores = run.add(MatMul{}, {run.input({heads, tokens, size}),
                                            run.input({heads, size, tokens})});
  const ValueId y = run.add(MatMul{}, {run.add(Softmax{2}, {scores}),
                                       run.input({heads, tokens, size})});
  run.measure(state, y);
  set_flops(state, 4 * heads * tokens * tokens * size);
}
BENCHMARK_CAPTURE(BM_Attention, vit, 12, 197, 64);

struct ConvCase {
  int64_t channels;
  int64_t size;
  int64_t outputs;
  int64_t kernel;
  int64_t stride;
  int64_t groups;
};

void BM_Conv2d(benchmark::State& state, ConvCase conv) {
  NodeRun run;
  Conv2d op;
  op.groups = conv.groups;
  op.window.kernel = {conv.kernel, conv.kernel};
  op.window.stride = {conv.stride, conv.stride};
  op.window.pad_before =
      op.window.pad_after = {conv.kernel / 2, conv.kernel / 2};
  const int64_t channels = conv.channels / conv.groups;
  const ValueId y = run.add(
      op, {run.input({1, conv.channels, conv.size, conv.size}),
           run.constant({conv.outputs, channels, conv.kernel, conv.kernel}),
           run.constant({conv.outputs})});
  run.measure(state, y);
  set_flops(state,
            2 * run.type(y).numel() * channels * conv.kernel * conv.kernel);
}
BENCHMARK_CAPTURE(BM_Conv2d, mv2_stem, ConvCase{3, 224, 32, 3, 2, 1});
BENCHMARK_CAPTURE(BM_Conv2d, mv2_expand_112, ConvCase{16, 112, 96, 1, 1, 1});
BENCHMARK_CAPTURE(BM_Conv2d, mv2_project_56, ConvCase{144, 56, 24, 1, 1, 1});
BENCHMARK_CAPTURE(BM_Conv2d, mv2_expand_14, ConvCase{64, 14, 384, 1, 1, 1});
BENCHMARK_CAPTURE(BM_Conv2d, mv2_expand_7, ConvCase{160, 7, 960, 1, 1, 1});
BENCHMARK_CAPTURE(BM_Conv2d, mv2_head, ConvCase{320, 7, 1280, 1, 1, 1});
BENCHMARK_CAPTURE(BM_Conv2d, depthwise_112, ConvCase{96, 112, 96, 3, 2, 96});
BENCHMARK_CAPTURE(BM_Conv2d, depthwise_56, ConvCase{144, 56, 144, 3, 1, 144});
BENCHMARK_CAPTURE(BM_Conv2d, depthwise_14, ConvCase{384, 14, 384, 3, 1, 384});
BENCHMARK_CAPTURE(BM_Conv2d, depthwise_7, ConvCase{960, 7, 960, 3, 1, 960});
BENCHMARK_CAPTURE(BM_Conv2d, resnet_stem, ConvCase{3, 224, 64, 7, 2, 1});
BENCHMARK_CAPTURE(BM_Conv2d, resnet_56, ConvCase{64, 56, 64, 3, 1, 1});
BENCHMARK_CAPTURE(BM_Conv2d, resnet_28, ConvCase{128, 28, 128, 3, 1, 1});
BENCHMARK_CAPTURE(BM_Conv2d, resnet_14, ConvCase{256, 14, 256, 3, 1, 1});
BENCHMARK_CAPTURE(BM_Conv2d, resnet_7, ConvCase{512, 7, 512, 3, 1, 1});
BENCHMARK_CAPTURE(BM_Conv2d, resnet_56_up, ConvCase{64, 56, 256, 1, 1, 1});
BENCHMARK_CAPTURE(BM_Conv2d, resnet_down, ConvCase{256, 56, 512, 1, 2, 1});
BENCHMARK_CAPTURE(BM_Conv2d, resnet_7_up, ConvCase{512, 7, 2048, 1, 1, 1});

void BM_Unary(benchmark::State& state, Unary::Kind kind) {
  NodeRun run;
  const ValueId y = run.add(Unary{kind}, {run.input({1 << 16})});
  run.measure(state, y);
  set_rate(state, run.type(y).numel());
}
BENCHMARK_CAPTURE(BM_Unary, relu, Unary::Kind::kRelu);
BENCHMARK_CAPTURE(BM_Unary, exp, Unary::Kind::kExp);
BENCHMARK_CAPTURE(BM_Unary, tanh, Unary::Kind::kTanh);
BENCHMARK_CAPTURE(BM_Unary, sigmoid, Unary::Kind::kSigmoid);
BENCHMARK_CAPTURE(BM_Unary, erf, Unary::Kind::kErf);
BENCHMARK_CAPTURE(BM_Unary, gelu, Unary::Kind::kGelu);

void BM_Binary(benchmark::State& state, const Sizes& a, const Sizes& b) {
  NodeRun run;
  const ValueId y = run.add(Binary{}, {run.input(a), run.input(b)});
  run.measure(state, y);
  set_rate(state, run.type(y).numel());
}
BENCHMARK_CAPTURE(BM_Binary, dense, {197, 768}, {197, 768});
BENCHMARK_CAPTURE(BM_Binary, scalar, {197, 768}, {});
BENCHMARK_CAPTURE(BM_Binary, row, {197, 768}, {768});
BENCHMARK_CAPTURE(BM_Binary, column, {64, 56 * 56}, {64, 1});

void BM_Softmax(benchmark::State& state, const Sizes& sizes, int32_t axis) {
  NodeRun run;
  const ValueId y = run.add(Softmax{axis}, {run.input(sizes)});
  run.measure(state, y);
  set_rate(state, run.type(y).numel());
}
BENCHMARK_CAPTURE(BM_Softmax, rows, {12, 197, 197}, 2);

void BM_LayerNorm(benchmark::State& state, const Sizes& sizes) {
  NodeRun run;
  const Sizes inner = {sizes.back()};
  const ValueId y =
      run.add(LayerNorm{1, 1e-6},
              {run.input(sizes), run.constant(inner), run.constant(inner)});
  run.measure(state, y);
  set_rate(state, run.type(y).numel());
}
BENCHMARK_CAPTURE(BM_LayerNorm, vit, {197, 768});

void BM_MaxPool(benchmark::State& state) {
  NodeRun run;
  Pool2d op;
  op.window = {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}};
  const ValueId y =
      run.add(op, {run.input({1, 64, 112, 112})}, {1, 64, 56, 56});
  run.measure(state, y);
  set_rate(state, 9 * run.type(y).numel());
}
BENCHMARK(BM_MaxPool);

void BM_Mean(benchmark::State& state) {
  NodeRun run;
  run.measure(state, run.add(Mean{{2, 3}}, {run.input({1, 1280, 7, 7})}));
  set_rate(state, 1280 * 7 * 7);
}
BENCHMARK(BM_Mean);

void BM_Transpose(benchmark::State& state, const Sizes& sizes,
                  const std::vector<int32_t>& axes) {
  NodeRun run;
  const ValueId y = run.add(Transpose{axes}, {run.input(sizes)});
  run.measure(state, y);
  set_rate(state, run.type(y).numel());
}
BENCHMARK_CAPTURE(BM_Transpose, heads, {197, 12, 64}, {1, 0, 2});
BENCHMARK_CAPTURE(BM_Transpose, plane, {768, 768}, {1, 0});

/// Networks of the field by their layers, with weights that do not matter.
class Network {
 public:
  explicit Network(const Sizes& input) : x_(run_.input(input)) {}

  ValueId x() const { return x_; }
  void set_x(ValueId x) { x_ = x; }
  int64_t channels() const { return run_.type(x_).sizes[1]; }

  void conv(int64_t outputs, int64_t kernel, int64_t stride, int64_t groups,
            double max_value) {
    Conv2d op;
    op.groups = groups;
    op.window.kernel = {kernel, kernel};
    op.window.stride = {stride, stride};
    op.window.pad_before = op.window.pad_after = {kernel / 2, kernel / 2};
    const ValueId weight =
        run_.constant({outputs, channels() / groups, kernel, kernel});
    x_ = run_.add(op, {x_, weight, run_.constant({outputs})});
    if (max_value > 0) {
      x_ = run_.add(Clamp{0, max_value}, {x_});
    }
  }

  void linear(int64_t outputs) {
    const Sizes& sizes = run_.type(x_).sizes;
    x_ = run_.add(MatMul{}, {x_, run_.constant({sizes.back(), outputs}),
                             run_.constant({outputs})});
  }

  void reshape(const Sizes& sizes) { x_ = run_.add(Reshape{}, {x_}, sizes); }
  void transpose(std::vector<int32_t> axes) {
    x_ = run_.add(Transpose{std::move(axes)}, {x_});
  }
  void unary(Unary::Kind kind) { x_ = run_.add(Unary{kind}, {x_}); }
  void add(ValueId other) { x_ = run_.add(Binary{}, {x_, other}); }
  void matmul(ValueId other, double alpha) {
    x_ = run_.add(MatMul{alpha}, {x_, other});
  }
  void softmax(int32_t axis) { x_ = run_.add(Softmax{axis}, {x_}); }
  void norm() {
    const Sizes inner = {run_.type(x_).sizes.back()};
    x_ = run_.add(LayerNorm{static_cast<int32_t>(run_.type(x_).rank()) - 1},
                  {x_, run_.constant(inner), run_.constant(inner)});
  }
  void max_pool() {
    Pool2d op;
    op.window = {{3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}};
    const Sizes& sizes = run_.type(x_).sizes;
    x_ = run_.add(op, {x_}, {1, sizes[1], sizes[2] / 2, sizes[3] / 2});
  }
  void classifier(int64_t outputs) {
    x_ = run_.add(Mean{{2, 3}}, {x_});
    reshape({1, channels()});
    linear(outputs);
  }

  void measure(benchmark::State& state) { run_.measure(state, x_); }

 private:
  NodeRun run_;
  ValueId x_;
};

constexpr double kNoActivation = 0;
constexpr double kRelu = 1e30;

void inverted_residual(Network& net, int64_t outputs, int64_t stride,
                       int64_t factor) {
  const ValueId input = net.x();
  const int64_t channels = net.channels();
  const int64_t hidden = channels * factor;
  if (factor != 1) {
    net.conv(hidden, 1, 1, 1, 6);
  }
  net.conv(hidden, 3, stride, hidden, 6);
  net.conv(outputs, 1, 1, 1, kNoActivation);
  if (stride == 1 && channels == outputs) {
    net.add(input);
  }
}

void BM_MobileNetV2(benchmark::State& state) {
  Network net({1, 3, 224, 224});
  net.conv(32, 3, 2, 1, 6);
  const int64_t stages[][4] = {{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2},
                               {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2},
                               {6, 320, 1, 1}};
  for (const auto& [factor, outputs, n, stride] : stages) {
    for (int64_t i = 0; i < n; ++i) {
      inverted_residual(net, outputs, i == 0 ? stride : 1, factor);
    }
  }
  net.conv(1280, 1, 1, 1, 6);
  net.classifier(1000);
  net.measure(state);
}
BENCHMARK(BM_MobileNetV2)->Unit(benchmark::kMillisecond);

void bottleneck(Network& net, int64_t width, int64_t stride, bool projects) {
  const ValueId input = net.x();
  ValueId shortcut = input;
  if (projects) {
    net.conv(4 * width, 1, stride, 1, kNoActivation);
    shortcut = net.x();
    net.set_x(input);
  }
  net.conv(width, 1, 1, 1, kRelu);
  net.conv(width, 3, stride, 1, kRelu);
  net.conv(4 * width, 1, 1, 1, kNoActivation);
  net.add(shortcut);
  net.unary(Unary::Kind::kRelu);
}

void BM_ResNet50(benchmark::State& state) {
  Network net({1, 3, 224, 224});
  net.conv(64, 7, 2, 1, kRelu);
  net.max_pool();
  const int64_t stages[][3] = {
      {64, 3, 1}, {128, 4, 2}, {256, 6, 2}, {512, 3, 2}};
  for (const auto& [width, n, stride] : stages) {
    for (int64_t i = 0; i < n; ++i) {
      bottleneck(net, width, i == 0 ? stride : 1, i == 0);
    }
  }
  net.classifier(1000);
  net.measure(state);
}
BENCHMARK(BM_ResNet50)->Unit(benchmark::kMillisecond);

/// One of the three operands of attention: [heads, tokens, size].
ValueId heads_of(Network& net, ValueId x, int64_t heads,
                 std::vector<int32_t> axes) {
  net.set_x(x);
  net.linear(768);
  net.reshape({197, heads, 768 / heads});
  net.transpose(std::move(axes));
  return net.x();
}

void transformer_layer(Network& net) {
  const ValueId input = net.x();
  net.norm();
  const ValueId x = net.x();
  const ValueId keys = heads_of(net, x, 12, {1, 2, 0});
  const ValueId values = heads_of(net, x, 12, {1, 0, 2});
  heads_of(net, x, 12, {1, 0, 2});
  net.matmul(keys, 0.125);
  net.softmax(2);
  net.matmul(values, 1);
  net.transpose({1, 0, 2});
  net.reshape({197, 768});
  net.linear(768);
  net.add(input);
  const ValueId middle = net.x();
  net.norm();
  net.linear(3072);
  net.unary(Unary::Kind::kGelu);
  net.linear(768);
  net.add(middle);
}

/// One of the twelve layers of ViT-B/16.
void BM_VitLayer(benchmark::State& state) {
  Network net({197, 768});
  transformer_layer(net);
  net.measure(state);
}
BENCHMARK(BM_VitLayer)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace executorch::backends::engine
