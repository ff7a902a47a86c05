#include <executorch/runtime/executor/method.h>

#include <gtest/gtest.h>

#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/executor/test/loaded_program.h>
#include <executorch/runtime/executor/test/program_builder.h>

namespace executorch::runtime {
namespace {

using testing::LoadedProgram;
using testing::MethodMemory;
using testing::ProgramBuilder;

namespace fb = executorch_flatbuffer;

/// (a, b, out, result): out = a + b, resized to a.
void add_kernel(KernelRuntimeContext& context, Span<EValue*> stack) {
  const auto a = stack[0]->tryToTensor();
  const auto b = stack[1]->tryToTensor();
  const auto out = stack[2]->tryToTensor();
  if (!a.ok() || !b.ok() || !out.ok()) {
    return context.fail(Error::InvalidType);
  }
  if (resize_tensor(*out, a->sizes()) != Error::Ok || b->numel() < a->numel()) {
    return context.fail(Error::InvalidArgument);
  }
  for (ssize_t i = 0; i < a->numel(); ++i) {
    out->mutable_data_ptr<float>()[i] =
        a->const_data_ptr<float>()[i] + b->const_data_ptr<float>()[i];
  }
}

/// (a, limit, result): a < limit.
void less_kernel(KernelRuntimeContext&, Span<EValue*> stack) {
  *stack[2] = EValue(stack[0]->toInt() < stack[1]->toInt());
}

/// (a, result): a + 1.
void next_kernel(KernelRuntimeContext&, Span<EValue*> stack) {
  *stack[1] = EValue(stack[0]->toInt() + 1);
}

/// (list, result): the sum of the elements of all tensors.
void sum_kernel(KernelRuntimeContext& context, Span<EValue*> stack) {
  const auto list = stack[0]->tryToTensorList();
  if (!list.ok()) {
    return context.fail(list.error());
  }
  double sum = 0;
  for (const aten::Tensor& tensor : *list) {
    for (ssize_t i = 0; i < tensor.numel(); ++i) {
      sum += static_cast<double>(tensor.const_data_ptr<float>()[i]);
    }
  }
  *stack[1] = EValue(sum);
}

constexpr Kernel kKernels[] = {
    Kernel("test::add", add_kernel, 3, 4),
    Kernel("test::less", less_kernel),
    Kernel("test::next", next_kernel),
    Kernel("test::sum", sum_kernel),
};

struct TestRun {
  explicit TestRun(const std::vector<uint8_t>& file, size_t missing_planned = 0,
                   const NamedDataMap* data = nullptr)
      : program(file), error((*program).error()) {
    if (error != Error::Ok) {
      return;
    }
    const auto meta = (*program)->method_meta("forward");
    error = meta.error();
    if (error != Error::Ok) {
      return;
    }
    memory.emplace(*meta, missing_planned);
    method.emplace((*program)->load_method(
        "forward", memory->manager(), nullptr, data, nullptr, {kKernels, 4}));
    error = method->error();
  }
  Method& operator*() { return method->get(); }
  Method* operator->() { return &method->get(); }

