#include <executorch/runtime/kernel/operator_registry.h>

#include <gtest/gtest.h>

#include <executorch/runtime/platform/runtime.h>
#include <executorch/runtime/platform/test/said.h>

namespace executorch::runtime {
namespace {

void first(KernelRuntimeContext&, Span<EValue*>) {}
void second(KernelRuntimeContext&, Span<EValue*>) {}

TensorMeta float_meta() {
  static aten::DimOrderType order[] = {0, 1};
  return TensorMeta(aten::ScalarType::Float, {order, 2});
}

TEST(KernelKeyTest, IsWrittenAsText) {
  const TensorMeta metas[] = {float_meta(), float_meta()};
  char text[internal::kKernelKeyBufSize];
  ASSERT_EQ(internal::make_kernel_key_string({metas, 2}, text, sizeof(text)),
            Error::Ok);
  EXPECT_STREQ(text, "v1/6;0,1|6;0,1");
  EXPECT_EQ(internal::make_kernel_key_string({metas, 2}, text, 14),
            Error::InvalidArgument);
  EXPECT_EQ(internal::make_kernel_key_string({metas, 2}, text, 15), Error::Ok);
}

TEST(OperatorRegistryTest, PrefersTheKeyedKernel) {
  const Kernel kernels[] = {Kernel("test::op", first),
                            Kernel("test::op", KernelKey("v1/6;0,1"), second)};
  const TensorMeta meta = float_meta();
  const Span<const Kernel> list(kernels, 2);
  EXPECT_EQ(*get_op_function_from_registry("test::op", {&meta, 1}, list),
            second);
  EXPECT_EQ(*get_op_function_from_registry("test::op", {}, list), first);
  EXPECT_EQ(get_op_function_from_registry("test::other", {}, list).error(),
            Error::OperatorMissing);
}

TEST(OperatorRegistryTest, RegistersForTheProcess) {
  const Kernel kernel("test::registered", first);
  ASSERT_EQ(register_kernel(kernel), Error::Ok);
  EXPECT_TRUE(registry_has_op_function("test::registered"));
  EXPECT_FALSE(registry_has_op_function("test::unregistered"));
  EXPECT_DEATH((void)register_kernel(kernel),
               testing::said("registration failed"));
}

TEST(KernelRuntimeContextTest, ReportsFailure) {
  uint8_t memory[16];
  MemoryAllocator temp(sizeof(memory), memory);
  KernelRuntimeContext context(nullptr, &temp);
  EXPECT_EQ(context.failure_state(), Error::Ok);
  context.fail(Error::InvalidArgument);
  EXPECT_EQ(context.failure_state(), Error::InvalidArgument);
  EXPECT_TRUE(context.allocate_temp(8, 1).ok());
  EXPECT_EQ(context.allocate_temp(64).error(), Error::MemoryAllocationFailed);
  EXPECT_EQ(KernelRuntimeContext().allocate_temp(1).error(), Error::NotFound);
}

}  // namespace
}  // namespace executorch::runtime
