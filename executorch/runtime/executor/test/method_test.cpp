#include <executorch/runtime/executor/method.h>

#include <gtest/gtest.h>

#include <executorch/runtime/executor/test/method_run.h>

namespace executorch::runtime {
namespace {

using namespace testing;  // NOLINT: what this suite is written in
namespace fb = executorch_flatbuffer;

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

TEST(MethodTest, InputsThatInstructionsReadMayHaveAnyValue) {
  ProgramBuilder b;
  b.operators = {"test::next"};
  const int32_t in = b.integer(3);
  const int32_t unread = b.integer(3);
  const int32_t out = b.none();
  b.inputs = {in, unread};
  b.outputs = {out};
  b.call(0, {in, out});
  TestRun run(b.finish());
  ASSERT_EQ(run.error, Error::Ok);
  EXPECT_EQ(run->set_input(EValue(int64_t{7}), 1), Error::InvalidArgument);
  ASSERT_EQ(run->set_input(EValue(int64_t{3}), 1), Error::Ok);
  ASSERT_EQ(run->set_input(EValue(int64_t{7}), 0), Error::Ok);
  ASSERT_EQ(run->execute(), Error::Ok);
  EXPECT_EQ(run->get_output(0).toInt(), 8);
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

}  // namespace
}  // namespace executorch::runtime