  LoadedProgram program;
  Error error;
  std::optional<MethodMemory> memory;
  std::optional<Result<Method>> method;
};

/// out = in + constant {10, 20}; the input is planned, of up to `size`
/// elements.
ProgramBuilder add_constant(
    fb::TensorShapeDynamism dynamism = fb::TensorShapeDynamism::STATIC) {
  ProgramBuilder b;
  b.operators = {"test::add"};
  b.buffer_sizes = {0, 64};
  b.constants = {{10, 20}};
  const int32_t in = b.tensor({.memory_id = 1, .dynamism = dynamism});
  const int32_t constant = b.tensor({.constant = 1});
  const int32_t out =
      b.tensor({.memory_id = 1, .offset = 16, .dynamism = dynamism});
  b.inputs = {in};
  b.outputs = {out};
  b.call(0, {in, constant, out, out});
  return b;
}

struct FloatTensor {
  FloatTensor(std::vector<aten::SizesType> shape, std::vector<float> values,
              aten::ScalarType type = aten::ScalarType::Float)
      : sizes(std::move(shape)),
        data(std::move(values)),
        impl(type, static_cast<ssize_t>(sizes.size()), sizes.data(),
             data.data()) {}
  EValue value() { return EValue(aten::Tensor(&impl)); }
  std::vector<aten::SizesType> sizes;
  std::vector<float> data;
  aten::TensorImpl impl;
};

TEST(MethodTest, RunsAProgramWithConstants) {
  TestRun run(add_constant().finish());
  ASSERT_EQ(run.error, Error::Ok);
  EXPECT_EQ(run->execute(), Error::InvalidArgument);  // no input yet
  FloatTensor in({2}, {1, 2});
  ASSERT_EQ(run->set_input(in.value(), 0), Error::Ok);
  ASSERT_EQ(run->execute(), Error::Ok);
  const float* out = run->get_output(0).toTensor().const_data_ptr<float>();
  EXPECT_EQ(out[0], 11);
  EXPECT_EQ(out[1], 22);
}

TEST(MethodTest, RefusesInputsThatDoNotFit) {
  TestRun run(add_constant().finish());
  ASSERT_EQ(run.error, Error::Ok);
  FloatTensor larger({3}, {1, 2, 3});
  FloatTensor deeper({1, 2}, {1, 2});
  FloatTensor other_type({2}, {1, 2}, aten::ScalarType::Int);
  FloatTensor right({2}, {1, 2});
  EXPECT_EQ(run->set_input(larger.value(), 0), Error::InvalidArgument);
  EXPECT_EQ(run->set_input(deeper.value(), 0), Error::InvalidArgument);
  EXPECT_EQ(run->set_input(other_type.value(), 0), Error::InvalidArgument);
  EXPECT_EQ(run->set_input(EValue(1.0), 0), Error::InvalidArgument);
  EXPECT_EQ(run->set_input(right.value(), 1), Error::InvalidArgument);
  EXPECT_EQ(run->set_inputs({}), Error::InvalidArgument);
  EXPECT_EQ(run->execute(), Error::InvalidArgument);
}

TEST(MethodTest, DynamicInputStaysWithinItsBound) {
  TestRun run(add_constant(fb::TensorShapeDynamism::DYNAMIC_BOUND).finish());
  ASSERT_EQ(run.error, Error::Ok);
  FloatTensor small({1}, {5});
  FloatTensor large({3}, {1, 2, 3});
  FloatTensor full({2}, {1, 2});
  ASSERT_EQ(run->set_input(small.value(), 0), Error::Ok);
  ASSERT_EQ(run->execute(), Error::Ok);
  EXPECT_EQ(run->get_output(0).toTensor().numel(), 1);
  EXPECT_EQ(run->set_input(large.value(), 0), Error::InvalidArgument);
  ASSERT_EQ(run->set_input(full.value(), 0), Error::Ok);
  ASSERT_EQ(run->execute(), Error::Ok);
  EXPECT_EQ(run->get_output(0).toTensor().numel(), 2);
}

TEST(MethodTest, RefusesInputInAnotherOrder) {
  ProgramBuilder b;
  b.buffer_sizes = {0, 64};
  const int32_t in = b.tensor({.sizes = {1, 2, 2, 1}, .memory_id = 1});
  b.inputs = {in};
  TestRun run(b.finish());
  ASSERT_EQ(run.error, Error::Ok);
  aten::SizesType sizes[] = {1, 2, 2, 1};
  aten::DimOrderType last[] = {0, 2, 3, 1};
  aten::StridesType last_strides[] = {4, 1, 2, 2};
  aten::DimOrderType first[] = {0, 1, 2, 3};
  // Only the strides of dimensions of size 1 differ from contiguous ones.
  aten::StridesType first_strides[] = {9, 2, 1, 7};
  float data[4] = {};
  aten::TensorImpl channels_last(aten::ScalarType::Float, 4, sizes, data, last,
                                 last_strides);
  aten::TensorImpl contiguous(aten::ScalarType::Float, 4, sizes, data, first,
                              first_strides);
  EXPECT_EQ(run->set_input(EValue(aten::Tensor(&channels_last)), 0),
            Error::InvalidArgument);
  EXPECT_EQ(run->set_input(EValue(aten::Tensor(&contiguous)), 0), Error::Ok);
}

TEST(MethodTest, ConstantInputsMustHaveTheirValue) {
  ProgramBuilder b;
  b.inputs = {b.integer(3), b.none(), b.boolean(true)};
  TestRun run(b.finish());
  ASSERT_EQ(run.error, Error::Ok);
  EXPECT_EQ(run->set_input(EValue(int64_t{4}), 0), Error::InvalidArgument);
  EXPECT_EQ(run->set_input(EValue(int64_t{3}), 0), Error::Ok);
  EXPECT_EQ(run->set_input(EValue(), 1), Error::Ok);
  EXPECT_EQ(run->set_input(EValue(false), 2), Error::InvalidArgument);
}

TEST(MethodTest, UnplannedTensorsUseTheCallersMemory) {
  ProgramBuilder b;
  b.operators = {"test::add"};
  const int32_t in = b.tensor({});
  const int32_t out = b.tensor({});
  b.inputs = {in};
  b.outputs = {out};
  b.call(0, {in, in, out, out});
  TestRun run(b.finish());
  ASSERT_EQ(run.error, Error::Ok);
  FloatTensor x({2}, {1, 2});
  ASSERT_EQ(run->set_input(x.value(), 0), Error::Ok);
  EXPECT_EQ(run->execute(), Error::InvalidState);  // the output has no place
  float result[2];
  EXPECT_EQ(run->set_output_data_ptr(result, 7, 0), Error::InvalidArgument);
  ASSERT_EQ(run->set_output_data_ptr(result, sizeof(result), 0), Error::Ok);
  ASSERT_EQ(run->execute(), Error::Ok);
  EXPECT_EQ(result[1], 4);
}

TEST(MethodTest, SharedInputCannotOutgrowTheCallersMemory) {
  ProgramBuilder b;
  b.operators = {"test::add"};
  b.buffer_sizes = {0, 32};
  const auto dynamic = fb::TensorShapeDynamism::DYNAMIC_BOUND;
  const int32_t shared = b.tensor({.sizes = {4}, .dynamism = dynamic});
  const int32_t large = b.tensor({.sizes = {4}, .memory_id = 1});
  b.inputs = {shared};
  b.call(0, {large, large, shared, shared});
  TestRun run(b.finish());
  ASSERT_EQ(run.error, Error::Ok);
  FloatTensor x({1}, {1});
  ASSERT_EQ(run->set_input(x.value(), 0), Error::Ok);
  EXPECT_EQ(run->execute(), Error::InvalidArgument);
  FloatTensor full({4}, {1, 2, 3, 4});
  ASSERT_EQ(run->set_input(full.value(), 0), Error::Ok);
  EXPECT_EQ(run->execute(), Error::Ok);
}

TEST(MethodTest, MutableBuffersKeepTheirState) {
  ProgramBuilder b;
  b.operators = {"test::add"};
  b.buffer_sizes = {0, 64};
  b.initial_values = {{100, 200}};
  const int32_t state = b.tensor({.constant = 1, .memory_id = 1});
  const int32_t in = b.tensor({.memory_id = 1, .offset = 16});
  b.inputs = {in};
  b.outputs = {state};
  b.call(0, {state, in, state, state});
  TestRun run(b.finish());
  ASSERT_EQ(run.error, Error::Ok);
  FloatTensor x({2}, {1, 2});
  for (int round = 1; round <= 3; ++round) {
    ASSERT_EQ(run->set_input(x.value(), 0), Error::Ok);
    ASSERT_EQ(run->execute(), Error::Ok);
    const float* out = run->get_output(0).toTensor().const_data_ptr<float>();
    EXPECT_EQ(out[0], 100 + static_cast<float>(round));
    EXPECT_EQ(out[1], 200 + 2 * static_cast<float>(round));
  }
}

TEST(MethodTest, ReadsListsWhoseValuesComeLater) {
  ProgramBuilder b;
  b.operators = {"test::sum"};
  b.constants = {{1, 2}, {3, 4}};
  const int32_t list = b.tensor_list({1, 2});
  b.tensor({.constant = 1});
  b.tensor({.constant = 2});
  const int32_t out = b.none();
  b.outputs = {out};
  b.call(0, {list, out});
  TestRun run(b.finish());
  ASSERT_EQ(run.error, Error::Ok);
  ASSERT_EQ(run->execute(), Error::Ok);
  EXPECT_EQ(run->get_output(0).toDouble(), 10);
}

TEST(MethodTest, JumpsAndMoves) {
  for (const bool condition : {true, false}) {
    ProgramBuilder b;
    const int32_t c = b.boolean(condition);
    const int32_t yes = b.integer(1);
    const int32_t no = b.integer(2);
    const int32_t never = b.boolean(false);
    const int32_t out = b.none();
    b.outputs = {out};
    b.jump_false(c, 3);
    b.move(yes, out);
    b.jump_false(never, 4);
    b.move(no, out);
    TestRun run(b.finish());
    ASSERT_EQ(run.error, Error::Ok);
    ASSERT_EQ(run->execute(), Error::Ok);
    EXPECT_EQ(run->get_output(0).toInt(), condition ? 1 : 2);
  }
}

/// i = 0; do { i = i + 1; } while (i < limit).
ProgramBuilder loop() {
  ProgramBuilder b;
  b.operators = {"test::next", "test::less"};
  const int32_t zero = b.integer(0);
  const int32_t limit = b.integer(5);
  const int32_t i = b.none();
  const int32_t next = b.none();
  const int32_t goes_on = b.boolean(true);
  const int32_t done = b.boolean(true);
  b.outputs = {i};
  b.move(zero, i);
  b.call(0, {i, next});
  b.move(next, i);
  b.call(1, {limit, i, done});
  b.jump_false(done, 1);
  (void)goes_on;
  return b;
}

TEST(MethodTest, LoopsWhileSomethingChanges) {
  TestRun run(loop().finish());
  ASSERT_EQ(run.error, Error::Ok);
  ASSERT_EQ(run->execute(), Error::Ok);
  EXPECT_EQ(run->get_output(0).toInt(), 6);
}

TEST(MethodTest, RefusesLoopsThatNeverEnd) {
  {
    ProgramBuilder b;
    b.jump_false(b.boolean(false), 0);
    EXPECT_EQ(TestRun(b.finish()).error, Error::InvalidProgram);
  }
  ProgramBuilder b;
  b.operators = {"test::less"};
  const int32_t one = b.integer(1);
  const int32_t two = b.integer(2);
  const int32_t out = b.none();
  b.call(0, {two, one, out});
  b.jump_false(out, 0);
  EXPECT_EQ(TestRun(b.finish()).error, Error::InvalidProgram);
}

TEST(MethodTest, FreedTensorsAreNotUsed) {
  ProgramBuilder b;
  b.operators = {"test::add"};
  b.buffer_sizes = {0, 64};
  const int32_t x = b.tensor({.memory_id = 1});
  const int32_t out = b.tensor({.memory_id = 1, .offset = 16});
  b.release(x);
  b.call(0, {x, x, out, out});
  TestRun run(b.finish());
  ASSERT_EQ(run.error, Error::Ok);
  EXPECT_EQ(run->execute(), Error::InvalidState);
}

TEST(MethodTest, StepsThroughInstructions) {
  TestRun run(add_constant().finish());
  ASSERT_EQ(run.error, Error::Ok);
  FloatTensor in({2}, {1, 2});
  ASSERT_EQ(run->set_input(in.value(), 0), Error::Ok);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  EXPECT_FALSE(run->in_progress());
  EXPECT_EQ(run->reset_execution(), Error::InvalidState);
  EXPECT_EQ(run->step(), Error::Ok);
  EXPECT_EQ(run->step(), Error::EndOfMethod);
  EXPECT_EQ(run->reset_execution(), Error::Ok);
#pragma GCC diagnostic pop
  EXPECT_EQ(run->execute(), Error::Ok);
}

TEST(MethodTest, MoveLeavesAnEmptyMethod) {
  TestRun run(add_constant().finish());
  ASSERT_EQ(run.error, Error::Ok);
  Method moved(std::move(*run));
  EXPECT_NE(run->execute(), Error::Ok);
  EXPECT_EQ(run->inputs_size(), 0u);
  FloatTensor in({2}, {1, 2});
  EXPECT_EQ(moved.set_input(in.value(), 0), Error::Ok);
  EXPECT_EQ(moved.execute(), Error::Ok);
}

TEST(MethodTest, MissingKernelIsNamed) {
  ProgramBuilder b;
  b.operators = {"test::missing"};
  b.call(0, {b.none()});
  EXPECT_EQ(TestRun(b.finish()).error, Error::OperatorMissing);
}

TEST(MethodTest, TooFewArgumentsAreRefused) {
  ProgramBuilder b;
  b.operators = {"test::add"};
  const int32_t x = b.tensor({});
  b.call(0, {x, x});
  EXPECT_EQ(TestRun(b.finish()).error, Error::InvalidProgram);
}

TEST(MethodTest, ArgumentsOfAnotherTypeAreReported) {
  ProgramBuilder b;
  b.operators = {"test::add"};
  const int32_t i = b.integer(1);
  b.call(0, {i, i, i, i});
  TestRun run(b.finish());
  ASSERT_EQ(run.error, Error::Ok);
  EXPECT_EQ(run->execute(), Error::InvalidType);
}

TEST(MethodTest, ConstantsAreNotWritten) {
  ProgramBuilder b;
  b.operators = {"test::add"};
  b.constants = {{1, 2}};
  const int32_t x = b.tensor({.constant = 1});
  b.call(0, {x, x, x, x});
  EXPECT_EQ(TestRun(b.finish()).error, Error::InvalidProgram);
}

TEST(MethodTest, TooSmallPlannedMemoryIsRefused) {
  EXPECT_EQ(TestRun(add_constant().finish(), 1).error,
            Error::MemoryAllocationFailed);
}

TEST(MethodTest, PlacesOutsideOfPlannedMemoryAreRefused) {
  {
    ProgramBuilder b;
    b.buffer_sizes = {0, 16};
    b.tensor({.memory_id = 1, .offset = 12});
    EXPECT_EQ(TestRun(b.finish()).error, Error::MemoryAllocationFailed);
  }
  ProgramBuilder b;
  b.buffer_sizes = {0, 16};
  b.tensor({.memory_id = 3});
  EXPECT_EQ(TestRun(b.finish()).error, Error::InvalidArgument);
}

TEST(MethodTest, TensorsThatCannotBeAreRefused) {
  const auto error_of = [](const ProgramBuilder::TensorSpec& spec) {
    ProgramBuilder b;
    b.buffer_sizes = {0, 64};
    b.constants = {{1, 2}};
    b.tensor(spec);
    return TestRun(b.finish()).error;
  };
  EXPECT_EQ(error_of({.sizes = {-1}}), Error::InvalidProgram);
  EXPECT_EQ(error_of({.sizes = {INT32_MAX, INT32_MAX, INT32_MAX}}),
            Error::InvalidProgram);
  EXPECT_EQ(error_of({.type = static_cast<fb::ScalarType>(99)}),
            Error::InvalidProgram);
  EXPECT_EQ(error_of({.sizes = {1, 2}, .dim_order = {1, 1}}),
            Error::InvalidProgram);
  EXPECT_EQ(error_of({.sizes = std::vector<int32_t>(17, 1)}),
            Error::InvalidProgram);
  EXPECT_EQ(error_of({.dynamism = fb::TensorShapeDynamism::DYNAMIC_UNBOUND}),
            Error::NotSupported);
  EXPECT_EQ(error_of({.dynamism = static_cast<fb::TensorShapeDynamism>(9)}),
            Error::InvalidProgram);
  EXPECT_EQ(error_of({.constant = 2}), Error::InvalidArgument);
  EXPECT_EQ(error_of({.sizes = {5}, .constant = 1}), Error::InvalidArgument);
  EXPECT_EQ(error_of({.memory_id = 1, .offset = 2}), Error::InvalidProgram);
  EXPECT_EQ(error_of({.external_name = "w"}), Error::InvalidState);
}

TEST(MethodTest, IndicesOutOfRangeAreRefused) {
  const auto error_of = [](void (*break_it)(ProgramBuilder&)) {
    ProgramBuilder b;
    b.operators = {"test::add"};
    b.none();
    break_it(b);
    return TestRun(b.finish()).error;
  };
  using B = ProgramBuilder;
  for (const auto break_it : {
           +[](B& b) { b.call(1, {0}); },
           +[](B& b) { b.call(-1, {0}); },
           +[](B& b) { b.call(0, {1}); },
           +[](B& b) { b.call(0, {-1}); },
           +[](B& b) { b.delegate(0, {0}); },
           +[](B& b) { b.move(0, 1); },
           +[](B& b) { b.move(-1, 0); },
           +[](B& b) { b.jump_false(0, 2); },
           +[](B& b) { b.jump_false(0, -1); },
           +[](B& b) { b.jump_false(7, 1); },
           +[](B& b) { b.release(1); },
           +[](B& b) { b.inputs = {1}; },
           +[](B& b) { b.outputs = {-1}; },
           +[](B& b) { b.int_list({1}); },
           +[](B& b) { b.int_list({0}); },
           +[](B& b) { b.tensor_list({1}); },
           +[](B& b) { b.tensor_list({0}); },
           +[](B& b) {
             b.buffer_sizes = {0, -1};
           },
           +[](B& b) { b.with_chains = false; },
           +[](B& b) { b.version = 1; },
           +[](B& b) { b.instruction(fb::InstructionArguments::NONE, 0); },
           +[](B& b) {
             b.instruction(static_cast<fb::InstructionArguments>(9),
                           fb::CreateFreeCall(b.builder, 0).Union());
           },
           +[](B& b) {
             b.add(static_cast<fb::KernelTypes>(99),
                   fb::CreateNull(b.builder).Union());
           },
       }) {
    EXPECT_EQ(error_of(break_it), Error::InvalidProgram);
  }
}

/// Fails the n-th allocation.
class FailingAllocator : public MemoryAllocator {
 public:
  explicit FailingAllocator(size_t fail_at)
      : MemoryAllocator(0, nullptr), left_(fail_at) {}
  void* allocate(size_t size, size_t alignment) override {
    if (left_ == 0) {
      return nullptr;
    }
    --left_;
    return memory_.allocate(size, alignment);
  }
  void reset() override {}

