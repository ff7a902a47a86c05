// Linked into a test, this makes the emulated GPU the backend of MPS delegates,
// and fails every case that leaves Objective-C objects behind.
#include <executorch/backends/apple/mps/runtime/metal/MPSBackend.h>
#include <executorch/backends/apple/mps/test/emulation/frameworks/emulation.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

namespace rushlight::test {
namespace {

class Registration : public testing::Environment {
 public:
  void SetUp() override {
    executorch::runtime::runtime_init();
    ASSERT_EQ(executorch::backends::mps::register_mps_backend(),
              executorch::runtime::Error::Ok);
  }
};

class LeakCheck : public testing::EmptyTestEventListener {
 public:
  void OnTestStart(const testing::TestInfo&) override {
    objects_ = emulation_live_objects();
  }
  void OnTestEnd(const testing::TestInfo&) override {
    EXPECT_EQ(emulation_live_objects(), objects_) << "objects are left";
  }

 private:
  long objects_ = 0;
};

// Before main(), which belongs to GoogleTest.
[[maybe_unused]] const bool kInstalled = [] {
  testing::AddGlobalTestEnvironment(new Registration);
  testing::UnitTest::GetInstance()->listeners().Append(new LeakCheck);
  return true;
}();

}  // namespace
}  // namespace rushlight::test
