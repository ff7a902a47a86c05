#include <executorch/kernels/prim_ops/prim_ops.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace executorch::runtime {
namespace {

using kernels::prim_ops_kernels;

/// Calls executorch_prim::<name> on values; the last one is the result.
Error call(const std::string& name, std::vector<EValue>& values) {
  const auto op =
      get_op_function_from_registry(name.c_str(), {}, prim_ops_kernels());
  EXPECT_TRUE(op.ok()) << name;
  std::vector<EValue*> stack;
  for (EValue& value : values) {
    stack.push_back(&value);
  }
  KernelRuntimeContext context;
  (*op)(context, {stack.data(), stack.size()});
  return context.failure_state();
}

template <typename... Args>
EValue result_of(const std::string& name, Args... args) {
  std::vector<EValue> values = {EValue(args)..., EValue()};
  EXPECT_EQ(call("executorch_prim::" + name, values), Error::Ok) << name;
  return values.back();
}

template <typename... Args>
Error error_of(const std::string& name, Args... args) {
  std::vector<EValue> values = {EValue(args)..., EValue()};
  return call("executorch_prim::" + name, values);
}

constexpr int64_t kMin = INT64_MIN;
int64_t i(int64_t value) { return value; }

TEST(PrimOpsTest, Arithmetic) {
  EXPECT_EQ(result_of("add.Scalar", i(2), i(3)).toInt(), 5);
  EXPECT_EQ(result_of("add.Scalar", i(2), 0.5).toDouble(), 2.5);
  EXPECT_EQ(result_of("sub.Scalar", 0.5, i(2)).toDouble(), -1.5);
  EXPECT_EQ(result_of("mul.Scalar", i(-2), i(3)).toInt(), -6);
  EXPECT_EQ(result_of("truediv.Scalar", i(1), i(2)).toDouble(), 0.5);
  EXPECT_EQ(result_of("neg.Scalar", i(4)).toInt(), -4);
  EXPECT_EQ(result_of("sym_max.Scalar", i(4), i(7)).toInt(), 7);
  EXPECT_EQ(result_of("sym_min.Scalar", i(4), i(7)).toInt(), 4);
}

TEST(PrimOpsTest, DivisionRoundsDown) {
  EXPECT_EQ(result_of("floordiv.Scalar", i(7), i(2)).toInt(), 3);
  EXPECT_EQ(result_of("floordiv.Scalar", i(-7), i(2)).toInt(), -4);
  EXPECT_EQ(result_of("floordiv.Scalar", i(7), i(-2)).toInt(), -4);
  EXPECT_EQ(result_of("floordiv.Scalar", i(-8), i(2)).toInt(), -4);
  EXPECT_EQ(result_of("floordiv.Scalar", -7.0, 2.0).toDouble(), -4.0);
  EXPECT_EQ(result_of("floordiv.Scalar", 1.0, i(0)).toDouble(), INFINITY);
  EXPECT_EQ(result_of("mod.Scalar", i(-7), i(3)).toInt(), 2);
  EXPECT_EQ(result_of("mod.Scalar", i(7), i(-3)).toInt(), -2);
  EXPECT_EQ(result_of("mod.Scalar", kMin, i(-1)).toInt(), 0);
}

TEST(PrimOpsTest, ImpossibleResultsAreErrors) {
  EXPECT_EQ(error_of("floordiv.Scalar", i(1), i(0)), Error::InvalidArgument);
  EXPECT_EQ(error_of("floordiv.Scalar", kMin, i(-1)), Error::InvalidArgument);
  EXPECT_EQ(error_of("mod.Scalar", i(1), i(0)), Error::InvalidArgument);
  EXPECT_EQ(error_of("mul.Scalar", kMin, i(2)), Error::InvalidArgument);
  EXPECT_EQ(error_of("neg.Scalar", kMin), Error::InvalidArgument);
  EXPECT_EQ(error_of("ceil.Scalar", 1e30), Error::InvalidArgument);
  EXPECT_EQ(error_of("round.Scalar", double(NAN)), Error::InvalidArgument);
  EXPECT_EQ(error_of("add.Scalar", true, i(1)), Error::InvalidType);
  EXPECT_EQ(error_of("sym_not.Scalar", i(1)), Error::InvalidType);
  EXPECT_EQ(error_of("add.Scalar", i(1)), Error::InvalidProgram);
}

TEST(PrimOpsTest, Comparisons) {
  EXPECT_TRUE(result_of("eq.Scalar", i(2), 2.0).toBool());
  EXPECT_TRUE(result_of("ne.Scalar", true, false).toBool());
  EXPECT_TRUE(result_of("gt.Scalar", i(3), i(2)).toBool());
  EXPECT_FALSE(result_of("ge.Scalar", 1.0, i(2)).toBool());
  EXPECT_TRUE(result_of("lt.Scalar", i(1), i(2)).toBool());
  EXPECT_FALSE(result_of("le.Scalar", double(NAN), 1.0).toBool());
}

TEST(PrimOpsTest, Conversions) {
  EXPECT_EQ(result_of("ceil.Scalar", 1.2).toInt(), 2);
  EXPECT_EQ(result_of("trunc.Scalar", -1.7).toInt(), -1);
  EXPECT_EQ(result_of("round.Scalar", 2.5).toInt(), 2);
  EXPECT_EQ(result_of("round.Scalar", 3.5).toInt(), 4);
  EXPECT_EQ(result_of("round.Scalar", -2.5).toInt(), -2);
  EXPECT_EQ(result_of("round.Scalar", 2.4).toInt(), 2);
  EXPECT_EQ(result_of("sym_float.Scalar", i(2)).toDouble(), 2.0);
  EXPECT_EQ(result_of("sym_int.Scalar", -2.9).toInt(), -2);
  EXPECT_FALSE(result_of("sym_not.Scalar", true).toBool());
  EXPECT_EQ(result_of("sym_ite.Scalar", true, i(1), i(2)).toInt(), 1);
}

struct Made {
  Made(std::vector<aten::SizesType> shape, void* data,
       TensorShapeDynamism dynamism = TensorShapeDynamism::STATIC)
      : sizes(std::move(shape)),
        order(sizes.size()),
        strides(sizes.size()),
        impl(aten::ScalarType::Float, static_cast<ssize_t>(sizes.size()),
             sizes.data(), data, order.data(), strides.data(), dynamism) {
    for (size_t k = 0; k < order.size(); ++k) {
      order[k] = static_cast<uint8_t>(k);
    }
  }
  EValue value() { return EValue(aten::Tensor(&impl)); }
  std::vector<aten::SizesType> sizes;
  std::vector<aten::DimOrderType> order;
  std::vector<aten::StridesType> strides;
  aten::TensorImpl impl;
};

TEST(PrimOpsTest, SizesOfTensors) {
  float data[6] = {4.5f};
  Made tensor({2, 3}, data);
  std::vector<EValue> values = {tensor.value(), EValue(i(-1)), EValue()};
  EXPECT_EQ(call("aten::sym_size.int", values), Error::Ok);
  EXPECT_EQ(values[2].toInt(), 3);
  values[1] = EValue(i(2));
  EXPECT_EQ(call("aten::sym_size.int", values), Error::InvalidArgument);
  std::vector<EValue> numel = {tensor.value(), EValue()};
  EXPECT_EQ(call("aten::sym_numel", numel), Error::Ok);
  EXPECT_EQ(numel[1].toInt(), 6);
  EXPECT_EQ(call("aten::_local_scalar_dense", numel), Error::Ok);
  EXPECT_EQ(numel[1].toDouble(), 4.5);
}

/// Calls et_view with the given sizes.
Error view(Made& self, std::vector<int64_t> sizes, Made& out) {
  std::vector<EValue> items(sizes.begin(), sizes.end());
  std::vector<EValue*> pointers;
  for (EValue& item : items) {
    pointers.push_back(&item);
  }
  std::vector<int64_t> room(sizes.size());
  BoxedEvalueList<int64_t> list(pointers.data(), room.data(),
                                static_cast<int>(sizes.size()));
  std::vector<EValue> values = {self.value(), EValue(&list), out.value()};
  return call("executorch_prim::et_view.default", values);
}

TEST(PrimOpsTest, ViewsShareTheirData) {
  float data[6] = {};
  Made self({2, 3}, data);
  Made out({3, 2}, nullptr, TensorShapeDynamism::DYNAMIC_BOUND);
  EXPECT_EQ(view(self, {3, 2}, out), Error::Ok);
  EXPECT_EQ(out.impl.data(), data);
  EXPECT_EQ(view(self, {-1, 1}, out), Error::Ok);
  EXPECT_EQ(out.sizes[0], 6);
  EXPECT_EQ(view(self, {4, 2}, out), Error::InvalidArgument);
  EXPECT_EQ(view(self, {-1, -1}, out), Error::InvalidArgument);
  EXPECT_EQ(view(self, {-1, 4}, out), Error::InvalidArgument);
  EXPECT_EQ(view(self, {-1, 0}, out), Error::InvalidArgument);
  EXPECT_EQ(view(self, {6}, out), Error::InvalidArgument);
  EXPECT_EQ(view(self, {INT64_MAX, 2}, out), Error::InvalidArgument);
}

TEST(PrimOpsTest, CopyIndexAppendsRows) {
  float to_data[6] = {};
  float row_data[2] = {7, 8};
  Made to({3, 2}, to_data, TensorShapeDynamism::DYNAMIC_BOUND);
  Made row({2}, row_data);
  std::vector<EValue> values = {to.value(), row.value(), EValue(i(1))};
  EXPECT_EQ(call("executorch_prim::et_copy_index.tensor", values), Error::Ok);
  EXPECT_EQ(to.sizes[0], 2);
  EXPECT_EQ(to_data[3], 8);
  values[2] = EValue(i(3));
  EXPECT_NE(call("executorch_prim::et_copy_index.tensor", values), Error::Ok);
  values[2] = EValue(i(-1));
  EXPECT_NE(call("executorch_prim::et_copy_index.tensor", values), Error::Ok);
}

}  // namespace
}  // namespace executorch::runtime
