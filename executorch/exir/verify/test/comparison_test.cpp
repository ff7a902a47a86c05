#include <executorch/exir/verify/comparison.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace executorch::exir {
namespace {

template <class T>
HostValue tensor(ScalarType dtype, const std::vector<T>& elements) {
  const auto data = allocate_data(elements.size() * sizeof(T));
  std::memcpy(writable(*data), elements.data(), data->bytes.size());
  return HostTensor{dtype, {static_cast<int64_t>(elements.size())}, *data};
}

HostValue floats(const std::vector<float>& elements) {
  return tensor(ScalarType::Float, elements);
}

HostValue longs(const std::vector<int64_t>& elements) {
  return tensor(ScalarType::Long, elements);
}

TEST(Compare, FloatsAgreeWithinTheTolerance) {
  const auto comparison = compare(floats({100, 1.001f}), floats({100, 1}));
  EXPECT_FALSE(comparison.departs);
  EXPECT_NEAR(comparison.largest, 1e-3, 1e-6);
  EXPECT_NEAR(comparison.allowed, 1.1e-3, 1e-6);
}

TEST(Compare, ADepartureNamesItsWorstElement) {
  const auto comparison = compare(floats({1, 2, 4}), floats({1, 3, 3.5}));
  EXPECT_TRUE(comparison.departs);
  EXPECT_NE(comparison.text.find("element 1 is 2, expected 3; 2 of 3"),
            std::string::npos)
      << comparison.text;
}

TEST(Compare, NanAndInfinityAgreeWithThemselvesOnly) {
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::nanf("");
  EXPECT_FALSE(compare(floats({nan, inf}), floats({nan, inf})).departs);
  EXPECT_TRUE(compare(floats({nan}), floats({0})).departs);
  EXPECT_TRUE(compare(floats({0}), floats({nan})).departs);
  EXPECT_TRUE(compare(floats({inf}), floats({-inf})).departs);
}

TEST(Compare, IntegersAgreeExactly) {
  EXPECT_FALSE(compare(longs({1, 2}), longs({1, 2})).departs);
  EXPECT_TRUE(
      compare(longs({(int64_t{1} << 60) + 1}), longs({int64_t{1} << 60}))
          .departs);
}

TEST(Compare, OtherShapesKindsAndNumbersDepart) {
  EXPECT_TRUE(compare(floats({1}), floats({1, 1})).departs);
  EXPECT_TRUE(compare(floats({1}), longs({1})).departs);
  EXPECT_EQ(compare(HostValue(), floats({1, 2})).text,
            "is None, expected f32[2]");
  EXPECT_TRUE(compare(int64_t{3}, int64_t{4}).departs);
  EXPECT_FALSE(compare(true, true).departs);
  EXPECT_FALSE(compare(0.1, 0.1 + 1e-17).departs);
  EXPECT_TRUE(compare(0.1, 0.11).departs);
}

}  // namespace
}  // namespace executorch::exir
