#include <executorch/ops/schema_types.h>

#include <gtest/gtest.h>

#include <string>

namespace executorch::ops {
namespace {

TEST(SchemaTypesTest, OutFormHasOneTensorForEachResult) {
  constexpr KernelSignature kSignature = kernel_signature(
      "aten::f(Tensor a, Tensor? b, int[2] c=[1, 1], *, float d=1e-05) -> "
      "(Tensor, Tensor)");
  static_assert(kSignature.valid);
  ASSERT_EQ(kSignature.size, 6u);
  EXPECT_EQ(kSignature.results, 2u);
  EXPECT_EQ(kSignature.params[1], ParamKind::kOptionalTensor);
  EXPECT_EQ(kSignature.params[2], ParamKind::kIntList);
  EXPECT_EQ(kSignature.params[3], ParamKind::kFloat);
  EXPECT_EQ(kSignature.params[5], ParamKind::kOut);
}

TEST(SchemaTypesTest, InPlaceFormWritesItsArgument) {
  constexpr KernelSignature kSignature = kernel_signature(
      "aten::copy_(Tensor(a!) self, Tensor src) -> Tensor(a!)");
  static_assert(kSignature.valid);
  EXPECT_EQ(kSignature.size, 2u);
  EXPECT_EQ(kSignature.params[0], ParamKind::kOut);
}

TEST(SchemaTypesTest, MutatedArgumentsDoNotReplaceResults) {
  constexpr KernelSignature signature =
      kernel_signature("aten::f(Tensor a, Tensor(a!) b) -> (Tensor, Tensor)");
  static_assert(signature.valid && signature.size == 4);
  static_assert(signature.params[0] == ParamKind::kTensor);
  static_assert(signature.params[1] == ParamKind::kOut);
  static_assert(signature.params[3] == ParamKind::kOut);
  EXPECT_EQ(signature.results, 2u);
}

TEST(SchemaTypesTest, FactoriesLoseTheirOptions) {
  constexpr KernelSignature kSignature = kernel_signature(
      "aten::full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, "
      "Layout? layout=None, Device? device=None, bool? pin_memory=None) -> "
      "Tensor");
  static_assert(kSignature.valid);
  EXPECT_EQ(kSignature.size, 3u);
}

TEST(SchemaTypesTest, UnknownTypesAreInvalid) {
  static_assert(!kernel_signature("aten::f(Generator? g) -> Tensor").valid);
  static_assert(!kernel_signature("aten::f").valid);
  static_assert(!kernel_signature("").valid);
}

TEST(SchemaTypesTest, Names) {
  EXPECT_EQ(
      std::string(
          kernel_name("aten::add.Tensor(Tensor a) -> Tensor", "out").text),
      "aten::add.out");
  EXPECT_EQ(
      std::string(kernel_name("aten::copy_(Tensor a) -> Tensor", "").text),
      "aten::copy_");
}

}  // namespace
}  // namespace executorch::ops
