#include <executorch/extension/threadpool/threadpool.h>
#include <executorch/runtime/kernel/thread_parallel_interface.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <limits>

namespace executorch::extension {
namespace {

using threadpool::get_threadpool;

int sum_in_pool() {
  std::atomic<int> sum{0};
  get_threadpool()->run([&](size_t i) { sum += static_cast<int>(i); }, 100);
  return sum;
}

TEST(ThreadPool, WorkOfThePoolMayUseThePool) {
  std::atomic<int> sum{0};
  get_threadpool()->run([&](size_t) { sum += sum_in_pool(); }, 4);
  EXPECT_EQ(sum, 4 * 4950);
}

TEST(ThreadPool, AChildHasAPoolOfItsOwn) {
  EXPECT_EQ(sum_in_pool(), 4950);
  const pid_t child = fork();
  if (child == 0) {
    _exit(sum_in_pool() == 4950 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(ParallelFor, TheLargestRangesAreCovered) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  std::atomic<int64_t> covered{0};
  EXPECT_TRUE(parallel_for(
      0, kMax, 1, [&](int64_t begin, int64_t end) { covered += end - begin; }));
  EXPECT_EQ(covered, kMax);
}

}  // namespace
}  // namespace executorch::extension
