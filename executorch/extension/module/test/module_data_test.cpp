#include <executorch/extension/data_loader/file_data_loader.h>
#include <executorch/extension/flat_tensor/test/ptd_bytes.h>
#include <executorch/extension/module/module.h>
#include <executorch/extension/module/test/test_files.h>

namespace executorch::extension {
namespace {

using runtime::Error;
using runtime::testing::ProgramBuilder;
using testing::TestFile;

/// out = (in + w) + b, with w and b in .ptd files.
ProgramBuilder two_external_constants() {
  ProgramBuilder b;
  b.operators = {"test::add"};
  b.buffer_sizes = {0, 64};
  const int32_t in = b.tensor({.memory_id = 1});
  const int32_t w = b.tensor({.external_name = "w"});
  const int32_t bias = b.tensor({.external_name = "b"});
  const int32_t sum = b.tensor({.memory_id = 1, .offset = 16});
  const int32_t out = b.tensor({.memory_id = 1, .offset = 32});
  b.inputs = {in};
  b.outputs = {out};
  b.call(0, {in, w, sum, sum});
  b.call(0, {sum, bias, out, out});
  return b;
}

TestFile data_file(const std::string& name,
                   const std::map<std::string, TensorPtr>& tensors) {
  PtdBytes bytes(tensors);
  EXPECT_EQ(bytes.error(), Error::Ok);
  return TestFile(name, bytes.data(), bytes.size());
}

class ModuleDataTest : public ::testing::Test {
 protected:
  void SetUp() override { testing::register_test_kernels(); }

  /// The first element of the answer, or the error as a negative number.
  float answer(Module& module) {
    const auto outputs = module.forward(make_tensor_ptr({2}, {1.0f, 2.0f}));
    return outputs.ok()
               ? outputs->at(0).toTensor().const_data_ptr<float>()[0]
               : -static_cast<float>(static_cast<uint32_t>(outputs.error()));
  }
  static float code(Error error) {
    return -static_cast<float>(static_cast<uint32_t>(error));
  }

  TensorPtr w_ = make_tensor_ptr({2}, {10.0f, 20.0f});
  TensorPtr b_ = make_tensor_ptr({2}, {100.0f, 200.0f});
  TestFile program_{"data.pte", two_external_constants().finish()};
  TestFile both_ = data_file("both.ptd", {{"w", w_}, {"b", b_}});
  TestFile only_w_ = data_file("w.ptd", {{"w", w_}});
  TestFile only_b_ = data_file("b.ptd", {{"b", b_}});
};

TEST_F(ModuleDataTest, ConstantsComeFromAFile) {
  for (const auto mode : {Module::LoadMode::File, Module::LoadMode::Mmap}) {
    Module module(program_.path(), both_.path(), mode);
    EXPECT_EQ(answer(module), 111);
  }
}

TEST_F(ModuleDataTest, OrFromSeveral) {
  Module module(program_.path(),
                std::vector<std::string>{only_b_.path(), only_w_.path()});
  EXPECT_EQ(answer(module), 111);
}

TEST_F(ModuleDataTest, OrFromALoader) {
  auto program = FileDataLoader::from(program_.path().c_str());
  auto data = FileDataLoader::from(both_.path().c_str());
  ASSERT_TRUE(program.ok() && data.ok());
  Module module(std::make_unique<FileDataLoader>(std::move(*program)), nullptr,
                nullptr, nullptr,
                std::make_unique<FileDataLoader>(std::move(*data)));
  EXPECT_EQ(answer(module), 111);
}

TEST_F(ModuleDataTest, MissingDataAreRefusedWhenTheMethodIsLoaded) {
  Module without(program_.path());
  EXPECT_EQ(without.load(), Error::Ok);
  EXPECT_EQ(answer(without), code(Error::InvalidState));
  Module without_path(program_.path(), std::string());
  EXPECT_EQ(answer(without_path), code(Error::InvalidState));
  Module half(program_.path(), only_w_.path());
  EXPECT_EQ(answer(half), code(Error::NotFound));
}

TEST_F(ModuleDataTest, FilesThatCannotBeUsedAreRefusedByLoad) {
  Module missing(program_.path(), "/no/such/file.ptd");
  EXPECT_EQ(missing.load(), Error::AccessFailed);
  EXPECT_FALSE(missing.is_loaded());
  Module damaged(program_.path(), program_.path());
  EXPECT_EQ(damaged.load(), Error::InvalidExternalData);
  Module twice(program_.path(),
               std::vector<std::string>{both_.path(), only_w_.path()});
  EXPECT_EQ(twice.load(), Error::InvalidArgument);
}

TEST_F(ModuleDataTest, DataOfAnotherKindAreRefused) {
  const TestFile longer =
      data_file("longer.ptd",
                {{"w", make_tensor_ptr({3}, {1.0f, 2.0f, 3.0f})}, {"b", b_}});
  Module other_size(program_.path(), longer.path());
  EXPECT_EQ(answer(other_size), code(Error::InvalidExternalData));
  const TestFile integers = data_file(
      "integers.ptd", {{"w", make_tensor_ptr({2}, {1, 2})}, {"b", b_}});
  Module other_type(program_.path(), integers.path());
  EXPECT_EQ(answer(other_type), code(Error::InvalidExternalData));
}

}  // namespace
}  // namespace executorch::extension
