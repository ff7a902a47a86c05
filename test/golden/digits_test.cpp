#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "compare.h"
#include "paths.h"
#include "program_run.h"

namespace rushlight::test {
namespace {

using executorch::runtime::Error;

constexpr size_t kClasses = 10;
constexpr size_t kImages = 397;
constexpr int kRightInEagerPyTorch = 395;

NpyArray read_fixture(const std::string& name) {
  const auto array = read_npy(fixture("digits/" + name));
  EXPECT_EQ(error_of(array), "");
  return array.value_or(NpyArray{});
}

NpyArray rows(const NpyArray& array, size_t first, size_t count) {
  NpyArray out = array;
  const size_t row_nbytes =
      array.bytes.size() / static_cast<size_t>(array.shape[0]);
  const auto begin =
      array.bytes.begin() + static_cast<ptrdiff_t>(first * row_nbytes);
  out.shape[0] = static_cast<int64_t>(count);
  out.bytes.assign(begin, begin + static_cast<ptrdiff_t>(count * row_nbytes));
  return out;
}

class Digits : public testing::Test {
 protected:
  void SetUp() override {
    const std::string program = folder_ / "digits.pte";
    ASSERT_EQ(error_of(compile_file(fixture("digits/digits.pt2"), program)),
              "");
    auto session = open_session(program);
    ASSERT_EQ(error_of(session), "");
    session_ = std::move(*session);
    auto method = LoadedMethod::load(*session_, "forward");
    ASSERT_EQ(error_of(method), "");
    method_ = std::move(*method);
  }

  NpyArray logits_of(const NpyArray& images) {
    std::vector<InputValue> inputs{{"images", images, true}};
    auto outputs = run_method(*method_, inputs);
    EXPECT_EQ(error_of(outputs), "");
    return outputs && outputs->size() == 1 ? (*outputs)[0] : NpyArray{};
  }

  ScratchFolder folder_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<LoadedMethod> method_;
};

TEST_F(Digits, ClassifiesUnseenImagesInBatchesOfSeveralSizes) {
  const NpyArray images = read_fixture("test_images.npy");
  const NpyArray logits = read_fixture("expected_logits.npy");
  const std::vector<double> labels =
      to_doubles(read_fixture("test_labels.npy"));
  ASSERT_EQ(labels.size(), kImages);
  int right = 0;
  size_t first = 0;
  for (const size_t batch : {1, 7, 64, 325}) {
    const NpyArray found = logits_of(rows(images, first, batch));
    ASSERT_EQ(difference(found, expected_array(rows(logits, first, batch))), "")
        << "batch of " << batch;
    const std::vector<double> values = to_doubles(found);
    for (size_t i = 0; i < batch; ++i) {
      const auto row = values.begin() + static_cast<ptrdiff_t>(i * kClasses);
      const auto best = std::max_element(row, row + kClasses) - row;
      right += static_cast<double>(best) == labels[first + i];
    }
    first += batch;
  }
  EXPECT_EQ(first, kImages);
  EXPECT_EQ(right, kRightInEagerPyTorch);
}

TEST_F(Digits, RefusesABatchAboveTheBoundAndGoesOn) {
  NpyArray images = read_fixture("test_images.npy");
  const NpyArray two = rows(images, 0, 2);
  images.shape[0] = 513;
  images.bytes.resize(513 * 64 * sizeof(float));
  std::vector<InputValue> inputs{{"images", images, true}};
  const auto refused = run_method(*method_, inputs);
  ASSERT_FALSE(refused);
  EXPECT_THAT(
      refused.error().str(),
      testing::AllOf(testing::HasSubstr("input 0"), testing::HasSubstr("513"),
                     testing::HasSubstr("512")));
  EXPECT_EQ(difference(logits_of(two),
                       expected_array(
                           rows(read_fixture("expected_logits.npy"), 0, 2))),
            "");
}

}  // namespace
}  // namespace rushlight::test
