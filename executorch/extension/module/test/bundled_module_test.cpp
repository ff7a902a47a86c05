#include <executorch/extension/module/bundled_module.h>

#include <executorch/devtools/bundled_program/schema/bundled_program_schema_generated.h>
#include <executorch/extension/module/test/test_files.h>
#include <executorch/extension/tensor/tensor.h>

namespace executorch::extension {
namespace {

using runtime::Error;
using testing::TestFile;

namespace fb = bundled_program_flatbuffer;

using Value = flatbuffers::Offset<fb::Value>;

Value value_of(flatbuffers::FlatBufferBuilder& builder,
               const std::vector<float>& values) {
  const std::vector<int32_t> sizes{static_cast<int32_t>(values.size())};
  const std::vector<uint8_t> dim_order{0};
  const auto* bytes = reinterpret_cast<const uint8_t*>(values.data());
  const std::vector<uint8_t> data(bytes, bytes + values.size() * sizeof(float));
  builder.ForceVectorAlignment(data.size(), 1, 16);
  return fb::CreateValue(
      builder, fb::ValueUnion::Tensor,
      fb::CreateTensorDirect(builder, executorch_flatbuffer::ScalarType::FLOAT,
                             &sizes, &data, &dim_order)
          .Union());
}

/// out = in + {10, 20} with two cases, the second of which expects too much.
std::vector<uint8_t> bundle() {
  const auto program = runtime::testing::add_constant().finish();
  flatbuffers::FlatBufferBuilder builder;
  std::vector<flatbuffers::Offset<fb::BundledMethodTestCase>> cases;
  for (const float expected : {22.0f, 23.0f}) {
    const std::vector<Value> inputs{value_of(builder, {1, 2})};
    const std::vector<Value> outputs{value_of(builder, {11, expected})};
    cases.push_back(
        fb::CreateBundledMethodTestCaseDirect(builder, &inputs, &outputs));
  }
  const std::vector<flatbuffers::Offset<fb::BundledMethodTestSuite>> suites{
      fb::CreateBundledMethodTestSuiteDirect(builder, "forward", &cases)};
  builder.ForceVectorAlignment(program.size(), 1, 32);
  const auto data = builder.CreateVector(program);
  builder.Finish(
      fb::CreateBundledProgram(builder, 0, builder.CreateVector(suites), data),
      fb::BundledProgramIdentifier());
  return {builder.GetBufferPointer(),
          builder.GetBufferPointer() + builder.GetSize()};
}

class BundledModuleTest : public ::testing::Test {
 protected:
  void SetUp() override { testing::register_test_kernels(); }

  const std::vector<uint8_t> bytes_ = bundle();
  TestFile file_{"bundle.bpte", bytes_};
};

void expect_cases_to_be_run(BundledModule& module) {
  const auto outputs = module.execute("forward", 0);
  ASSERT_EQ(outputs.error(), Error::Ok);
  EXPECT_EQ(outputs->at(0).toTensor().const_data_ptr<float>()[1], 22);
  EXPECT_EQ(module.verify_method_outputs("forward", 0), Error::Ok);
  EXPECT_TRUE(module.execute("forward", 1).ok());
  EXPECT_NE(module.verify_method_outputs("forward", 1), Error::Ok);
  EXPECT_EQ(module.verify_method_outputs("forward", 1, 0.1), Error::Ok);
}

TEST_F(BundledModuleTest, CasesOfAFileAreRunAndChecked) {
  auto module = BundledModule::from_file(file_.path());
  ASSERT_EQ(module.error(), Error::Ok);
  expect_cases_to_be_run(**module);
}

TEST_F(BundledModuleTest, CasesInMemoryAreRunAndChecked) {
  std::vector<uint64_t> memory(bytes_.size() / 8 + 3);
  auto* start = reinterpret_cast<uint8_t*>(memory.data());
  start += reinterpret_cast<uintptr_t>(start) % 16;
  std::copy(bytes_.begin(), bytes_.end(), start);
  BundledModule module(start);
  expect_cases_to_be_run(module);
}

TEST_F(BundledModuleTest, ItsMethodsTakeOtherInputsToo) {
  auto module = BundledModule::from_file(file_.path());
  ASSERT_TRUE(module.ok());
  const auto outputs =
      (*module)->execute("forward", make_tensor_ptr({2}, {5.0f, 6.0f}));
  ASSERT_TRUE(outputs.ok());
  EXPECT_EQ(outputs->at(0).toTensor().const_data_ptr<float>()[0], 15);
}

TEST_F(BundledModuleTest, CasesAndMethodsThatAreNotThereAreRefused) {
  auto module = BundledModule::from_file(file_.path());
  ASSERT_TRUE(module.ok());
  EXPECT_FALSE((*module)->execute("forward", size_t{2}).ok());
  EXPECT_FALSE((*module)->execute("backward", size_t{0}).ok());
  EXPECT_NE((*module)->verify_method_outputs("backward", 0), Error::Ok);
  EXPECT_NE((*module)->verify_method_outputs("forward", 2), Error::Ok);
}

TEST_F(BundledModuleTest, FilesThatAreNoBundlesDoNotLoad) {
  EXPECT_EQ(BundledModule::from_file("/no/such/file").error(),
            Error::AccessFailed);
  const TestFile half(
      "half.bpte",
      std::vector<uint8_t>(
          bytes_.begin(),
          bytes_.begin() + static_cast<ptrdiff_t>(bytes_.size() / 2)));
  auto module = BundledModule::from_file(half.path());
  ASSERT_TRUE(module.ok());
  EXPECT_EQ((*module)->load(), Error::InvalidArgument);
  EXPECT_FALSE((*module)->execute("forward", size_t{0}).ok());
}

}  // namespace
}  // namespace executorch::extension