 private:
  size_t left_;
  extension::MallocMemoryAllocator memory_;
};

TEST(MethodTest, EachFailedAllocationIsReported) {
  ProgramBuilder b = add_constant(fb::TensorShapeDynamism::DYNAMIC_BOUND);
  b.int_list({b.integer(1)});
  b.tensor_list({0, 1});
  LoadedProgram program(b.finish());
  ASSERT_EQ(program.error(), Error::Ok);
  size_t fail_at = 0;
  for (; fail_at < 100; ++fail_at) {
    FailingAllocator method_allocator(fail_at);
    uint8_t planned[64];
    Span<uint8_t> buffers[] = {{planned, sizeof(planned)}};
    HierarchicalAllocator planned_memory({buffers, 1});
    MemoryManager manager(&method_allocator, &planned_memory);
    const auto method = (*program)->load_method(
        "forward", &manager, nullptr, nullptr, nullptr, {kKernels, 4});
    if (method.ok()) {
      break;
    }
    EXPECT_EQ(method.error(), Error::MemoryAllocationFailed) << fail_at;
  }
  EXPECT_GT(fail_at, 10u);
  EXPECT_LT(fail_at, 100u);
}

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
    TestRun unregistered(delegated(4).finish());
    EXPECT_EQ(unregistered.error, Error::NotFound);
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

}  // namespace
}  // namespace executorch::runtime
