#include <executorch/runtime/core/result.h>

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include <executorch/runtime/core/freeable_buffer.h>
#include <executorch/runtime/core/function_ref.h>
#include <executorch/runtime/core/tag.h>

namespace executorch::runtime {
namespace {

Result<int> positive(int value) {
  if (value <= 0) {
    return Error::InvalidArgument;
  }
  return value;
}

Result<int> twice(int value) {
  ET_ASSIGN_OR_RETURN(found, positive(value));
  return 2 * found;
}

Error check(int value) {
  ET_CHECK_OK_OR_RETURN_ERROR(positive(value).error(), "value %d", value);
  ET_CHECK_OR_RETURN_ERROR(value < 10, OutOfResources, "value %d", value);
  return Error::Ok;
}

Result<int> unwrapped(int value) {
  return ET_UNWRAP(positive(value)) + ET_UNWRAP(positive(1), "never");
}

TEST(ResultTest, HoldsValueOrError) {
  EXPECT_EQ(*positive(3), 3);
  EXPECT_EQ(positive(3).error(), Error::Ok);
  EXPECT_EQ(positive(0).error(), Error::InvalidArgument);
  EXPECT_EQ(Result<int>(Error::Ok).error(), Error::Internal);
}

TEST(ResultTest, MovesItsValue) {
  Result<std::unique_ptr<std::string>> from(std::make_unique<std::string>("x"));
  Result<std::unique_ptr<std::string>> to(std::move(from));
  EXPECT_EQ(**to, "x");
}

TEST(ResultTest, MacrosReturnTheError) {
  EXPECT_EQ(*twice(4), 8);
  EXPECT_EQ(twice(-1).error(), Error::InvalidArgument);
  EXPECT_EQ(check(-1), Error::InvalidArgument);
  EXPECT_EQ(check(11), Error::OutOfResources);
  EXPECT_EQ(check(1), Error::Ok);
  EXPECT_EQ(*unwrapped(2), 3);
  EXPECT_EQ(unwrapped(0).error(), Error::InvalidArgument);
}

TEST(ErrorTest, HasNames) {
  EXPECT_STREQ(to_string(Error::InvalidProgram), "Error::InvalidProgram");
  EXPECT_STREQ(to_string(static_cast<Error>(0xFFFF)), "Error::Unknown");
}

TEST(TagTest, HasNames) {
  char buffer[kTagNameBufferSize];
  EXPECT_EQ(tag_to_string(Tag::ListOptionalTensor, buffer, sizeof(buffer)),
            18u);
  EXPECT_STREQ(buffer, "ListOptionalTensor");
  EXPECT_EQ(tag_to_string(Tag::Tensor, buffer, 3), 6u);
  EXPECT_STREQ(buffer, "Te");
}

TEST(FreeableBufferTest, FreesOnce) {
  int count = 0;
  const auto free_fn = [](void* context, void*, size_t) {
    ++*static_cast<int*>(context);
  };
  {
    FreeableBuffer buffer("abc", 3, free_fn, &count);
    FreeableBuffer moved(std::move(buffer));
    EXPECT_EQ(buffer.size(), 0u);
    EXPECT_EQ(moved.size(), 3u);
    moved.Free();
    EXPECT_EQ(moved.data(), nullptr);
  }
  EXPECT_EQ(count, 1);
}

TEST(FunctionRefTest, CallsWhatItRefersTo) {
  int sum = 0;
  auto add = [&](int x) { sum += x; };
  FunctionRef<void(int)> ref(add);
  ref(2);
  ref(3);
  EXPECT_EQ(sum, 5);
  EXPECT_TRUE(static_cast<bool>(ref));
  EXPECT_FALSE(static_cast<bool>(FunctionRef<void(int)>()));
}

}  // namespace
}  // namespace executorch::runtime
