#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/platform/test/said.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace executorch::extension {
namespace {

using aten::ScalarType;
using runtime::testing::said;

TEST(TensorPtr, EqualStridesKeepTheOrderOfDimensions) {
  const auto tensor =
      make_tensor_ptr({1, 1, 3}, std::vector<float>(3), {}, {3, 3, 1});
  EXPECT_THAT(tensor->dim_order(), ::testing::ElementsAre(0, 1, 2));
}

TEST(TensorPtr, StridesOfDimensionsOfSizeOneAreThoseOfTheDenseTensor) {
  const auto tensor =
      make_tensor_ptr({3, 1}, std::vector<float>(3), {0, 1}, {1, 77});
  EXPECT_THAT(tensor->strides(), ::testing::ElementsAre(1, 1));
}

TEST(TensorPtrDeathTest, NegativeAndHugeSizesAbort) {
  EXPECT_DEATH(make_tensor_ptr({-1}, std::vector<float>{}), "");
  constexpr int32_t kHuge = std::numeric_limits<int32_t>::max();
  EXPECT_DEATH(zeros({kHuge, kHuge, kHuge, kHuge}), said("too large"));
}

TEST(TensorPtrDeathTest, FillValuesThatDoNotFitAbort) {
  EXPECT_DEATH(full({1}, 300, ScalarType::Byte), said("does not fit"));
  EXPECT_DEATH(full({1}, -1, ScalarType::UInt64), said("does not fit"));
  EXPECT_DEATH(full({1}, 1.5, ScalarType::Int), said("does not fit"));
  EXPECT_DEATH(full({1}, 1e9, ScalarType::Half), said("does not fit"));
}

TEST(TensorPtr, InfinityFillsAnyFloatingPointType) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto tensor = full({2}, infinity, ScalarType::Half);
  EXPECT_EQ(static_cast<float>(tensor->const_data_ptr<aten::Half>()[1]),
            std::numeric_limits<float>::infinity());
}

TEST(TensorPtr, EvenlyDistributedNumbersStayBelowOneInEachType) {
  const auto tensor = rand({4096}, ScalarType::BFloat16);
  for (int i = 0; i < 4096; ++i) {
    EXPECT_LT(static_cast<float>(tensor->const_data_ptr<aten::BFloat16>()[i]),
              1.0f);
  }
}

TEST(TensorPtrDeathTest, AnEmptyRangeOfIntegersAborts) {
  EXPECT_DEATH(randint(3, 3, {1}), said("empty range"));
}

TEST(TensorAccessor, ConstElementsAreReadOnly) {
  const auto tensor = make_tensor_ptr({2, 2}, {1.0f, 2.0f, 3.0f, 4.0f});
  const auto accessor = make_tensor_accessor<const float, 2>(*tensor);
  ASSERT_TRUE(accessor.ok());
  EXPECT_EQ((*accessor)[1][0], 3.0f);
  EXPECT_EQ(accessor->stride(0), 2);
}

}  // namespace
}  // namespace executorch::extension
