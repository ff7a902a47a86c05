#include <executorch/backends/engine/delegate/graph_delegate.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace executorch::backends::engine::testing {
namespace {

using runtime::EValue;

/// y = x + c, up to [4, 3] and [3]; c is the first argument, x the third.
class AddSource final : public GraphSource {
 public:
  AddSource() {
    signature_.inputs = {{ScalarType::Float, {3}}, {ScalarType::Float, {4, 3}}};
    signature_.input_args = {0, 2};
    signature_.output_args = {1};
    signature_.n_args = 3;
  }
  const Signature& signature() const override { return signature_; }
  Result<BuiltGraph> build(
      const std::vector<TensorType>& inputs) const override {
    BuiltGraph built;
    const ValueId c = *built.graph.add_input(inputs[0]);
    const ValueId x = *built.graph.add_input(inputs[1]);
    built.graph.set_outputs(
        {*built.graph.add(Binary{Binary::Kind::kAdd}, {x, c})});
    return built;
  }

 private:
  Signature signature_;
};

/// How many inputs the graphs had that were compiled.
std::vector<size_t>& input_counts() {
  static std::vector<size_t> counts;
  return counts;
}

const GraphRuntime kCountingRuntime = {
    [] { return true; },
    [](const Graph& graph, const CompileOptions& options) {
      input_counts().push_back(graph.inputs().size());
      return Executable::compile(graph, options);
    },
    1};

struct Floats {
  Floats(std::vector<aten::SizesType> shape, std::vector<float> numbers)
      : sizes(std::move(shape)),
        data(std::move(numbers)),
        impl(ScalarType::Float, static_cast<ssize_t>(sizes.size()),
             sizes.data(), data.data(), nullptr, nullptr,
             aten::TensorShapeDynamism::DYNAMIC_BOUND),
        value(aten::Tensor(&impl)) {}
  std::vector<aten::SizesType> sizes;
  std::vector<float> data;
  aten::TensorImpl impl;
  EValue value;
};

/// The first argument is a constant.
struct FirstConstant final : runtime::ConstantArguments {
  explicit FirstConstant(const EValue& first) : value(first) {}
  const EValue* at(size_t index) const override {
    return index == 0 ? &value : nullptr;
  }
  const EValue& value;
};

Result<std::unique_ptr<GraphDelegate>> make_delegate(
    const runtime::ConstantArguments* arguments) {
  runtime::runtime_init();
  input_counts().clear();
  auto source = std::make_unique<AddSource>();
  auto constants = constant_inputs(source->signature(), arguments);
  if (!constants.ok()) {
    return constants.error();
  }
  return GraphDelegate::create(std::move(source), kCountingRuntime, {},
                               std::move(*constants));
}

std::vector<float> run(GraphDelegate& delegate, Floats& c, Floats& x) {
  Floats y(x.sizes, std::vector<float>(x.data.size()));
  std::array<EValue*, 3> args = {&c.value, &y.value, &x.value};
  EXPECT_EQ(delegate.execute({args.data(), args.size()}, nullptr), Error::Ok);
  return y.data;
}

TEST(GraphDelegateTest, ConstantArgumentsAreConstantsOfTheGraph) {
  Floats c({3}, {10, 20, 30});
  const FirstConstant arguments(c.value);
  const auto delegate = make_delegate(&arguments);
  ASSERT_TRUE(delegate.ok());
  Floats smaller({1, 3}, {1, 2, 3});
  EXPECT_EQ(run(**delegate, c, smaller), (std::vector<float>{11, 22, 33}));
  Floats two({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(run(**delegate, c, two),
            (std::vector<float>{11, 22, 33, 14, 25, 36}));
  EXPECT_EQ(input_counts(), (std::vector<size_t>{1, 1, 1}));
}

TEST(GraphDelegateTest, ConstantsBelowTheDeclaredSizesAreInputsUntilTheyCome) {
  Floats c({1}, {10});
  const FirstConstant arguments(c.value);
  const auto delegate = make_delegate(&arguments);
  ASSERT_TRUE(delegate.ok());
  Floats x({1, 3}, {1, 2, 3});
  EXPECT_EQ(run(**delegate, c, x), (std::vector<float>{11, 12, 13}));
  EXPECT_EQ(input_counts(), (std::vector<size_t>{2, 1}));
}

TEST(GraphDelegateTest, WithoutConstantsAllAreInputs) {
  const auto delegate = make_delegate(nullptr);
  ASSERT_TRUE(delegate.ok());
  Floats x({1, 3}, {1, 2, 3});
  Floats c({3}, {10, 20, 30});
  EXPECT_EQ(run(**delegate, c, x), (std::vector<float>{11, 22, 33}));
  c.data = {1, 1, 1};
  EXPECT_EQ(run(**delegate, c, x), (std::vector<float>{2, 3, 4}));
  EXPECT_EQ(input_counts(), (std::vector<size_t>{2, 2}));
}

TEST(GraphDelegateTest, RefusesConstantsThatAreNotAsDeclared) {
  Floats c({4}, {1, 2, 3, 4});
  const FirstConstant arguments(c.value);
  EXPECT_EQ(make_delegate(&arguments).error(), Error::InvalidArgument);
}

}  // namespace
}  // namespace executorch::backends::engine::testing
