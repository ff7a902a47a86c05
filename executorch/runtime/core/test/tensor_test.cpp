#include <gtest/gtest.h>

#include <cstring>

#include <executorch/runtime/core/exec_aten/util/tensor_shape_to_c_string.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/core/tensor_layout.h>

namespace executorch::runtime {
namespace {

using aten::ScalarType;
using aten::Tensor;
using aten::TensorImpl;

struct Made {
  Made(TensorShapeDynamism dynamism, void* data)
      : impl(ScalarType::Float, 2, sizes, data, dim_order, strides, dynamism) {}
  aten::SizesType sizes[2] = {2, 3};
  aten::DimOrderType dim_order[2] = {0, 1};
  aten::StridesType strides[2] = {3, 1};
  TensorImpl impl;
};

Error resize(Made& made, std::vector<aten::SizesType> sizes) {
  return resize_tensor(Tensor(&made.impl), aten::ArrayRef<aten::SizesType>(
                                               sizes.data(), sizes.size()));
}

TEST(TensorTest, DynamicTensorStaysWithinItsCapacity) {
  Made made(TensorShapeDynamism::DYNAMIC_BOUND, nullptr);
  EXPECT_EQ(resize(made, {1, 2}), Error::Ok);
  EXPECT_EQ(made.impl.numel(), 2);
  EXPECT_EQ(made.impl.strides()[0], 2);
  EXPECT_EQ(resize(made, {6, 1}), Error::Ok);
  EXPECT_EQ(resize(made, {7, 1}), Error::NotSupported);
  EXPECT_EQ(resize(made, {1}), Error::NotSupported);
  EXPECT_EQ(resize(made, {-1, 1}), Error::InvalidArgument);
  EXPECT_EQ(made.impl.numel(), 6);
}

TEST(TensorTest, StaticTensorKeepsItsSizes) {
  Made made(TensorShapeDynamism::STATIC, nullptr);
  EXPECT_EQ(resize(made, {2, 3}), Error::Ok);
  EXPECT_EQ(resize(made, {3, 2}), Error::NotSupported);
}

TEST(TensorTest, DoesNotOutgrowItsData) {
  float data[4];
  Made made(TensorShapeDynamism::DYNAMIC_BOUND, nullptr);
  made.impl.set_data(data, sizeof(data));
  EXPECT_EQ(resize(made, {2, 2}), Error::Ok);
  EXPECT_EQ(resize(made, {1, 5}), Error::NotSupported);
  made.impl.set_data(data);
  EXPECT_EQ(resize(made, {1, 5}), Error::Ok);
}

TEST(TensorTest, SafeNumelRefusesOverflow) {
  const aten::SizesType large[] = {INT32_MAX, INT32_MAX, INT32_MAX};
  EXPECT_EQ(aten::safe_numel(large, 3).error(), Error::InvalidArgument);
  EXPECT_EQ(*aten::safe_numel(nullptr, 0), 1);
}

TEST(TensorTest, DataAreSharedAndCopiedOnlyIfTheyFit) {
  float from[6] = {1, 2, 3, 4, 5, 6};
  float to[6] = {};
  Made a(TensorShapeDynamism::DYNAMIC_BOUND, from);
  Made b(TensorShapeDynamism::DYNAMIC_BOUND, to);
  EXPECT_EQ(internal::copy_tensor_data(Tensor(&b.impl), Tensor(&a.impl)),
            Error::Ok);
  EXPECT_EQ(to[5], 6);
  EXPECT_EQ(resize(b, {1, 3}), Error::Ok);
  EXPECT_EQ(internal::share_tensor_data(Tensor(&b.impl), Tensor(&a.impl)),
            Error::InvalidArgument);
  EXPECT_EQ(internal::set_tensor_data(Tensor(&a.impl), to, 23),
            Error::InvalidArgument);
}

TEST(TensorTest, ExtractScalarChecksTypeAndRange) {
  int64_t value = 300;
  TensorImpl impl(ScalarType::Long, 0, nullptr, &value);
  const Tensor tensor(&impl);
  int8_t narrow = 0;
  uint8_t byte = 0;
  int64_t wide = 0;
  EXPECT_FALSE(extract_scalar_tensor(tensor, &narrow));
  EXPECT_TRUE(extract_scalar_tensor(tensor, &wide));
  EXPECT_EQ(wide, 300);
  value = -1;
  EXPECT_FALSE(extract_scalar_tensor(tensor, &byte));
  uint64_t unsigned_wide = 0;
  EXPECT_FALSE(extract_scalar_tensor(tensor, &unsigned_wide));
  EXPECT_TRUE(extract_scalar_tensor(tensor, &narrow));
  double real = 0;
  EXPECT_TRUE(extract_scalar_tensor(tensor, &real));
  EXPECT_EQ(real, -1.0);
  bool truth = false;
  EXPECT_FALSE(extract_scalar_tensor(tensor, &truth));
}

TEST(DimOrderTest, RecognisesOrders) {
  const uint8_t contiguous[] = {0, 1, 2, 3};
  const uint8_t channels_last[] = {0, 2, 3, 1};
  const uint8_t twice[] = {0, 1, 1, 3};
  const uint8_t outside[] = {0, 1, 2, 4};
  EXPECT_TRUE(is_contiguous_dim_order(contiguous, 4));
  EXPECT_FALSE(is_contiguous_dim_order(channels_last, 4));
  EXPECT_TRUE(is_channels_last_dim_order(channels_last, 4));
  EXPECT_FALSE(is_channels_last_dim_order(contiguous, 4));
  EXPECT_TRUE(validate_dim_order(channels_last, 4));
  EXPECT_FALSE(validate_dim_order(twice, 4));
  EXPECT_FALSE(validate_dim_order(outside, 4));
}

TEST(DimOrderTest, ConvertsToStridesAndBack) {
  const int32_t sizes[] = {2, 3, 4, 5};
  const uint8_t channels_last[] = {0, 2, 3, 1};
  int32_t strides[4];
  ASSERT_EQ(dim_order_to_stride(sizes, channels_last, 4, strides), Error::Ok);
  EXPECT_EQ(strides[0], 60);
  EXPECT_EQ(strides[1], 1);
  EXPECT_EQ(strides[2], 15);
  EXPECT_EQ(strides[3], 3);
  uint8_t dim_order[4];
  ASSERT_EQ(stride_to_dim_order(strides, 4, dim_order), Error::Ok);
  EXPECT_EQ(std::memcmp(dim_order, channels_last, 4), 0);
  const int32_t large[] = {1, INT32_MAX, 3, 1};
  const uint8_t contiguous[] = {0, 1, 2, 3};
  EXPECT_EQ(dim_order_to_stride(large, contiguous, 4, strides),
            Error::InvalidArgument);
}

TEST(ScalarTypeTest, PromotesAsPyTorch) {
  using T = ScalarType;
  EXPECT_EQ(promoteTypes(T::Byte, T::Char), T::Short);
  EXPECT_EQ(promoteTypes(T::Half, T::BFloat16), T::Float);
  EXPECT_EQ(promoteTypes(T::Long, T::Half), T::Half);
  EXPECT_EQ(promoteTypes(T::Bool, T::Byte), T::Byte);
  EXPECT_EQ(promoteTypes(T::Double, T::ComplexFloat), T::ComplexDouble);
  EXPECT_EQ(promoteTypes(T::BFloat16, T::ComplexHalf), T::ComplexFloat);
  EXPECT_EQ(promoteTypes(T::Half, T::Int, true), T::Float);
  EXPECT_EQ(promoteTypes(T::QInt8, T::QInt8), T::QInt8);
}

TEST(ScalarTypeTest, KnowsItsTypes) {
  EXPECT_TRUE(isValid(ScalarType::UInt64));
  EXPECT_FALSE(isValid(ScalarType::Undefined));
  EXPECT_FALSE(isValid(static_cast<ScalarType>(-1)));
  EXPECT_FALSE(isValid(static_cast<ScalarType>(100)));
  EXPECT_EQ(elementSize(ScalarType::ComplexDouble), 16u);
  EXPECT_STREQ(toString(ScalarType::BFloat16), "BFloat16");
  EXPECT_STREQ(toString(static_cast<ScalarType>(99)), "UNKNOWN_SCALAR");
  EXPECT_FALSE(canCast(ScalarType::Float, ScalarType::Int));
  EXPECT_TRUE(canCast(ScalarType::Bool, ScalarType::Float));
}

TEST(TensorLayoutTest, ChecksWhatItIsGiven) {
  const int32_t sizes[] = {2, 3};
  const uint8_t order[] = {1, 0};
  const uint8_t bad_order[] = {1, 1};
  EXPECT_EQ(
      TensorLayout::create({sizes, 2}, {order, 2}, ScalarType::Float)->nbytes(),
      24u);
  EXPECT_FALSE(
      TensorLayout::create({sizes, 2}, {bad_order, 2}, ScalarType::Float).ok());
  EXPECT_FALSE(
      TensorLayout::create({sizes, 2}, {order, 2}, static_cast<ScalarType>(77))
          .ok());
}

TEST(ShapeTextTest, ShowsShapes) {
  const int32_t shape[] = {2, 3, -1};
  EXPECT_STREQ(tensor_shape_to_c_string(Span<const int32_t>(shape, 3)).data(),
               "(2, 3, ERR)");
  EXPECT_STREQ(tensor_shape_to_c_string(Span<const int32_t>()).data(), "()");
}

}  // namespace
}  // namespace executorch::runtime
