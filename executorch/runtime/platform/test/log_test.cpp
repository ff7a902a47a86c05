#include <gtest/gtest.h>

#include <string>

#include <executorch/runtime/platform/assert.h>
#include <executorch/runtime/platform/clock.h>
#include <executorch/runtime/platform/platform.h>
#include <executorch/runtime/platform/test/said.h>

namespace executorch::runtime {
namespace {

std::string g_last;
et_pal_log_level_t g_level;

void capture(et_timestamp_t, et_pal_log_level_t level, const char*, const char*,
             size_t, const char* message, size_t length) {
  g_last.assign(message, length);
  g_level = level;
}

class LogTest : public ::testing::Test {
 protected:
  void SetUp() override { register_pal(PalImpl::create(capture, "log_test")); }
  void TearDown() override {
    register_pal(PalImpl::create(et_pal_emit_log_message, "log_test"));
  }
};

#if ET_LOG_ENABLED
TEST_F(LogTest, FormatsAndForwards) {
  ET_LOG(Error, "value %d", 7);
  EXPECT_EQ(g_last, "value 7");
  EXPECT_EQ(g_level, kError);
  ET_LOG(Debug, "not compiled in");
  EXPECT_EQ(g_last, "value 7");
}

TEST_F(LogTest, CutsLongMessagesBetweenCharacters) {
  std::string text(254, 'a');
  text += "\xC3\xA4";
  ET_LOG(Error, "%s", text.c_str());
  EXPECT_EQ(g_last, std::string(254, 'a'));
  ET_LOG(Error, "%s", std::string(400, 'b').c_str());
  EXPECT_EQ(g_last, std::string(255, 'b'));
}

#else
TEST_F(LogTest, SaysNothing) {
  ET_LOG(Error, "value %d", 7);
  EXPECT_EQ(g_last, "");
}
#endif

TEST(AssertTest, FailedChecksAbort) {
  EXPECT_DEATH(ET_CHECK_MSG(1 > 2, "found %d", 5), testing::said("found 5"));
  ET_CHECK(true);
}

TEST(ClockTest, DoesNotGoBack) {
  const et_timestamp_t before = pal_current_ticks();
  EXPECT_LE(before, pal_current_ticks());
  EXPECT_GT(ticks_to_ns(1000000000), 0u);
}

}  // namespace
}  // namespace executorch::runtime
