#include <gtest/gtest.h>

#include <executorch/runtime/executor/test/method_run.h>

namespace executorch::runtime {
namespace {

using namespace testing;  // NOLINT: what this suite is written in

TEST(MethodTest, JumpsAndMoves) {
  for (const bool condition : {true, false}) {
    ProgramBuilder b;
    const int32_t c = b.boolean(condition);
    const int32_t yes = b.integer(1);
    const int32_t no = b.integer(2);
    const int32_t never = b.boolean(false);
    const int32_t out = b.none();
    b.outputs = {out};
    b.jump_false(c, 3);
    b.move(yes, out);
    b.jump_false(never, 4);
    b.move(no, out);
    TestRun run(b.finish());
    ASSERT_EQ(run.error, Error::Ok);
    ASSERT_EQ(run->execute(), Error::Ok);
    EXPECT_EQ(run->get_output(0).toInt(), condition ? 1 : 2);
  }
}

/// i = 0; do { i = i + 1; } while (i < limit).
ProgramBuilder loop() {
  ProgramBuilder b;
  b.operators = {"test::next", "test::less"};
  const int32_t zero = b.integer(0);
  const int32_t limit = b.integer(5);
  const int32_t i = b.none();
  const int32_t next = b.none();
  const int32_t goes_on = b.boolean(true);
  const int32_t done = b.boolean(true);
  b.outputs = {i};
  b.move(zero, i);
  b.call(0, {i, next});
  b.move(next, i);
  b.call(1, {limit, i, done});
  b.jump_false(done, 1);
  (void)goes_on;
  return b;
}

TEST(MethodTest, LoopsWhileSomethingChanges) {
  TestRun run(loop().finish());
  ASSERT_EQ(run.error, Error::Ok);
  ASSERT_EQ(run->execute(), Error::Ok);
  EXPECT_EQ(run->get_output(0).toInt(), 6);
}

TEST(MethodTest, RefusesLoopsThatNeverEnd) {
  {
    ProgramBuilder b;
    b.jump_false(b.boolean(false), 0);
    EXPECT_EQ(TestRun(b.finish()).error, Error::InvalidProgram);
  }
  ProgramBuilder b;
  b.operators = {"test::less"};
  const int32_t one = b.integer(1);
  const int32_t two = b.integer(2);
  const int32_t out = b.none();
  b.call(0, {two, one, out});
  b.jump_false(out, 0);
  EXPECT_EQ(TestRun(b.finish()).error, Error::InvalidProgram);
}

}  // namespace
}  // namespace executorch::runtime
