#include <executorch/extension/pytree/pytree.h>
#include <gtest/gtest.h>

#include <string>

namespace executorch::extension::pytree {
namespace {

std::string again(const std::string& text) { return to_str(from_str(text)); }

TEST(Pytree, TextIsReadAndWrittenAlike) {
  for (const char* text : {"$", "T0()", "N1#1($)", "L3#0#1#1(,$,$)",
                           "D2#2#1('a':T2#1#1($,$),7:L1#1($))"}) {
    EXPECT_EQ(again(text), text);
  }
}

TEST(Pytree, TextThatIsNoTreeIsRefused) {
  for (const char* text :
       {"X", "L", "L1", "L1#1", "L1#1(", "L1#1($", "L2#1#1($)", "L1#2($)",
        "L9#1($)", "D1#1($)", "D1#1('a$)", "D1#1('a'$)", "$$",
        "L99999999999#1($)"}) {
    EXPECT_ANY_THROW(from_str(text)) << text;
  }
}

TEST(Pytree, DeepTreesAreRefused) {
  std::string text = "$";
  for (int i = 0; i < 1000; ++i) {
    text = "L1#1(" + text + ")";
  }
  EXPECT_THROW(from_str(text), std::runtime_error);
}

TEST(Pytree, AccessThatDoesNotFitTheKindThrows) {
  int leaves[1] = {3};
  const auto leaf = unflatten("$", leaves);
  EXPECT_THROW(leaf[0], std::runtime_error);
  EXPECT_THROW(leaf.key(0), std::runtime_error);
  const auto dict = unflatten("D1#1('a':$)", leaves);
  EXPECT_TRUE(dict.contains("a"));
  EXPECT_THROW(dict.at("b"), std::runtime_error);
  EXPECT_THROW(dict.leaf(), std::runtime_error);
}

}  // namespace
}  // namespace executorch::extension::pytree
