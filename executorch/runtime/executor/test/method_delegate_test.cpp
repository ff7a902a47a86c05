#include <gtest/gtest.h>

#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/executor/test/method_run.h>

namespace executorch::runtime {
namespace {

using namespace testing;  // NOLINT: what this suite is written in

/// A backend that negates its first argument into its second.
class NegateBackend final : public BackendInterface {
 public:
  bool is_available() const override { return true; }
  Result<DelegateHandle*> init(BackendInitContext& context,
                               FreeableBuffer* processed,
                               ArrayRef<CompileSpec> specs) const override {
    if (processed->size() != 4) {
      return Error::DelegateInvalidCompatibility;
    }
    EXPECT_STREQ(context.get_method_name(), "forward");
    EXPECT_EQ(specs.size(), 1u);
    EXPECT_STREQ(specs[0].key, "k");
    EXPECT_EQ(specs[0].value.nbytes, 2u);
    ++alive;
    return static_cast<DelegateHandle*>(&alive);
  }
  Error execute(BackendExecutionContext&, DelegateHandle* handle,
                Span<EValue*> args) const override {
    EXPECT_EQ(handle, &alive);
    const auto x = args[0]->tryToTensor();
    const auto y = args[1]->tryToTensor();
    if (!x.ok() || !y.ok()) {
      return Error::InvalidType;
    }
    for (ssize_t i = 0; i < x->numel(); ++i) {
      y->mutable_data_ptr<float>()[i] = -x->const_data_ptr<float>()[i];
    }
    return Error::Ok;
  }
  void destroy(DelegateHandle*) const override { --alive; }
  mutable int alive = 0;
};

ProgramBuilder delegated(size_t payload_nbytes) {
  ProgramBuilder b;
  b.buffer_sizes = {0, 64};
  const int32_t in = b.tensor({.memory_id = 1});
  const int32_t out = b.tensor({.memory_id = 1, .offset = 16});
  b.inputs = {in};
  b.outputs = {out};
  b.constants = {std::vector<float>(payload_nbytes / 4)};
  const std::vector<uint8_t> value = {1, 2};
  const std::vector<flatbuffers::Offset<fb::CompileSpec>> specs = {
      fb::CreateCompileSpecDirect(b.builder, "k", &value)};
  // The payload is the segment of initial values, which has no others.
  b.delegates = {fb::CreateBackendDelegateDirect(
      b.builder, "NegateBackend",
      fb::CreateBackendDelegateDataReference(b.builder,
                                             fb::DataLocation::SEGMENT, 0),
      &specs)};
  b.delegate(0, {in, out});
  return b;
}

TEST(MethodTest, CallsDelegates) {
  {
    ::testing::internal::CaptureStderr();
    TestRun unregistered(delegated(4).finish());
    EXPECT_EQ(unregistered.error, Error::NotFound);
    const std::string message = ::testing::internal::GetCapturedStderr();
#if ET_LOG_ENABLED
    EXPECT_NE(message.find("NegateBackend is not registered: link the library"),
              std::string::npos)
        << message;
#endif
  }
  static NegateBackend backend;
  ASSERT_EQ(register_backend({"NegateBackend", &backend}), Error::Ok);
  EXPECT_EQ(register_backend({"NegateBackend", &backend}),
            Error::InvalidArgument);
  {
    // Segments are padded to 16 bytes.
    TestRun refused(delegated(4).finish());
    EXPECT_EQ(refused.error, Error::DelegateInvalidCompatibility);
  }
  EXPECT_EQ(backend.alive, 0);
}

/// A backend that notes which of six arguments are constants.
class NotingBackend final : public BackendInterface {
 public:
  bool is_available() const override { return true; }
  Result<DelegateHandle*> init(BackendInitContext& context, FreeableBuffer*,
                               ArrayRef<CompileSpec>) const override {
    for (size_t i = 0; i < 6; ++i) {
      const EValue* const value = context.constant_arguments()->at(i);
      constants.push_back(
          value == nullptr ? 0 : value->toTensor().const_data_ptr<float>()[1]);
    }
    return nullptr;
  }
  Error execute(BackendExecutionContext&, DelegateHandle*,
                Span<EValue*>) const override {
    return Error::Ok;
  }
  mutable std::vector<float> constants;
};

/// Arguments: an input, a constant, a buffer with initial values, a constant
/// that something else is moved to, the output.
ProgramBuilder with_arguments(size_t n_calls) {
  ProgramBuilder b;
  b.buffer_sizes = {0, 64};
  b.constants = {{10, 20}, {30, 40}};
  b.initial_values = {{50, 60}};
  const int32_t in = b.tensor({.memory_id = 1});
  const int32_t constant = b.tensor({.constant = 1});
  const int32_t buffer =
      b.tensor({.constant = 1, .memory_id = 1, .offset = 16});
  const int32_t variable = b.tensor({.constant = 2});
  const int32_t out = b.tensor({.memory_id = 1, .offset = 32});
  b.inputs = {in};
  b.outputs = {out};
  b.delegates = {fb::CreateBackendDelegateDirect(
      b.builder, "NotingBackend",
      fb::CreateBackendDelegateDataReference(b.builder,
                                             fb::DataLocation::SEGMENT, 0))};
  for (size_t i = 0; i < n_calls; ++i) {
    b.delegate(0, {in, constant, buffer, variable, out});
  }
  b.move(constant, variable);
  return b;
}

TEST(MethodTest, TellsDelegatesWhichArgumentsAreConstants) {
  static NotingBackend backend;
  ASSERT_EQ(register_backend({"NotingBackend", &backend}), Error::Ok);
  TestRun once(with_arguments(1).finish());
  EXPECT_EQ(once.error, Error::Ok);
  EXPECT_EQ(backend.constants, (std::vector<float>{0, 20, 0, 0, 0, 0}));
  backend.constants.clear();
  TestRun twice(with_arguments(2).finish());
  EXPECT_EQ(backend.constants, std::vector<float>(6));
}

}  // namespace
}  // namespace executorch::runtime
