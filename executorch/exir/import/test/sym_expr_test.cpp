#include <executorch/exir/import/sym_expr.h>
#include <gtest/gtest.h>

namespace executorch::exir {
namespace {

const SymbolRanges kRanges{{"s0", {1, 8}}, {"s1", {2, std::nullopt}}};

std::string read(std::string_view text) {
  const auto value = parse_sym_expr(text, kRanges);
  return value ? value->str() : value.error().message;
}

TEST(SymExprTest, ReadsTheExportsFunctions) {
  EXPECT_EQ(read("Integer(3)"), "3");
  EXPECT_EQ(read("Symbol('s0', positive=True, integer=True)"), "s0");
  EXPECT_EQ(read("Add(Mul(Integer(2), Symbol('s0')), Integer(1))"),
            "2*s0 + 1");
  EXPECT_EQ(read("FloorDiv(Symbol('s0'), Integer(2))"), "floordiv(s0, 2)");
  EXPECT_EQ(read("Pow(Symbol('s0'), Integer(2))"), "s0*s0");
  EXPECT_EQ(read("Max(Integer(1), Symbol('s1'))"), "s1");
  EXPECT_EQ(read("PythonMod(Symbol('s0'), Integer(3))"), "mod(s0, 3)");
}

TEST(SymExprTest, KeepsTheRangeOfASymbol) {
  const auto value = parse_sym_expr("Symbol('s0')", kRanges);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->range().min, 1);
  EXPECT_EQ(value->range().max, 8);
}

TEST(SymExprTest, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(read("Frobnicate(Symbol('s0'))"),
            "size expression \"Frobnicate(Symbol('s0'))\": function "
            "Frobnicate of 1 operands is not known");
  EXPECT_NE(read("Add(Integer(1)").find("missing bracket"), std::string::npos);
  EXPECT_NE(read("Integer(99999999999999999999)").find("no 64-bit integer"),
            std::string::npos);
  EXPECT_NE(read("Symbol()").find("symbol without a name"), std::string::npos);
  EXPECT_NE(read("").find("no 64-bit integer"), std::string::npos);
  std::string deep;
  for (int i = 0; i < 10000; ++i) {
    deep += "Add(";
  }
  EXPECT_NE(read(deep).find("nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace executorch::exir
