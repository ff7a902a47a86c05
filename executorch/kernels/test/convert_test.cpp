#include <executorch/kernels/portable/cpu/util/convert.h>
#include <executorch/kernels/test/kernel_test.h>

#include <cstring>

namespace executorch::kernels::test {
namespace {

using portable::convert;
using portable::load_function;
using portable::store_function;

TEST(ConvertTest, EveryHalfIsWidenedExactly) {
  std::vector<Half> halves;
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    halves.emplace_back(static_cast<uint16_t>(bits), Half::from_bits());
  }
  std::vector<float> floats(halves.size());
  load_function(ScalarType::Half, ScalarType::Float)(
      halves.data(), 1, floats.data(), halves.size());
  for (size_t i = 0; i < halves.size(); ++i) {
    const float expected = static_cast<float>(halves[i]);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(floats[i]));
    } else {
      EXPECT_EQ(floats[i], expected);
      EXPECT_EQ(std::signbit(floats[i]), std::signbit(expected));
    }
  }
}

TEST(ConvertTest, FloatsAroundEveryHalfAreRounded) {
  std::vector<float> floats = {1e30f, -1e30f, 65519.0f, 65520.0f, 1e-9f};
  for (uint32_t bits = 0; bits < 0x7C00; ++bits) {
    const auto low = static_cast<float>(
        Half(static_cast<uint16_t>(bits), Half::from_bits()));
    const auto high = static_cast<float>(
        Half(static_cast<uint16_t>(bits + 1), Half::from_bits()));
    const float middle = (low + high) / 2;
    for (const float value : {low, middle, std::nextafter(middle, low),
                              std::nextafter(middle, high)}) {
      floats.push_back(value);
      floats.push_back(-value);
    }
  }
  std::vector<Half> halves(floats.size());
  store_function(ScalarType::Float, ScalarType::Half)(
      floats.data(), halves.data(), 1, floats.size());
  for (size_t i = 0; i < floats.size(); ++i) {
    EXPECT_EQ(halves[i].x, Half(floats[i]).x) << floats[i];
  }
}

TEST(ConvertTest, RealNumbersOutsideOfIntegers) {
  EXPECT_EQ((convert<double, int64_t>(kNan)), INT64_MIN);
  EXPECT_EQ((convert<double, int64_t>(1e300)), INT64_MIN);
  EXPECT_EQ((convert<float, int64_t>(-9223372036854775808.0f)), INT64_MIN);
  EXPECT_EQ((convert<float, uint8_t>(-1.0f)), 255);
  EXPECT_EQ((convert<float, int32_t>(-1.9f)), -1);
}

TEST(ConvertTest, OtherTypesHaveNoConversion) {
  EXPECT_EQ(load_function(ScalarType::ComplexFloat, ScalarType::Float),
            nullptr);
  EXPECT_EQ(store_function(ScalarType::Float, ScalarType::QInt8), nullptr);
}

}  // namespace
}  // namespace executorch::kernels::test
