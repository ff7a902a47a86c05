#include <executorch/extension/evalue_util/print_evalue.h>
#include <executorch/extension/tensor/tensor.h>
#include <gtest/gtest.h>

#include <sstream>

namespace executorch::extension {
namespace {

std::string text_of(const runtime::EValue& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(PrintEvalue, ATensorWithoutDataShowsNoElements) {
  EXPECT_EQ(text_of(make_tensor_ptr({2}, nullptr)), "tensor(sizes=[2], [])");
}

TEST(PrintEvalue, NumbersWithAnExponentGetNoPoint) {
  EXPECT_EQ(text_of(1e30), "1e+30");
  EXPECT_EQ(text_of(123456.0), "123456.");
}

}  // namespace
}  // namespace executorch::extension
