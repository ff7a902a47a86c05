#include <executorch/exir/ir/sym_int.h>
#include <executorch/ops/shape_rules.h>
#include <gtest/gtest.h>

namespace executorch::exir {
namespace {

SymInt symbol(const char* name, int64_t min, std::optional<int64_t> max) {
  return SymInt::symbol(name, {min, max});
}

TEST(SymIntTest, EqualExpressionsHaveOneForm) {
  const SymInt s = symbol("s0", 1, 8);
  EXPECT_EQ((s + 1) * 2, s * 2 + 2);
  EXPECT_EQ((s + 1 - s).constant(), 1);
  EXPECT_EQ((s * 4 + 1).str(), "4*s0 + 1");
  EXPECT_FALSE(s == s + 1);
}

TEST(SymIntTest, DividesExactlyWhereTermsAllow) {
  const SymInt s = symbol("s0", 1, 8);
  EXPECT_EQ(floor_div(s * 128, s).constant(), 128);
  EXPECT_EQ(floor_div(s * 6 + 4, 2), s * 3 + 2);
  EXPECT_EQ(floor_div(s, 2).str(), "floordiv(s0, 2)");
  EXPECT_EQ(floor_mod(s * 4, 2).constant(), 0);
}

TEST(SymIntTest, RangesFollowTheSymbols) {
  const SymInt s = symbol("s0", 2, 9);
  EXPECT_EQ((s * 4 + 1).range().min, 9);
  EXPECT_EQ((s * 4 + 1).range().max, 37);
  EXPECT_EQ(floor_div(s, 2).range().max, 4);
  EXPECT_EQ((SymInt(10) - s).range().min, 1);
  EXPECT_FALSE(symbol("u0", 0, std::nullopt).range().max);
}

TEST(SymIntTest, MinAndMaxAreDecidedByRanges) {
  const SymInt s = symbol("s0", 2, 9);
  EXPECT_EQ(dim_min(s, s + 1), s);
  EXPECT_EQ(dim_max(s, 0), s);
  EXPECT_EQ(dim_min(s, 4).str(), "min(s0, 4)");
}

TEST(SymIntTest, OverflowIsNeverAWrappedValue) {
  const SymInt big(INT64_MAX);
  const SymInt product = big * big;
  EXPECT_FALSE(product.is_constant());
  EXPECT_FALSE(product.range().max);
  EXPECT_FALSE((symbol("s0", 1, INT64_MAX) * 4).range().max);
}

TEST(SymIntTest, ServesTheShapeRules) {
  const SymInt s = symbol("s0", 1, 8);
  ops::Sizes<SymInt> in;
  in.push_back(s);
  in.push_back(SymInt(3));
  ops::Sizes<SymInt> flat;
  flat.push_back(SymInt(-1));
  const auto viewed = ops::view_shape(in, flat);
  ASSERT_TRUE(viewed.ok());
  EXPECT_EQ(viewed.sizes[0], s * 3);
}

}  // namespace
}  // namespace executorch::exir
