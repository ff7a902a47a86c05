#include "compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "fill.h"

namespace rushlight::test {
namespace {

using testing::HasSubstr;

template <class T>
NpyArray array_of(ScalarType dtype, std::vector<T> values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {dtype,
          {static_cast<int64_t>(values.size())},
          {bytes.begin(), bytes.end()}};
}

NpyArray floats(std::vector<float> values) {
  return array_of(ScalarType::Float, std::move(values));
}

std::string float_difference(std::vector<float> found,
                             std::vector<float> expected) {
  return difference(floats(std::move(found)),
                    expected_array(floats(std::move(expected))));
}

TEST(Difference, AllowsFloat32Rounding) {
  EXPECT_EQ(float_difference({1.00005f, 100.f}, {1.f, 100.f}), "");
}

TEST(Difference, NamesTheWorstElement) {
  EXPECT_THAT(float_difference({1.f, 2.1f, 3.5f}, {1.f, 2.f, 3.f}),
              testing::AllOf(HasSubstr("2 of 3"),
                             HasSubstr("element 2: 3.5, expected 3")));
}

TEST(Difference, TakesNanForNanOnly) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(float_difference({nan}, {nan}), "");
  EXPECT_NE(float_difference({nan}, {1.f}), "");
  EXPECT_NE(float_difference({1.f}, {nan}), "");
}

TEST(Difference, TakesAnInfinityForItselfOnly) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(float_difference({infinity}, {infinity}), "");
  EXPECT_NE(float_difference({-infinity}, {infinity}), "");
  EXPECT_NE(float_difference({1.f}, {infinity}), "");
  EXPECT_NE(float_difference({infinity}, {1.f}), "");
}

TEST(Difference, IsAnyForIntegers) {
  const auto a = array_of<int64_t>(ScalarType::Long, {1000000});
  const auto b = array_of<int64_t>(ScalarType::Long, {1000001});
  EXPECT_EQ(difference(a, expected_array(a)), "");
  EXPECT_NE(difference(a, expected_array(b)), "");
}

TEST(Difference, SeesShapeAndDtype) {
  NpyArray found = floats({1.f, 2.f});
  const ExpectedArray expected = expected_array(found);
  found.shape = {1, 2};
  EXPECT_EQ(difference(found, expected), "is f32[1, 2], expected f32[2]");
  found = array_of<int32_t>(ScalarType::Int, {1, 2});
  EXPECT_EQ(difference(found, expected), "is i32[2], expected f32[2]");
}

TEST(Difference, LooksAtTheSamplesOnly) {
  const ExpectedArray expected{ScalarType::Float, {5}, 2, 5, {1, 3, 5}};
  EXPECT_EQ(difference(floats({1, 0, 3, 0, 5}), expected), "");
  EXPECT_THAT(difference(floats({1, 0, 3, 0, 6}), expected),
              HasSubstr("element 4"));
}

TEST(FillSequence, FollowsTheFormula) {
  std::vector<float> all(5);
  FillSequence("input:a", 0, 1).next(all);
  FillSequence sequence("input:a", 0, 1);
  std::vector<float> first(2);
  std::vector<float> rest(3);
  sequence.next(first);
  sequence.next(rest);
  first.insert(first.end(), rest.begin(), rest.end());
  EXPECT_EQ(first, all);
  EXPECT_FLOAT_EQ(all[0], -0.98167147f);
  EXPECT_FLOAT_EQ(all[1], 1.5769483f);
}

}  // namespace
}  // namespace rushlight::test
