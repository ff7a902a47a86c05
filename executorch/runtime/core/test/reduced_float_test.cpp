#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include <executorch/runtime/core/portable_type/bfloat16_math.h>

namespace executorch::runtime::etensor {
namespace {

Half half(uint32_t bits) {
  return Half(static_cast<uint16_t>(bits), Half::from_bits());
}

/// The value of binary16 bits by its definition.
float reference_half(uint32_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const float fraction = static_cast<float>(bits & 1023);
  const float magnitude =
      exponent == 31
          ? (fraction == 0 ? INFINITY : NAN)
          : (exponent == 0 ? std::ldexp(fraction, -24)
                           : std::ldexp(1024 + fraction, exponent - 25));
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST(HalfTest, EveryValueConvertsToFloatAndBack) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = half(bits);
    const float expected = reference_half(bits);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(value)) << bits;
      continue;
    }
    ASSERT_EQ(value, expected) << bits;
    ASSERT_EQ(Half(value).x, bits);
  }
}

TEST(HalfTest, RoundsToNearestTiesToEven) {
  for (uint32_t bits = 0; bits < 0x7BFF; ++bits) {
    const float low = half(bits);
    const float high = half(bits + 1);
    const float middle = (low + high) / 2;
    ASSERT_EQ(Half(middle).x, bits + (bits & 1)) << bits;
    ASSERT_EQ(Half(std::nextafter(middle, INFINITY)).x, bits + 1) << bits;
    ASSERT_EQ(Half(std::nextafter(middle, 0.0f)).x, bits) << bits;
  }
}

TEST(HalfTest, LargeValuesBecomeInfinity) {
  EXPECT_EQ(Half(65519.99f).x, 0x7BFF);
  EXPECT_EQ(Half(65520.0f).x, 0x7C00);
  EXPECT_EQ(Half(-INFINITY).x, 0xFC00);
  EXPECT_TRUE(std::isnan(static_cast<float>(Half(NAN))));
}

TEST(BFloat16Test, RoundsToNearestTiesToEven) {
  EXPECT_EQ(BFloat16(1.0f).x, 0x3F80);
  EXPECT_EQ(BFloat16(1.00390625f).x, 0x3F80);  // half a unit above 1
  EXPECT_EQ(BFloat16(1.01171875f).x, 0x3F82);  // one and a half
  EXPECT_EQ(BFloat16(std::nextafter(1.00390625f, 2.0f)).x, 0x3F81);
  EXPECT_EQ(BFloat16(std::numeric_limits<float>::max()).x, 0x7F80);
  EXPECT_EQ(BFloat16(NAN).x, 0x7FC0);
  EXPECT_EQ(BFloat16(-INFINITY).x, 0xFF80);
}

TEST(BFloat16Test, EveryValueConvertsToFloatAndBack) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const BFloat16 value(static_cast<uint16_t>(bits), BFloat16::from_bits());
    if (!std::isnan(static_cast<float>(value))) {
      ASSERT_EQ(BFloat16(static_cast<float>(value)).x, bits);
    }
  }
}

template <typename H>
class ReducedFloatTest : public ::testing::Test {};
using Types = ::testing::Types<Half, BFloat16>;
TYPED_TEST_SUITE(ReducedFloatTest, Types);

TYPED_TEST(ReducedFloatTest, ArithmeticKeepsOrPromotesTheType) {
  using H = TypeParam;
  const H a(1.5f);
  const H b(2.0f);
  static_assert(std::is_same_v<decltype(a + b), H>);
  static_assert(std::is_same_v<decltype(a * 2), H>);
  static_assert(std::is_same_v<decltype(2.0f - a), float>);
  static_assert(std::is_same_v<decltype(a / 2.0), double>);
  EXPECT_EQ(static_cast<float>(a + b), 3.5f);
  EXPECT_EQ(static_cast<float>(a * 2), 3.0f);
  EXPECT_EQ(static_cast<float>(-a), -1.5f);
  EXPECT_TRUE(a < b);
  H sum(0.0f);
  sum += a;
  sum *= b;
  EXPECT_EQ(static_cast<float>(sum), 3.0f);
  EXPECT_EQ(sizeof(H), 2u);
}

TYPED_TEST(ReducedFloatTest, LimitsAreConsistent) {
  using L = std::numeric_limits<TypeParam>;
  const float one_up = 1.0f + static_cast<float>(L::epsilon());
  EXPECT_EQ(static_cast<float>(TypeParam(one_up)), one_up);
  EXPECT_EQ(static_cast<float>(L::lowest()), -static_cast<float>(L::max()));
  EXPECT_TRUE(std::isinf(static_cast<float>(L::infinity())));
  EXPECT_TRUE(std::isnan(L::quiet_NaN()));
  EXPECT_GT(static_cast<float>(L::denorm_min()), 0.0f);
}

}  // namespace
}  // namespace executorch::runtime::etensor
