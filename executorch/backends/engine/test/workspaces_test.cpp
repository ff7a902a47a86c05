#include <executorch/backends/engine/executable.h>
#include <executorch/backends/engine/plan/workspaces.h>
#include <executorch/backends/engine/test/run_graph.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "allocation_counter.h"

namespace executorch::backends::engine::testing {
namespace {

/// Softmax of a product: intermediate results of 2 n² floats.
class Runner {
 public:
  Runner(int64_t n, std::shared_ptr<Workspaces> workspaces)
      : x_(random(ScalarType::Float, {n, n}, -1, 1, static_cast<uint32_t>(n))) {
    const ValueId x = *graph_.add_input(x_.type);
    ValueId y = *graph_.add(MatMul{}, {x, x});
    y = *graph_.add(Softmax{1}, {y});
    graph_.set_outputs({*graph_.add(MatMul{}, {y, x})});
    expected_ = run_graph(graph_, {x_})[0].floats();
    y_.resize(expected_.size());
    auto compiled = Executable::compile(graph_, {{}, std::move(workspaces)});
    executable_ = std::move(*compiled);
  }

  Error run() {
    const void* inputs[] = {x_.bytes.data()};
    void* outputs[] = {y_.data()};
    return executable_->execute({inputs, size_t{1}}, {outputs, size_t{1}});
  }
  bool is_right() const { return y_ == expected_; }
  size_t arena_nbytes() const { return executable_->arena_nbytes(); }

 private:
  Graph graph_;
  TestTensor x_;
  std::vector<float> expected_;
  std::vector<float> y_;
  std::unique_ptr<Executable> executable_;
};

TEST(WorkspacesTest, ThoseThatTakeTurnsShareOneBuffer) {
  const auto workspaces = std::make_shared<Workspaces>();
  Runner small(20, workspaces);
  Runner large(50, workspaces);
  Runner middle(30, workspaces);
  EXPECT_LT(small.arena_nbytes(), large.arena_nbytes());
  std::vector<const void*> buffers;
  buffers.reserve(3);
  const size_t before = rushlight::test::heap_use().allocations;
  for (Runner* runner : {&small, &large, &middle}) {
    EXPECT_EQ(runner->run(), Error::Ok);
    EXPECT_TRUE(runner->is_right());
    const auto lease = workspaces->take(runner->arena_nbytes());
    buffers.push_back(lease->data());
  }
  EXPECT_EQ(rushlight::test::heap_use().allocations, before);
  EXPECT_EQ(buffers[0], buffers[1]);
  EXPECT_EQ(buffers[0], buffers[2]);
}

TEST(WorkspacesTest, ThoseThatRunAtATimeHaveOneEach) {
  const auto workspaces = std::make_shared<Workspaces>();
  std::vector<std::unique_ptr<Runner>> runners;
  for (const int64_t n : {20, 30, 40, 50}) {
    runners.push_back(std::make_unique<Runner>(n, workspaces));
  }
  std::vector<std::thread> threads;
  for (const auto& runner : runners) {
    threads.emplace_back([&runner] {
      for (int i = 0; i < 200; ++i) {
        EXPECT_EQ(runner->run(), Error::Ok);
        EXPECT_TRUE(runner->is_right());
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

/// A small user does not take the buffer that a large one needs.
TEST(WorkspacesTest, TheSmallestThatFitsIsTaken) {
  Workspaces workspaces;
  EXPECT_EQ(workspaces.add_user(1000), Error::Ok);
  EXPECT_EQ(workspaces.add_user(100), Error::Ok);
  const void* large = nullptr;
  {
    const auto first = workspaces.take(1000);
    const auto second = workspaces.take(100);
    large = first->data();
    EXPECT_NE(second->data(), large);
  }
  const size_t before = rushlight::test::heap_use().allocations;
  const auto second = workspaces.take(100);
  const auto first = workspaces.take(1000);
  EXPECT_EQ(first->data(), large);
  EXPECT_EQ(rushlight::test::heap_use().allocations, before);
}

TEST(WorkspacesTest, ItsUsersMayGoInAnyOrder) {
  const auto workspaces = std::make_shared<Workspaces>();
  auto large = std::make_unique<Runner>(50, workspaces);
  Runner small(20, workspaces);
  large.reset();
  EXPECT_EQ(small.run(), Error::Ok);
  EXPECT_TRUE(small.is_right());
  Runner again(60, workspaces);
  EXPECT_EQ(again.run(), Error::Ok);
  EXPECT_TRUE(again.is_right());
}

TEST(WorkspacesTest, WithoutMemoryThereIsNoUser) {
  Workspaces workspaces;
  EXPECT_EQ(workspaces.add_user(100), Error::Ok);
  EXPECT_EQ(workspaces.add_user(SIZE_MAX / 2), Error::MemoryAllocationFailed);
  EXPECT_EQ(workspaces.add_user(200), Error::Ok);
  EXPECT_TRUE(workspaces.take(200).ok());
}

}  // namespace
}  // namespace executorch::backends::engine::testing
