#include <executorch/extension/kernel_util/make_boxed_from_unboxed_functor.h>
#include <executorch/extension/tensor/tensor.h>
#include <gtest/gtest.h>

namespace executorch::extension {
namespace {

using runtime::Error;
using runtime::EValue;
using runtime::KernelRuntimeContext;

aten::Tensor& scale_out(KernelRuntimeContext&, const aten::Tensor& self,
                        double factor, std::optional<bool> negate,
                        aten::Tensor& out) {
  const double sign = negate.value_or(false) ? -1 : 1;
  out.mutable_data_ptr<float>()[0] =
      static_cast<float>(sign * factor) * self.const_data_ptr<float>()[0];
  return out;
}

constexpr char kName[] = "test::scale.out";

Error call(std::vector<EValue> values) {
  const runtime::Kernel kernel =
      make_boxed_kernel(kName, EXECUTORCH_FN(scale_out, kName));
  EXPECT_EQ(kernel.num_args_, 4u);
  std::vector<EValue*> stack;
  for (EValue& value : values) {
    stack.push_back(&value);
  }
  KernelRuntimeContext context;
  kernel.op_(context, {stack.data(), stack.size()});
  return context.failure_state();
}

TEST(MakeBoxed, ValuesBecomeArguments) {
  const auto self = make_tensor_ptr({1}, {3.0f});
  const auto out = make_tensor_ptr({1}, {0.0f});
  EXPECT_EQ(call({self, 2.0, true, out}), Error::Ok);
  EXPECT_EQ(out->const_data_ptr<float>()[0], -6.0f);
  EXPECT_EQ(call({self, 2.0, EValue(), out}), Error::Ok);
  EXPECT_EQ(out->const_data_ptr<float>()[0], 6.0f);
}

TEST(MakeBoxed, WrongTypesAndMissingArgumentsFailTheCall) {
  const auto self = make_tensor_ptr({1}, {3.0f});
  EXPECT_EQ(call({self, int64_t{2}, true, self}), Error::InvalidType);
  EXPECT_EQ(call({self, 2.0, 1.0, self}), Error::InvalidType);
  EXPECT_EQ(call({EValue(), 2.0, true, self}), Error::InvalidType);
  EXPECT_EQ(call({self, 2.0, true}), Error::InvalidArgument);
}

}  // namespace
}  // namespace executorch::extension
