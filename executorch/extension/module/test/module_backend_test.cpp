#include <executorch/extension/module/module.h>
#include <executorch/extension/module/test/test_files.h>
#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/backend/interface.h>

namespace executorch::extension {
namespace {

using runtime::BackendOptions;
using runtime::Error;
using runtime::EValue;
using runtime::testing::ProgramBuilder;
using testing::TestFile;

namespace fb = executorch_flatbuffer;

/// Adds the option "step" of its load, or 1, to its input.
class StepBackend final : public runtime::BackendInterface {
 public:
  bool is_available() const override { return true; }
  runtime::Result<runtime::DelegateHandle*> init(
      runtime::BackendInitContext& context, runtime::FreeableBuffer*,
      runtime::ArrayRef<runtime::CompileSpec>) const override {
    auto* const step = new int(1);
    const auto option = context.get_runtime_spec<int>("step");
    if (option.ok()) {
      *step = *option;
    }
    ++alive;
    return static_cast<runtime::DelegateHandle*>(step);
  }
  Error execute(runtime::BackendExecutionContext&,
                runtime::DelegateHandle* handle,
                runtime::Span<EValue*> args) const override {
    const aten::Tensor in = args[0]->toTensor();
    const aten::Tensor out = args[1]->toTensor();
    for (ssize_t i = 0; i < in.numel(); ++i) {
      out.mutable_data_ptr<float>()[i] =
          in.const_data_ptr<float>()[i] +
          static_cast<float>(*static_cast<int*>(handle));
    }
    return Error::Ok;
  }
  void destroy(runtime::DelegateHandle* handle) const override {
    delete static_cast<int*>(handle);
    --alive;
  }
  mutable int alive = 0;
};

StepBackend& backend() {
  static StepBackend step;
  static const Error error = runtime::register_backend({"StepBackend", &step});
  EXPECT_EQ(error, Error::Ok);
  return step;
}

ProgramBuilder delegated() {
  ProgramBuilder b;
  b.buffer_sizes = {0, 64};
  const int32_t in = b.tensor({.memory_id = 1});
  const int32_t out = b.tensor({.memory_id = 1, .offset = 16});
  b.inputs = {in};
  b.outputs = {out};
  b.constants = {{0}};
  b.delegates = {fb::CreateBackendDelegateDirect(
      b.builder, "StepBackend",
      fb::CreateBackendDelegateDataReference(b.builder,
                                             fb::DataLocation::SEGMENT, 0))};
  b.delegate(0, {in, out});
  return b;
}

class ModuleBackendTest : public ::testing::Test {
 protected:
  float answer(Module& module) {
    const auto outputs = module.forward(make_tensor_ptr({2}, {1.0f, 2.0f}));
    EXPECT_EQ(outputs.error(), Error::Ok);
    return outputs.ok() ? outputs->at(0).toTensor().const_data_ptr<float>()[0]
                        : 0;
  }
  static runtime::LoadBackendOptionsMap options(BackendOptions<1>& step,
                                                int value) {
    EXPECT_EQ(step.set_option("step", value), Error::Ok);
    runtime::LoadBackendOptionsMap map;
    EXPECT_EQ(map.set_options("StepBackend", step.view()), Error::Ok);
    return map;
  }

  StepBackend& backend_ = backend();
  TestFile program_{"backend.pte", delegated().finish()};
};

TEST_F(ModuleBackendTest, OptionsOfLoadReachTheDelegateAndAreKept) {
  Module module(program_.path());
  {
    BackendOptions<1> step;
    ASSERT_EQ(module.load(options(step, 5)), Error::Ok);
    ASSERT_EQ(step.set_option("step", 9), Error::Ok);
  }
  EXPECT_TRUE(module.backend_options().has_options("StepBackend"));
  EXPECT_EQ(answer(module), 6);
}

TEST_F(ModuleBackendTest, OptionsOfAMethodGoBeforeThem) {
  Module module(program_.path());
  BackendOptions<1> kept;
  BackendOptions<1> own;
  ASSERT_EQ(module.load(options(kept, 5)), Error::Ok);
  const auto map = options(own, 7);
  ASSERT_EQ(module.load_forward(nullptr, nullptr, &map), Error::Ok);
  EXPECT_EQ(answer(module), 8);
}

TEST_F(ModuleBackendTest, LaterOptionsCountForMethodsThatAreLoadedLater) {
  Module module(program_.path());
  BackendOptions<1> step;
  EXPECT_EQ(answer(module), 2);
  ASSERT_EQ(module.load(options(step, 3)), Error::Ok);
  EXPECT_EQ(answer(module), 2);
  module.unload_forward();
  EXPECT_EQ(answer(module), 4);
}

TEST_F(ModuleBackendTest, DelegatesEndWithTheirMethod) {
  const int before = backend_.alive;
  {
    Module module(program_.path());
    EXPECT_EQ(answer(module), 2);
    EXPECT_EQ(backend_.alive, before + 1);
    module.unload_forward();
    EXPECT_EQ(backend_.alive, before);
    EXPECT_EQ(answer(module), 2);
  }
  EXPECT_EQ(backend_.alive, before);
}

}  // namespace
}  // namespace executorch::extension
