#include <executorch/exir/ir/arguments.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/kernels/all_kernels.h>
#include <executorch/ops/schema.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace executorch::exir {
namespace {

TEST(OpInfoTest, EveryOperatorWithAKernelIsInAKernelTable) {
  std::set<std::string> kernels;
  for (const auto& table : kernels::all_kernels()) {
    for (const auto& kernel : table) {
      EXPECT_TRUE(kernels.insert(kernel.name_).second) << kernel.name_;
    }
  }
  for (const OpInfo& op : all_ops()) {
    if (op.has_kernel) {
      EXPECT_EQ(kernels.count(op.out_name), 1u) << op.out_name;
    }
  }
}

TEST(OpInfoTest, EveryOperatorHasAWayToARun) {
  for (const OpInfo& op : all_ops()) {
    EXPECT_TRUE(op.has_kernel || op.decompose != nullptr || op.is_control)
        << op.schema.qualified_name();
  }
}

TEST(OpInfoTest, NamesAreUnique) {
  std::set<std::string> names;
  for (const OpInfo& op : all_ops()) {
    EXPECT_TRUE(names.insert(op.schema.qualified_name()).second)
        << op.schema.qualified_name();
  }
}

TEST(OpInfoTest, DefaultsFitTheirParameters) {
  for (const OpInfo& op : all_ops()) {
    for (const ops::Param& param : op.schema.params) {
      if (param.default_text) {
        const auto value = default_argument(param);
        EXPECT_TRUE(value) << op.schema.qualified_name() << ": "
                           << value.error().message;
      }
    }
  }
}

TEST(OpInfoTest, InPlaceFormsComeFromTheFunctionalRow) {
  const OpInfo* op = find_in_place_op("aten::add_.Tensor");
  ASSERT_NE(op, nullptr);
  EXPECT_TRUE(op->is_in_place());
  EXPECT_EQ(functional_form(*op), find_op("aten::add.Tensor"));
  EXPECT_EQ(find_in_place_op("aten::no_such_.Tensor"), nullptr);
  EXPECT_EQ(find_in_place_op("aten::add.Tensor"), nullptr);
}

TEST(SchemaTest, ReadsTypesDefaultsAndReturns) {
  const auto schema = ops::parse_schema(
      "aten::f.x(Tensor(a!) self, Tensor?[] indices, SymInt[2]? size=None, *, "
      "float eps=1e-05, str mode='none') -> (Tensor(a!), Tensor)");
  ASSERT_TRUE(schema);
  EXPECT_EQ(schema->qualified_name(), "aten::f.x");
  ASSERT_EQ(schema->params.size(), 5u);
  EXPECT_TRUE(schema->params[0].type.is_mutated);
  EXPECT_TRUE(schema->params[1].type.elements_optional);
  EXPECT_EQ(schema->params[2].type.list_size, 2u);
  EXPECT_TRUE(schema->params[2].type.is_optional);
  EXPECT_EQ(schema->params[3].default_text, "1e-05");
  EXPECT_TRUE(schema->params[4].keyword_only);
  EXPECT_EQ(schema->returns.size(), 2u);
}

TEST(SchemaTest, RefusesOtherText) {
  EXPECT_FALSE(ops::parse_schema("relu(Tensor self) -> Tensor"));
  EXPECT_FALSE(ops::parse_schema("aten::relu(Tensor self)"));
  EXPECT_FALSE(ops::parse_schema("aten::relu(Tensr self) -> Tensor"));
  EXPECT_FALSE(ops::parse_schema("aten::relu(Tensor self"));
}

}  // namespace
}  // namespace executorch::exir
