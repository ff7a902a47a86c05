#include <executorch/extension/data_loader/mmap_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <latch>
#include <thread>

#include "digits.h"

/// What the public headers allow several threads to do at once; the preset
/// `tsan` looks for races in it.
namespace rushlight::test {
namespace {

using executorch::extension::FlatTensorDataMap;
using executorch::extension::MmapDataLoader;
using executorch::extension::Module;
using executorch::runtime::Error;
using executorch::runtime::NamedDataMap;
using executorch::runtime::Program;
using executorch::runtime::Result;

constexpr size_t kThreads = 4;
constexpr size_t kRounds = 6;

/// Runs `work` on threads that start together.
void run_at_once(const std::function<void(size_t)>& work) {
  std::latch start(kThreads);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      work(i);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

/// A batch that differs from thread to thread and from round to round.
std::string classify_some(DigitsMethod& method, size_t thread, size_t round) {
  return method.classify(thread * 37 + round, 1 + (thread + round) % 5);
}

class Concurrency : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    register_digits_runtime();
    Digits::get();
    loader_.emplace(MmapDataLoader::from(program_path(GetParam()).c_str()));
    ASSERT_EQ(loader_->error(), Error::Ok);
    data_loader_.emplace(
        MmapDataLoader::from(program_path("external.ptd").c_str()));
    ASSERT_EQ(data_loader_->error(), Error::Ok);
    map_.emplace(FlatTensorDataMap::load(&data_loader_->get()));
    ASSERT_EQ(map_->error(), Error::Ok);
  }

  Result<Program> load() { return Program::load(&loader_->get()); }
  const NamedDataMap* data() const { return &map_->get(); }

 private:
  std::optional<Result<MmapDataLoader>> loader_;
  std::optional<Result<MmapDataLoader>> data_loader_;
  std::optional<Result<FlatTensorDataMap>> map_;
};

TEST_P(Concurrency, MethodsOfOneProgramAreLoadedAndRunAtOnce) {
  auto program = load();
  ASSERT_EQ(program.error(), Error::Ok);
  run_at_once([&](size_t thread) {
    for (size_t load = 0; load < 2; ++load) {
      DigitsMethod method(*program, data());
      ASSERT_EQ(method.error(), Error::Ok);
      for (size_t round = 0; round < kRounds; ++round) {
        EXPECT_EQ(classify_some(method, thread, round), "");
      }
    }
  });
}

TEST_P(Concurrency, ProgramsAreLoadedAtOnceFromOneLoader) {
  run_at_once([&](size_t thread) {
    auto program = load();
    ASSERT_EQ(program.error(), Error::Ok);
    DigitsMethod method(*program, data());
    ASSERT_EQ(method.error(), Error::Ok);
    EXPECT_EQ(classify_some(method, thread, 0), "");
  });
}

TEST_P(Concurrency, RegistriesAreReadWhileMethodsRun) {
  auto program = load();
  ASSERT_EQ(program.error(), Error::Ok);
  std::atomic<bool> done{false};
  std::thread reader([&] {
    while (!done) {
      EXPECT_NE(executorch::runtime::get_backend_class("MPSBackend"), nullptr);
      EXPECT_EQ(executorch::runtime::get_backend_class("none"), nullptr);
      EXPECT_FALSE(executorch::runtime::registry_has_op_function("none"));
      EXPECT_FALSE(executorch::runtime::get_registered_kernels().empty());
      EXPECT_TRUE(program->method_meta("forward").ok());
    }
  });
  run_at_once([&](size_t thread) {
    DigitsMethod method(*program, data());
    ASSERT_EQ(method.error(), Error::Ok);
    for (size_t round = 0; round < kRounds; ++round) {
      EXPECT_EQ(classify_some(method, thread, round), "");
    }
  });
  done = true;
  reader.join();
}

TEST_P(Concurrency, ModulesShareAProgram) {
  using executorch::extension::from_blob;
  Module first(program_path(GetParam()), program_path("external.ptd"));
  ASSERT_EQ(first.load(), Error::Ok);
  run_at_once([&](size_t thread) {
    auto loader = MmapDataLoader::from(program_path("external.ptd").c_str());
    ASSERT_TRUE(loader.ok());
    Module module(first.program(), nullptr, nullptr, nullptr,
                  std::make_unique<MmapDataLoader>(std::move(*loader)));
    auto image = Digits::get().images;
    const auto outputs = module.forward(
        from_blob(&image[thread * Digits::kPixels], {1, 1, 8, 8}));
    ASSERT_EQ(outputs.error(), Error::Ok);
    EXPECT_EQ(difference_of_logits(
                  outputs->at(0).toTensor().const_data_ptr<float>(), thread, 1),
              "");
  });
}

INSTANTIATE_TEST_SUITE_P(Programs, Concurrency,
                         testing::Values("portable.pte", "mps.pte",
                                         "external.pte"),
                         [](const auto& test) {
                           const std::string name = test.param;
                           return name.substr(0, name.find('.'));
                         });

/// The first messages of a process, which initialise the platform.
TEST(ConcurrentErrors, AreReportedAtOnce) {
  run_at_once([](size_t) {
    EXPECT_EQ(MmapDataLoader::from("/no/such/file").error(),
              Error::AccessFailed);
    auto loader = MmapDataLoader::from(program_path("external.ptd").c_str());
    ASSERT_TRUE(loader.ok());
    EXPECT_EQ(Program::load(&*loader).error(), Error::InvalidProgram);
  });
}

}  // namespace
}  // namespace rushlight::test
