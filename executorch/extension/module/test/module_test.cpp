#include <executorch/extension/module/module.h>

#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/module/test/test_files.h>
#include <executorch/extension/tensor/tensor.h>
#include <gmock/gmock.h>

namespace executorch::extension {
namespace {

using runtime::Error;
using runtime::EValue;
using runtime::testing::add_constant;
using runtime::testing::ProgramBuilder;
using ::testing::ElementsAre;
using testing::TestFile;
using ::testing::UnorderedElementsAre;

std::vector<float> values_of(const EValue& value) {
  const aten::Tensor tensor = value.toTensor();
  return {tensor.const_data_ptr<float>(),
          tensor.const_data_ptr<float>() + tensor.numel()};
}

/// out = in + {10, 20}, in memory of the caller.
ProgramBuilder add_to_unplanned_output() {
  ProgramBuilder b;
  b.operators = {"test::add"};
  b.constants = {{10, 20}};
  const int32_t in = b.tensor({});
  const int32_t constant = b.tensor({.constant = 1});
  const int32_t out = b.tensor({});
  b.inputs = {in};
  b.outputs = {out};
  b.call(0, {in, constant, out, out});
  return b;
}

class ModuleTest : public ::testing::Test {
 protected:
  void SetUp() override { testing::register_test_kernels(); }

