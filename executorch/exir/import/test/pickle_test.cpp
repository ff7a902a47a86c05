#include <executorch/exir/import/pickle.h>
#include <gtest/gtest.h>

#include <string>

namespace executorch::exir {
namespace {

using Kind = PickleValue::Kind;

/// {"a": f(1, True)} with f the global "m f", as protocol 2 writes it.
const std::string kCall(
    "\x80\x02}q\x00X\x01\x00\x00\x00"
    "aq\x01"
    "cm\nf\nq\x02K\x01\x88\x86q\x03Rq\x04s.",
    31);

TEST(PickleTest, ReadsAnObjectAsWhatItWouldBeMadeFrom) {
  const auto pickle = read_pickle(kCall);
  ASSERT_TRUE(pickle) << pickle.error().str();
  const PickleValue& root = *(*pickle)->root;
  ASSERT_TRUE(root.is(Kind::kDict));
  ASSERT_EQ(root.entries.size(), 1u);
  EXPECT_EQ(root.entries[0].first->text, "a");
  const PickleValue& object = *root.entries[0].second;
  EXPECT_TRUE(object.is_call_of("m f"));
  ASSERT_EQ(object.args().size(), 2u);
  EXPECT_EQ(object.args()[0]->integer, 1);
  EXPECT_TRUE(object.args()[1]->is(Kind::kBool));
}

TEST(PickleTest, EveryBeginningIsRefused) {
  for (size_t count = 0; count + 1 < kCall.size(); ++count) {
    EXPECT_FALSE(read_pickle(std::string_view(kCall).substr(0, count)))
        << count;
  }
}

TEST(PickleTest, EveryChangedByteIsReadOrRefused) {
  for (size_t at = 0; at < kCall.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string damaged = kCall;
      damaged[at] = static_cast<char>(value);
      const auto pickle = read_pickle(damaged);
      EXPECT_TRUE(!pickle || (*pickle)->root != nullptr);
    }
  }
}

TEST(PickleTest, AListInItselfIsReleased) {
  const auto pickle = read_pickle("]q\x01h\x01" "a.");
  ASSERT_TRUE(pickle);
  EXPECT_EQ((*pickle)->root->items[0], (*pickle)->root);
}

TEST(PickleTest, RefusesOtherOpcodesByTheirPlace) {
  const auto pickle = read_pickle("N\xffx");
  ASSERT_FALSE(pickle);
  EXPECT_NE(pickle.error().message.find("byte 1"), std::string::npos);
}

}  // namespace
}  // namespace executorch::exir
