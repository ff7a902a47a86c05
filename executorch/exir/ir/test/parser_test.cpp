#include <executorch/exir/ir/parser.h>
#include <executorch/exir/ir/printer.h>
#include <executorch/exir/ir/verifier.h>
#include <gtest/gtest.h>

namespace executorch::exir {
namespace {

TEST(ParserTest, PrintedGraphsAreReadBack) {
  const char* text =
      "symbol s0 in [1, 8]\n"
      "constant %w: f32[3, 2]\n"
      "buffer %state: i64[1]\n"
      "input %x: f32[s0, 3]\n"
      "%y: f32[s0, 2] = aten::mm(%x, %w)\n"
      "%z: f32[s0, 2] = aten::gelu(%y, \"tanh\")\n"
      "%c: f32[2*s0, 2] = aten::cat([%y, %z], 0)\n"
      "%h: f32[2*s0, 2] = aten::hardtanh(%c, -1.5, 6)\n"
      "output %h\n";
  const auto graph = parse_graph(text);
  ASSERT_TRUE(graph) << graph.error().str();
  EXPECT_TRUE(verify(**graph));
  EXPECT_EQ(print_graph(**graph), text);
}

TEST(ParserTest, MistakesNameTheLine) {
  const auto unknown = parse_graph("input %x: f32[2]\n%y: f32[2] = aten::no(%x)\n");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message,
            "line 2: operator aten::no is not known");
  const auto undefined = parse_graph("output %y\n");
  ASSERT_FALSE(undefined);
  EXPECT_EQ(undefined.error().message, "line 1: %y is not defined");
  const auto kind = parse_graph(
      "input %x: f32[2]\n%y: f32[2] = aten::softmax.int(%x, 1.5)\n");
  ASSERT_FALSE(kind);
  EXPECT_EQ(kind.error().message, "line 2: argument dim is a float, expected int");
}

TEST(VerifierTest, ReportsAllFaults) {
  const auto graph = parse_graph(
      "input %x: f32[2, 3]\n"
      "%y: f32[2, 2] = aten::relu(%x)\n"
      "%z: i64[2, 3] = aten::tanh(%x)\n"
      "output %y\n");
  ASSERT_TRUE(graph);
  const auto result = verify(**graph);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("stated as f32[2, 2], computed as "
                                        "f32[2, 3]"),
            std::string::npos);
  ASSERT_EQ(result.error().notes.size(), 1u);
  EXPECT_NE(result.error().notes[0].find("stated as i64[2, 3]"),
            std::string::npos);
}

TEST(DiagnosticTest, ShowsTheLineOfTheModel) {
  auto location = std::make_shared<SourceLocation>();
  location->stack_trace =
      "File \"a.py\", line 3, in forward\n    return self.stem(x)\n"
      "File \"model.py\", line 42, in forward\n    return F.relu(x)\n";
  location->module_path = "stem.0";
  const Diagnostic error{"aten::relu: no", "%y = aten::relu(%x)", "decompose",
                         location, {"a note"}};
  EXPECT_EQ(error.str(),
            "error: aten::relu: no\n"
            "  node %y = aten::relu(%x)   pass: decompose\n"
            "  at model.py:42 in forward: return F.relu(x)\n"
            "  in module stem.0\n"
            "  note: a note");
}

}  // namespace
}  // namespace executorch::exir
