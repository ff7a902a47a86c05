#include "applications.h"

#include <executorch/extension/module/test/test_files.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "npy.h"
#include "paths.h"
#include "program_run.h"

namespace rushlight::test {
namespace {

using executorch::extension::testing::TestFile;
using executorch::runtime::testing::ProgramBuilder;
using testing::ElementsAre;

namespace fb = executorch_flatbuffer;

std::vector<float> floats_of(const std::string& name) {
  const auto array = read_npy(fixture("digits/" + name));
  EXPECT_EQ(error_of(array), "");
  std::vector<float> values(array->bytes.size() / sizeof(float));
  std::memcpy(values.data(), array->bytes.data(), array->bytes.size());
  return values;
}

class Applications : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    program_ = new std::string(data_folder() + "/applications_digits.pte");
    ASSERT_EQ(error_of(compile_file(fixture("digits/digits.pt2"), *program_)),
              "");
    // Registers the kernels.
    ASSERT_EQ(error_of(open_session(*program_)), "");
  }
  static void TearDownTestSuite() { delete program_; }

  static std::string* program_;
  const std::vector<float> images_ = floats_of("test_images.npy");
  const std::vector<float> logits_ = floats_of("expected_logits.npy");
};

std::string* Applications::program_ = nullptr;

TEST_F(Applications, ClassifyImagesWithAModule) {
  const auto classes = applications::classify_images(*program_, images_);
  ASSERT_EQ(classes.size(), 397u);
  for (size_t i = 0; i < classes.size(); ++i) {
    const auto row = logits_.begin() + static_cast<ptrdiff_t>(10 * i);
    EXPECT_EQ(classes[i], std::max_element(row, row + 10) - row);
  }
  EXPECT_TRUE(applications::classify_images("/no/such/file", images_).empty());
}

TEST_F(Applications, ScoreAnImageWithAMethod) {
  const auto scores = applications::score_image(
      *program_, {images_.begin(), images_.begin() + 64});
  ASSERT_EQ(scores.size(), 10u);
  for (size_t i = 0; i < 10; ++i) {
    EXPECT_NEAR(scores[i], logits_[i], 1e-3);
  }
}

TEST_F(Applications, RecordARun) {
  const auto record = applications::record_run(
      *program_, {images_.begin(), images_.begin() + 64});
  ASSERT_GT(record.size(), 12u);
  // Behind the length and the root.
  EXPECT_EQ(std::string(record.begin() + 8, record.begin() + 12), "ED00");
}

TEST_F(Applications, RunAKernelOfTheirOwn) {
  ProgramBuilder b;
  b.operators = {"demo_ops::scale_add.out"};
  b.buffer_sizes = {0, 64};
  b.constants = {{10, 20}};
  const int32_t in = b.tensor({.memory_id = 1});
  const int32_t other = b.tensor({.constant = 1});
  const int32_t factor =
      b.add(fb::KernelTypes::Double, fb::CreateDouble(b.builder, 0.5).Union());
  const int32_t out = b.tensor({.memory_id = 1, .offset = 16});
  b.inputs = {in};
  b.outputs = {out};
  b.call(0, {in, other, factor, out, out});
  const TestFile file("kernel.pte", b.finish());
  EXPECT_THAT(applications::run_custom_kernel(file.path(), {1, 2}),
              ElementsAre(6, 12));
  EXPECT_THAT(applications::run_custom_kernel(file.path(), {1, 2, 3}),
              ElementsAre());
}

TEST_F(Applications, RunABackendOfTheirOwn) {
  ProgramBuilder b;
  b.buffer_sizes = {0, 64};
  const int32_t in = b.tensor({.memory_id = 1});
  const int32_t out = b.tensor({.memory_id = 1, .offset = 16});
  b.inputs = {in};
  b.outputs = {out};
  // The payload is the segment of the constants, which has no others.
  b.constants = {{3}};
  const std::vector<uint8_t> value = {1};
  const std::vector<flatbuffers::Offset<fb::CompileSpec>> specs = {
      fb::CreateCompileSpecDirect(b.builder, "negate", &value)};
  b.delegates = {fb::CreateBackendDelegateDirect(
      b.builder, "DemoBackend",
      fb::CreateBackendDelegateDataReference(b.builder,
                                             fb::DataLocation::SEGMENT, 0),
      &specs)};
  b.delegate(0, {in, out});
  const TestFile file("backend.pte", b.finish());
  EXPECT_THAT(applications::run_custom_backend(file.path(), {1, 2}),
              ElementsAre(-3, -6));
}

}  // namespace
}  // namespace rushlight::test
