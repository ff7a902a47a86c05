#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/parser.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace executorch::exir {
namespace {

/// What the shape rule of a graph's only node says: the first result, or its
/// refusal.
std::string inferred(const std::string& node) {
  const auto graph = parse_graph(
      "symbol s0 in [1, 8]\n"
      "constant %w: f32[4, 4, 3, 3]\n"
      "input %x: f32[2, 4, 16, 16]\n" +
      node + "\noutput %y\n");
  if (!graph) {
    return graph.error().str();
  }
  const Node& only = *(*graph)->nodes().front();
  const auto specs = only.op().infer(only);
  return specs ? std::get<TensorSpec>(specs->front()).str()
               : specs.error().message;
}

TEST(ShapeInferenceTest, ReadsConstantIntegers) {
  EXPECT_EQ(inferred("%y: f32[2, 4, 15, 15] = "
                     "aten::avg_pool2d(%x, [3, 3], [1, 1], [1], false)"),
            "f32[2, 4, 16, 16]");
  EXPECT_EQ(inferred("%y: f32[2, 16] = aten::sum.dim_IntList(%x, [1, -1])"),
            "f32[2, 16]");
}

TEST(ShapeInferenceTest, RefusesIntegersThatOnlyARunKnows) {
  EXPECT_EQ(
      inferred("%y: f32[2, 4, 16, 16] = aten::convolution(%x, %w, none, "
               "[1, 1], [s0, s0], [1, 1], false, [0, 0], 1)"),
      "aten::convolution: padding is s0, expected a constant");
  EXPECT_EQ(
      inferred("%y: f32[2, 4, 16, 16] = aten::convolution(%x, %w, none, "
               "[1, 1], [0, 0], [1, 1], false, [0, 0], s0)"),
      "aten::convolution: groups is s0, expected a constant");
  EXPECT_EQ(inferred("%y: f32[2, 4, 16, 16] = "
                     "aten::slice_copy.Tensor(%x, 0, 0, 2, s0)"),
            "aten::slice_copy.Tensor: step is s0, expected a constant");
  EXPECT_EQ(inferred("%y: f32[2, 4, 20, 20] = aten::reflection_pad2d(%x, "
                     "[s0, 2, 2, 2])"),
            "aten::reflection_pad2d: padding is s0, expected a constant");
}

}  // namespace
}  // namespace executorch::exir
