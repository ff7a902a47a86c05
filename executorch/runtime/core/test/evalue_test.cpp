#include <executorch/runtime/core/evalue.h>

#include <gtest/gtest.h>

#include <memory>

namespace executorch::runtime {
namespace {

TEST(EValueTest, HoldsNumbers) {
  EXPECT_EQ(EValue(int64_t{7}).toInt(), 7);
  EXPECT_EQ(EValue(2.5).toDouble(), 2.5);
  EXPECT_TRUE(EValue(true).toBool());
  EXPECT_EQ(EValue(aten::Scalar(3)).toInt(), 3);
  EXPECT_TRUE(EValue(2.5).toScalar().isFloatingPoint());
}

TEST(EValueTest, TryToRefusesOtherTypes) {
  const EValue value(2.5);
  EXPECT_EQ(value.tryToInt().error(), Error::InvalidType);
  EXPECT_EQ(value.tryToBool().error(), Error::InvalidType);
  EXPECT_EQ(value.tryToTensor().error(), Error::InvalidType);
  EXPECT_EQ(value.tryToString().error(), Error::InvalidType);
  EXPECT_EQ(value.tryToIntList().error(), Error::InvalidType);
  EXPECT_EQ(value.tryToTensorList().error(), Error::InvalidType);
  EXPECT_EQ(value.tryTo<int64_t>().error(), Error::InvalidType);
  EXPECT_EQ(value.tryToOptional<int64_t>().error(), Error::InvalidType);
  EXPECT_EQ(EValue().tryToScalar().error(), Error::InvalidType);
}

TEST(EValueTest, NoneIsAnEmptyOptional) {
  EXPECT_FALSE(EValue().toOptional<int64_t>().has_value());
  EXPECT_FALSE((*EValue().tryToOptional<aten::Tensor>()).has_value());
  EXPECT_EQ(*EValue(int64_t{4}).toOptional<int64_t>(), 4);
}

TEST(EValueTest, MoveLeavesNone) {
  EValue from(int64_t{5});
  EValue to(std::move(from));
  EXPECT_TRUE(from.isNone());
  EXPECT_EQ(to.toInt(), 5);
  EValue assigned;
  assigned = std::move(to);
  EXPECT_TRUE(to.isNone());
  EXPECT_EQ(assigned.toInt(), 5);
}

TEST(EValueTest, TensorSharesItsImpl) {
  aten::SizesType sizes[] = {2};
  aten::TensorImpl impl(aten::ScalarType::Float, 1, sizes);
  const EValue value{aten::Tensor(&impl)};
  const EValue copy = value;
  EXPECT_EQ(copy.toTensor().unsafeGetTensorImpl(), &impl);
  EXPECT_EQ(value.to<aten::Tensor>().numel(), 2);
}

TEST(EValueTest, TakesSmartPointers) {
  auto pointer = std::make_unique<EValue>(int64_t{9});
  const EValue value(std::move(pointer));
  EXPECT_EQ(value.toInt(), 9);
}

TEST(BoxedEvalueListTest, ReadsPresentValues) {
  EValue values[] = {EValue(int64_t{1}), EValue(int64_t{2})};
  EValue* pointers[] = {&values[0], &values[1]};
  int64_t room[2];
  BoxedEvalueList<int64_t> list(pointers, room, 2);
  const EValue boxed(&list);
  values[1] = EValue(int64_t{8});
  EXPECT_EQ(boxed.toIntList()[1], 8);
  values[0] = EValue(1.0);
  EXPECT_EQ(boxed.tryToIntList().error(), Error::InvalidType);
}

TEST(BoxedEvalueListTest, MissingElementIsAnError) {
  EValue* pointers[] = {nullptr};
  int64_t room[1];
  const BoxedEvalueList<int64_t> list(pointers, room, 1);
  EXPECT_EQ(list.tryGet().error(), Error::InvalidState);
}

TEST(BoxedEvalueListTest, OptionalTensorsMayBeNone) {
  aten::SizesType sizes[] = {2};
  aten::TensorImpl impl(aten::ScalarType::Float, 1, sizes);
  EValue values[] = {EValue(aten::Tensor(&impl)), EValue()};
  EValue* pointers[] = {&values[0], nullptr, &values[1]};
  alignas(std::optional<aten::Tensor>) std::optional<aten::Tensor> room[3];
  BoxedEvalueList<std::optional<aten::Tensor>> list(pointers, room, 3);
  const auto tensors = EValue(&list).toListOptionalTensor();
  EXPECT_TRUE(tensors[0].has_value());
  EXPECT_FALSE(tensors[1].has_value());
  EXPECT_FALSE(tensors[2].has_value());
}

}  // namespace
}  // namespace executorch::runtime
