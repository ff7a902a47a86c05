#include <executorch/backends/apple/mps/runtime/metal/MPSExecutor.h>
#include <executorch/backends/apple/mps/test/emulation/frameworks/emulation.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <vector>

/// How the executor deals with memory and with a GPU that fails.
namespace executorch::backends::mps {
namespace {

using engine::Error;
using engine::Executable;
using engine::Graph;
using engine::ScalarType;
using mps_emulation::buffer_counts;
using mps_emulation::faults;

/// y = x + x of whole pages.
class MPSExecutorTest : public testing::Test {
 protected:
  void SetUp() override {
    runtime::runtime_init();
    const auto x = *graph_.add_input({ScalarType::Float, {size_}});
    graph_.set_outputs(
        {*graph_.add(engine::Binary{engine::Binary::Kind::kAdd}, {x, x})});
  }
  void TearDown() override {
    faults() = {};
    executable_.reset();
    EXPECT_EQ(emulation_live_objects(), objects_);
  }

  Error compile() {
    auto executable = MPSExecutor::compile(graph_);
    if (executable.ok()) {
      executable_ = std::move(*executable);
    }
    return executable.error();
  }

  /// Runs on memory at `offset` floats from a page.
  Error run(int64_t offset) {
    float* x = pages_.get() + offset;
    float* y = pages_.get() + 2 * size_ + offset;
    for (int64_t i = 0; i < size_; ++i) {
      x[i] = static_cast<float>(i);
      y[i] = -1;
    }
    const void* inputs[] = {x};
    void* outputs[] = {y};
    const Error error = executable_->execute({inputs, 1}, {outputs, 1});
    for (int64_t i = 0; i < size_ && error == Error::Ok; ++i) {
      EXPECT_EQ(y[i], 2 * x[i]);
    }
    return error;
  }

  struct Free {
    void operator()(float* pages) const { std::free(pages); }
  };

  const long objects_ = emulation_live_objects();
  const int64_t size_ = sysconf(_SC_PAGESIZE) / 2;  // two pages
  std::unique_ptr<float, Free> pages_{static_cast<float*>(
      std::aligned_alloc(static_cast<size_t>(sysconf(_SC_PAGESIZE)),
                         static_cast<size_t>(size_) * 16))};
  Graph graph_;
  std::unique_ptr<Executable> executable_;
};

TEST_F(MPSExecutorTest, WholePagesAreShared) {
  ASSERT_EQ(compile(), Error::Ok);
  EXPECT_GT(emulation_live_objects(), objects_);
  const auto before = buffer_counts();
  EXPECT_EQ(run(0), Error::Ok);
  EXPECT_EQ(buffer_counts().shared - before.shared, 2);
  EXPECT_EQ(buffer_counts().copies, before.copies);
}

TEST_F(MPSExecutorTest, OtherMemoryIsCopiedToBuffersThatStay) {
  ASSERT_EQ(compile(), Error::Ok);
  const auto before = buffer_counts();
  EXPECT_EQ(run(1), Error::Ok);
  EXPECT_EQ(run(4), Error::Ok);
  EXPECT_EQ(buffer_counts().shared, before.shared);
  EXPECT_EQ(buffer_counts().copies - before.copies, 2);
}

TEST_F(MPSExecutorTest, MemoryThatTheDeviceDoesNotShareIsCopied) {
  ASSERT_EQ(compile(), Error::Ok);
  faults().refuses_shared_memory = true;
  EXPECT_EQ(run(0), Error::Ok);
}

TEST_F(MPSExecutorTest, NoDevice) {
  faults().has_no_device = true;
  EXPECT_FALSE(MPSExecutor::isAvailable());
  EXPECT_EQ(compile(), Error::NotFound);
}

TEST_F(MPSExecutorTest, NoQueue) {
  EXPECT_TRUE(MPSExecutor::isAvailable());
  faults().has_no_queue = true;
  EXPECT_EQ(compile(), Error::MemoryAllocationFailed);
}

TEST_F(MPSExecutorTest, NoMemory) {
  ASSERT_EQ(compile(), Error::Ok);
  faults().has_no_memory = true;
  EXPECT_EQ(run(0), Error::MemoryAllocationFailed);
  faults() = {};
  EXPECT_EQ(run(0), Error::Ok);
}

TEST_F(MPSExecutorTest, NoCommandBuffer) {
  ASSERT_EQ(compile(), Error::Ok);
  faults().has_no_command_buffer = true;
  EXPECT_EQ(run(0), Error::MemoryAllocationFailed);
}

TEST_F(MPSExecutorTest, CommandsThatFail) {
  ASSERT_EQ(compile(), Error::Ok);
  faults().fails_commands = true;
  EXPECT_EQ(run(0), Error::Internal);
  faults() = {};
  EXPECT_EQ(run(1), Error::Ok);
}

}  // namespace
}  // namespace executorch::backends::mps
