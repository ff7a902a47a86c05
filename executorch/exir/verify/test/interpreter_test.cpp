#include <executorch/exir/ir/parser.h>
#include <executorch/exir/verify/interpreter.h>
#include <gtest/gtest.h>

#include <cstring>

namespace executorch::exir {
namespace {

HostValue floats(const std::vector<float>& elements) {
  const auto data = allocate_data(elements.size() * sizeof(float));
  std::memcpy(writable(*data), elements.data(), data->bytes.size());
  return HostTensor{
      ScalarType::Float, {static_cast<int64_t>(elements.size())}, *data};
}

/// A graph, run: its first output, or the refusal.
struct Ran {
  std::vector<float> elements;
  std::string error;
};

Ran run(const char* text, const std::vector<HostValue>& inputs) {
  const auto graph = parse_graph(text);
  EXPECT_TRUE(graph) << graph.error().str();
  const auto values = interpret(**graph, inputs);
  if (!values) {
    return {{}, values.error().str()};
  }
  const HostValue result = values->value_of((*graph)->outputs()[0].value);
  const auto& bytes = std::get<HostTensor>(result).data.bytes;
  std::vector<float> elements(bytes.size() / sizeof(float));
  std::memcpy(elements.data(), bytes.data(), bytes.size());
  return {elements, ""};
}

TEST(Interpreter, RunsOperatorsOfDynamicSizes) {
  const auto ran =
      run("symbol s0 in [1, 8]\n"
          "constant %w: f32[1] = [3]\n"
          "input %x: f32[s0]\n"
          "%twice: f32[2*s0] = aten::cat([%x, %x])\n"
          "%y: f32[2*s0] = aten::mul.Tensor(%twice, %w)\n"
          "output %y\n",
          {floats({1, 2})});
  EXPECT_EQ(ran.elements, (std::vector<float>{3, 6, 3, 6})) << ran.error;
}

constexpr const char* kBranch =
    "input %x: f32[2]\n"
    "input %c: bool\n"
    "%y: f32[2] = executorch_prim::variable.Tensor()\n"
    "executorch_prim::begin_if(%c)\n"
    "%neg: f32[2] = aten::neg(%x)\n"
    "executorch_prim::assign.Tensor(%y, %neg)\n"
    "executorch_prim::begin_else()\n"
    "executorch_prim::assign.Tensor(%y, %x)\n"
    "executorch_prim::end_if()\n"
    "output %y\n";

TEST(Interpreter, TakesTheBranchOfTheCondition) {
  EXPECT_EQ(run(kBranch, {floats({1, 2}), true}).elements,
            (std::vector<float>{-1, -2}));
  EXPECT_EQ(run(kBranch, {floats({1, 2}), false}).elements,
            (std::vector<float>{1, 2}));
}

TEST(Interpreter, RepeatsALoopUntilItsConditionFails) {
  const auto ran =
      run("input %x: f32[1]\n"
          "constant %limit: f32[1] = [50]\n"
          "%y: f32[1] = executorch_prim::variable.Tensor()\n"
          "executorch_prim::assign.Tensor(%y, %x)\n"
          "executorch_prim::begin_loop()\n"
          "%below: bool[1] = aten::lt.Tensor(%y, %limit)\n"
          "%goes_on: bool = aten::_local_scalar_dense(%below)\n"
          "executorch_prim::exit_loop_unless(%goes_on)\n"
          "%next: f32[1] = aten::mul.Scalar(%y, 3)\n"
          "executorch_prim::assign.Tensor(%y, %next)\n"
          "executorch_prim::end_loop()\n"
          "output %y\n",
          {floats({1})});
  EXPECT_EQ(ran.elements, (std::vector<float>{81})) << ran.error;
}

TEST(Interpreter, RefusesRandomOperators) {
  const auto ran =
      run("%y: f32[2] = aten::rand([2])\n"
          "output %y\n",
          {});
  EXPECT_NE(ran.error.find("aten::rand: gives another result every time"),
            std::string::npos)
      << ran.error;
}

TEST(Interpreter, NamesTheCheckThatFails) {
  const auto ran =
      run("input %x: f32[2]\n"
          "input %c: bool\n"
          "aten::_assert_scalar(%c, \"x is short\")\n"
          "output %x\n",
          {floats({1, 2}), false});
  EXPECT_NE(ran.error.find("x is short"), std::string::npos) << ran.error;
}

TEST(Interpreter, RefusesSizesThatAreNotTheGraphs) {
  const auto ran =
      run("symbol s0 in [1, 8]\n"
          "input %x: f32[s0]\n"
          "%y: i64[s0, 1] = aten::nonzero(%x)\n"
          "output %y\n",
          {floats({1, 0, 2})});
  EXPECT_NE(ran.error.find("aten::nonzero"), std::string::npos) << ran.error;
}

}  // namespace
}  // namespace executorch::exir
