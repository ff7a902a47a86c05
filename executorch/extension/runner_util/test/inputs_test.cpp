#include <executorch/extension/runner_util/inputs.h>

#include <executorch/runtime/executor/test/method_run.h>
#include <gtest/gtest.h>

namespace executorch::extension {
namespace {

using runtime::Error;
using runtime::EValue;
using namespace runtime::testing;  // NOLINT: what this suite is written in

/// Inputs: a tensor of two elements, an integer, a bool, None. The tensor and
/// the integer are outputs too.
ProgramBuilder mixed_inputs(fb::ScalarType type = fb::ScalarType::FLOAT) {
  ProgramBuilder b;
  b.buffer_sizes = {0, 64};
  const int32_t tensor = b.tensor({.type = type, .memory_id = 1});
  const int32_t integer = b.integer(0);
  b.inputs = {tensor, integer, b.boolean(false), b.none()};
  b.outputs = {tensor, integer};
  return b;
}

using Buffers = std::vector<std::pair<char*, size_t>>;

template <class T>
std::pair<char*, size_t> buffer_of(T& value) {
  return {reinterpret_cast<char*>(&value), sizeof(value)};
}

Error prepare(TestRun& run, PrepareInputTensorsOptions options = {},
              const Buffers& buffers = {}) {
  return prepare_input_tensors(*run, options, buffers).error();
}

TEST(PrepareInputTensors, FillsTensorsWithOnes) {
  TestRun run(mixed_inputs().finish());
  ASSERT_EQ(run.error, Error::Ok);
  const auto inputs = prepare_input_tensors(*run);
  ASSERT_EQ(inputs.error(), Error::Ok);
  // Numbers are left to the caller.
  EXPECT_EQ(run->execute(), Error::InvalidArgument);
  ASSERT_EQ(run->set_input(EValue(int64_t{5}), 1), Error::Ok);
  ASSERT_EQ(run->set_input(EValue(false), 2), Error::Ok);
  ASSERT_EQ(run->execute(), Error::Ok);
  const aten::Tensor tensor = run->get_output(0).toTensor();
  EXPECT_EQ(tensor.const_data_ptr<float>()[0], 1);
  EXPECT_EQ(tensor.const_data_ptr<float>()[1], 1);
}

TEST(PrepareInputTensors, CopiesBuffers) {
  TestRun run(mixed_inputs().finish());
  ASSERT_EQ(run.error, Error::Ok);
  float tensor[2] = {3, 4};
  int64_t integer = 7;
  bool flag = false;
  const auto inputs = prepare_input_tensors(
      *run, {},
      {buffer_of(tensor), buffer_of(integer), buffer_of(flag), {nullptr, 0}});
  tensor[0] = 0;
  ASSERT_EQ(inputs.error(), Error::Ok);
  ASSERT_EQ(run->execute(), Error::Ok);
  EXPECT_EQ(run->get_output(0).toTensor().const_data_ptr<float>()[0], 3);
  EXPECT_EQ(run->get_output(1).toInt(), 7);
}

TEST(PrepareInputTensors, RefusesBuffersThatDoNotFit) {
  TestRun run(mixed_inputs().finish());
  ASSERT_EQ(run.error, Error::Ok);
  float tensor[2] = {3, 4};
  float small[1] = {3};
  int64_t integer = 7;
  int32_t narrow = 7;
  bool flag = true;
  const std::pair<char*, size_t> none{nullptr, 0};
  EXPECT_EQ(prepare(run, {}, {buffer_of(tensor)}), Error::InvalidArgument);
  EXPECT_EQ(
      prepare(run, {},
              {buffer_of(small), buffer_of(integer), buffer_of(flag), none}),
      Error::InvalidArgument);
  EXPECT_EQ(
      prepare(run, {},
              {buffer_of(tensor), buffer_of(narrow), buffer_of(flag), none}),
      Error::InvalidArgument);
  EXPECT_EQ(prepare(run, {},
                    {buffer_of(tensor), buffer_of(integer), buffer_of(integer),
                     none}),
            Error::InvalidArgument);
}

TEST(PrepareInputTensors, KeepsItsLimits) {
  TestRun run(mixed_inputs().finish());
  ASSERT_EQ(run.error, Error::Ok);
  PrepareInputTensorsOptions few_bytes;
  few_bytes.max_total_allocation_size = 7;
  EXPECT_EQ(prepare(run, few_bytes), Error::InvalidProgram);
  few_bytes.max_total_allocation_size = 8;
  EXPECT_EQ(prepare(run, few_bytes), Error::Ok);
  PrepareInputTensorsOptions few_inputs;
  few_inputs.max_inputs = 3;
  EXPECT_EQ(prepare(run, few_inputs), Error::InvalidProgram);
}

TEST(PrepareInputTensors, RefusesElementsThatHaveNoOne) {
  TestRun run(mixed_inputs(fb::ScalarType::QINT8).finish());
  ASSERT_EQ(run.error, Error::Ok);
  EXPECT_EQ(prepare(run), Error::InvalidArgument);
}

}  // namespace
}  // namespace executorch::extension