  TestFile file_{"module.pte", add_constant().finish()};
  TensorPtr input_ = make_tensor_ptr({2}, {1.0f, 2.0f});
};

TEST_F(ModuleTest, EveryLoadModeGivesTheAnswer) {
  using Mode = Module::LoadMode;
  for (const Mode mode :
       {Mode::File, Mode::Mmap, Mode::MmapUseMlock,
        Mode::MmapUseMlockIgnoreErrors, Mode::MmapUseMadvise}) {
    Module module(file_.path(), mode);
    const auto outputs = module.forward(input_);
    ASSERT_EQ(outputs.error(), Error::Ok) << static_cast<int>(mode);
    ASSERT_EQ(outputs->size(), 1u);
    EXPECT_THAT(values_of((*outputs)[0]), ElementsAre(11, 22));
  }
}

TEST_F(ModuleTest, LoadsWhatIsUsedWhenItIsUsed) {
  Module module(file_.path());
  EXPECT_FALSE(module.is_loaded());
  EXPECT_EQ(module.program(), nullptr);
  EXPECT_EQ(*module.num_methods(), 1u);
  EXPECT_TRUE(module.is_loaded());
  EXPECT_FALSE(module.is_method_loaded("forward"));
  EXPECT_THAT(*module.method_names(), UnorderedElementsAre("forward"));
  EXPECT_EQ(module.method_meta("forward")->num_inputs(), 1u);
  EXPECT_FALSE(module.is_method_loaded("forward"));
  EXPECT_EQ(module.load_forward(), Error::Ok);
  EXPECT_EQ(module.load_forward(), Error::Ok);
  EXPECT_TRUE(module.is_method_loaded("forward"));
}

TEST_F(ModuleTest, AMethodCanBeUnloadedAndComesBack) {
  Module module(file_.path());
  EXPECT_FALSE(module.unload_forward());
  ASSERT_TRUE(module.forward(input_).ok());
  EXPECT_TRUE(module.unload_forward());
  EXPECT_FALSE(module.is_method_loaded("forward"));
  EXPECT_TRUE(module.is_loaded());
  EXPECT_TRUE(module.forward(input_).ok());
}

TEST_F(ModuleTest, InputsAndOutputsAreSetOneByOne) {
  Module module(file_.path());
  ASSERT_EQ(module.set_input(input_, 0), Error::Ok);
  EXPECT_EQ(module.set_input(input_, 1), Error::InvalidArgument);
  ASSERT_TRUE(module.forward().ok());
  EXPECT_THAT(values_of(*module.get_output()), ElementsAre(11, 22));
  EXPECT_EQ(module.get_output(1).error(), Error::InvalidArgument);
  EXPECT_THAT(values_of(*module.get("forward", input_)), ElementsAre(11, 22));
  EXPECT_EQ(module.set_inputs({input_, input_}), Error::InvalidArgument);
  EXPECT_EQ(module.set_inputs(std::vector<EValue>{input_}), Error::Ok);
  // Its output has planned memory.
  EXPECT_EQ(module.set_output(input_), Error::InvalidState);
}

TEST_F(ModuleTest, AnOutputWithoutMemoryGetsThatOfTheCaller) {
  const TestFile file("output.pte", add_to_unplanned_output().finish());
  Module module(file.path());
  const TensorPtr out = make_tensor_ptr({2}, {0.0f, 0.0f});
  const TensorPtr small = make_tensor_ptr({1}, {0.0f});
  EXPECT_EQ(module.set_output(EValue(int64_t{1})), Error::InvalidArgument);
  EXPECT_EQ(module.set_output(small), Error::InvalidArgument);
  EXPECT_EQ(module.set_output(out, 1), Error::InvalidArgument);
  EXPECT_EQ(module.set_outputs({out, out}), Error::InvalidArgument);
  ASSERT_EQ(module.set_outputs(std::vector<EValue>{out}), Error::Ok);
  ASSERT_TRUE(module.forward(input_).ok());
  EXPECT_EQ(out->const_data_ptr<float>()[1], 22);
  EXPECT_THAT(*module.get_outputs(), ::testing::SizeIs(1));
}

TEST_F(ModuleTest, WhatCannotBeLoadedLeavesItUnloaded) {
  Module missing("/no/such/file.pte");
  EXPECT_EQ(missing.load(), Error::AccessFailed);
  EXPECT_EQ(missing.forward(input_).error(), Error::AccessFailed);
  EXPECT_EQ(missing.num_methods().error(), Error::AccessFailed);
  EXPECT_EQ(missing.method_names().error(), Error::AccessFailed);
  EXPECT_FALSE(missing.is_loaded());
  const TestFile noise("noise.pte", std::vector<uint8_t>(200, 7));
  Module damaged(noise.path());
  EXPECT_EQ(damaged.load(), Error::InvalidProgram);
  EXPECT_FALSE(damaged.is_loaded());
}

TEST_F(ModuleTest, MethodsThatAreNotThereAreRefused) {
  Module module(file_.path());
  EXPECT_EQ(module.load_method("backward"), Error::InvalidArgument);
  EXPECT_EQ(module.execute("backward").error(), Error::InvalidArgument);
  EXPECT_EQ(module.get("backward").error(), Error::InvalidArgument);
  EXPECT_EQ(module.set_input("backward", input_, 0), Error::InvalidArgument);
  EXPECT_EQ(module.set_output("backward", input_), Error::InvalidArgument);
  EXPECT_EQ(module.get_outputs("backward").error(), Error::InvalidArgument);
  EXPECT_EQ(module.method_meta("backward").error(), Error::InvalidArgument);
  EXPECT_FALSE(module.is_method_loaded("backward"));
}

TEST_F(ModuleTest, InputsThatDoNotFitAreRefused) {
  Module module(file_.path());
  EXPECT_EQ(module.forward(make_tensor_ptr({3}, {1.0f, 2.0f, 3.0f})).error(),
            Error::InvalidArgument);
  EXPECT_EQ(module.forward(make_tensor_ptr({2}, {1, 2})).error(),
            Error::InvalidArgument);
  EXPECT_FALSE(module.forward(EValue(1.5)).ok());
  EXPECT_EQ(module.forward({input_, input_}).error(), Error::InvalidArgument);
  EXPECT_TRUE(module.forward(input_).ok());
}

TEST_F(ModuleTest, AProgramOutlivesTheModuleThatSharesIt) {
  auto first = std::make_unique<Module>(file_.path());
  ASSERT_EQ(first->load(), Error::Ok);
  Module second(first->program());
  EXPECT_TRUE(second.is_loaded());
  ASSERT_TRUE(first->forward(input_).ok());
  first.reset();
  const auto outputs = second.forward(input_);
  ASSERT_TRUE(outputs.ok());
  EXPECT_THAT(values_of((*outputs)[0]), ElementsAre(11, 22));
}

TEST_F(ModuleTest, KernelsOfAMethodGoBeforeRegisteredOnes) {
  auto kernels = testing::test_kernels();
  for (runtime::Kernel& kernel : kernels) {
    if (std::string_view(kernel.name_) == "test::add") {
      kernel.op_ = [](runtime::KernelRuntimeContext& context,
                      runtime::Span<EValue*>) {
        context.fail(Error::Internal);
      };
    }
  }
  Module module(file_.path());
  ASSERT_EQ(module.load_forward(nullptr, nullptr, nullptr, kernels), Error::Ok);
  EXPECT_EQ(module.forward(input_).error(), Error::Internal);
  module.unload_forward();
  EXPECT_TRUE(module.forward(input_).ok());
}

TEST_F(ModuleTest, PlannedMemoryMayBeTheCallers) {
  std::vector<uint8_t> memory(64);
  runtime::Span<uint8_t> span(memory.data(), memory.size());
  runtime::HierarchicalAllocator planned({&span, 1});
  Module module(file_.path());
  ASSERT_EQ(module.load_forward(&planned), Error::Ok);
  ASSERT_TRUE(module.forward(input_).ok());
  const auto* out = module.get_output()->toTensor().const_data_ptr<float>();
  EXPECT_EQ(static_cast<const void*>(out), memory.data() + 16);
}

TEST_F(ModuleTest, ALoaderAndAllocatorsMayBeTheCallers) {
  const auto bytes = add_constant().finish();
  std::vector<uint64_t> memory(bytes.size() / 8 + 2);
  std::copy(bytes.begin(), bytes.end(),
            reinterpret_cast<uint8_t*>(memory.data()));
  std::vector<uint8_t> pool(16);
  Module small(std::make_unique<BufferDataLoader>(memory.data(), bytes.size()),
               std::make_unique<runtime::MemoryAllocator>(
                   static_cast<uint32_t>(pool.size()), pool.data()));
  EXPECT_EQ(small.load(), Error::Ok);
  EXPECT_EQ(small.load_forward(), Error::MemoryAllocationFailed);
  EXPECT_FALSE(small.is_method_loaded("forward"));
  EXPECT_EQ(small.forward(input_).error(), Error::MemoryAllocationFailed);
}

}  // namespace
}  // namespace executorch::extension
