#include <executorch/extension/data_loader/file_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/runtime/core/hierarchical_allocator.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>

#include "case_zip.h"
#include "child_process.h"
#include "failing_memory.h"
#include "paths.h"
#include "program_run.h"

/// Loading and running when each allocation in turn fails: an error every time,
/// nothing leaked (the sanitizers look), and the program as good as before.
namespace rushlight::test {
namespace {

using executorch::extension::FileDataLoader;
using executorch::extension::FlatTensorDataMap;
using executorch::runtime::Error;
using executorch::runtime::HierarchicalAllocator;
using executorch::runtime::MemoryManager;
using executorch::runtime::MethodMeta;
using executorch::runtime::Program;
using executorch::runtime::Result;
using executorch::runtime::Span;

/// The planned buffers of a method.
class PlannedBuffers {
 public:
  explicit PlannedBuffers(const MethodMeta& meta) {
    for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
      buffers_.emplace_back(
          static_cast<size_t>(meta.memory_planned_buffer_size(i).get()));
      spans_.emplace_back(buffers_.back().data(), buffers_.back().size());
    }
    allocator_.emplace(Span<Span<uint8_t>>(spans_.data(), spans_.size()));
  }

  HierarchicalAllocator* allocator() { return &*allocator_; }

 private:
  std::vector<std::vector<uint8_t>> buffers_;
  std::vector<Span<uint8_t>> spans_;
  std::optional<HierarchicalAllocator> allocator_;
};

/// A case of fixtures, and how its archive is compiled.
struct Form {
  const char* zip;
  const char* name;
  std::vector<std::string> options;
  bool is_external = false;
};

class AllocationFailure : public testing::TestWithParam<Form> {
 protected:
  void SetUp() override {
    auto zip = open_case(fixture(GetParam().zip));
    ASSERT_EQ(error_of(zip), "");
    case_ = *std::move(zip);
    std::vector<std::string> args{"compile", case_.archives.at("forward"), "-o",
                                  program_};
    args.insert(args.end(), GetParam().options.begin(),
                GetParam().options.end());
    if (GetParam().is_external) {
      args.insert(args.end(), {"--external-weights", data_});
    }
    const CommandResult compiled = rushlight(args);
    ASSERT_EQ(compiled.status, 0) << compiled.err;
    // Registers kernels and backends.
    const auto session = open_session(program_);
    ASSERT_EQ(error_of(session), "");
    auto inputs = read_input_folder(case_.calls[0].folder, 0);
    ASSERT_EQ(error_of(inputs), "");
    inputs_ = *std::move(inputs);
    file_.emplace(FileDataLoader::from(program_.c_str()));
    ASSERT_EQ(file_->error(), Error::Ok);
    if (GetParam().is_external) {
      data_file_.emplace(FileDataLoader::from(data_.c_str()));
      ASSERT_EQ(data_file_->error(), Error::Ok);
    }
  }

  /// Loads and runs all; the error of what fails first.
  Error run() {
    std::optional<FailingLoader> data_loader;
    std::optional<Result<FlatTensorDataMap>> map;
    if (data_file_) {
      data_loader.emplace(data_file_->get(), loads_);
      map.emplace(FlatTensorDataMap::load(&*data_loader));
      if (!map->ok()) {
        return map->error();
      }
    }
    FailingLoader loader(file_->get(), loads_);
    auto program =
        Program::load(&loader, Program::Verification::InternalConsistency);
    if (!program.ok()) {
      return program.error();
    }
    const auto meta = program->method_meta("forward");
    PlannedBuffers planned(*meta);
    FailingAllocator method_allocator(method_allocations_);
    FailingAllocator temp_allocator(temp_allocations_);
    MemoryManager memory(&method_allocator, planned.allocator(),
                         &temp_allocator);
    auto method = program->load_method("forward", &memory, nullptr,
                                       map ? &map->get() : nullptr);
    if (!method.ok()) {
      return method.error();
    }
    EXPECT_EQ(error_of(set_inputs(*method, inputs_)), "");
    const Error error = method->execute();
    if (error == Error::Ok) {
      check_output(*method);
    }
    return error;
  }

  void check_output(executorch::runtime::Method& method) {
    const auto expected = read_npy(case_.calls[0].folder + "/out_0.npy");
    ASSERT_EQ(error_of(expected), "");
    const auto output = method.get_output(0).toTensor();
    NpyArray found{output.scalar_type(), expected->shape, {}};
    const auto* bytes = static_cast<const std::byte*>(output.const_data_ptr());
    found.bytes.assign(bytes, bytes + output.nbytes());
    EXPECT_EQ(difference(found, expected_array(*expected)), "");
  }

  /// Makes each call in turn fail; returns how many there are.
  size_t fail_each(FailureCounter& counter) {
    for (size_t number = 0;; ++number) {
      counter.fail_at(number);
      const Error error = run();
      if (!counter.has_failed()) {
        EXPECT_EQ(error, Error::Ok);
        return number;
      }
      // Whatever a data map lacks is that for a method, as in ExecuTorch.
      EXPECT_TRUE(
          error == Error::MemoryAllocationFailed ||
          (GetParam().is_external && error == Error::InvalidExternalData))
          << "call " << number << ": " << executorch::runtime::to_string(error);
      counter.fail_never();
      EXPECT_EQ(run(), Error::Ok) << "after a failure of call " << number;
    }
  }

  const ScratchFolder folder_;
  std::string program_ = folder_ / "model.pte";
  std::string data_ = folder_ / "model.ptd";
  CaseZip case_;
  std::vector<InputValue> inputs_;
  std::optional<Result<FileDataLoader>> file_;
  std::optional<Result<FileDataLoader>> data_file_;
  FailureCounter loads_;
  FailureCounter method_allocations_;
  FailureCounter temp_allocations_;
};

TEST_P(AllocationFailure, OfTheMethodsMemoryIsAnError) {
  EXPECT_GT(fail_each(method_allocations_), 3u);
}

TEST_P(AllocationFailure, OfTemporaryMemoryIsAnError) {
  fail_each(temp_allocations_);
}

TEST_P(AllocationFailure, OfALoaderIsAnError) {
  EXPECT_GT(fail_each(loads_), 1u);
}

TEST_P(AllocationFailure, OfPlannedMemoryIsAnError) {
  FailingLoader loader(file_->get(), loads_);
  auto program = Program::load(&loader);
  ASSERT_TRUE(program.ok());
  FailingAllocator method_allocator(method_allocations_);
  HierarchicalAllocator nothing({});
  MemoryManager memory(&method_allocator, &nothing);
  EXPECT_FALSE(program->load_method("forward", &memory).ok());
  MemoryManager none(&method_allocator, nullptr);
  EXPECT_FALSE(program->load_method("forward", &none).ok());
}

const std::vector<std::string> kPortable{"--backend", "portable"};

INSTANTIATE_TEST_SUITE_P(
    Forms, AllocationFailure,
    testing::Values(
        Form{"pt2_versions/convnet.torch-2.9.1.zip", "portable", kPortable},
        Form{"pt2_versions/convnet.torch-2.9.1.zip", "external", kPortable,
             true},
        Form{"pt2_versions/convnet.torch-2.9.1.zip",
             "xnnpack",
             {"--backend", "xnnpack"}},
        Form{"pt2_versions/convnet.torch-2.9.1.zip",
             "xnnpack_external",
             {"--backend", "xnnpack"},
             true},
        Form{"pt2_versions/convnet.torch-2.9.1.zip",
             "mps",
             {"--backend", "mps"}},
        Form{"pt2_versions/mlp_dynamic.torch-2.9.1.zip", "dynamic", kPortable},
        Form{"pt2_versions/llama_kv.torch-2.9.1.zip", "state", kPortable},
        Form{"field/C10_while_loop.zip", "loop", kPortable},
        Form{"quantized/linear.int8_dynamic.zip", "quantized", kPortable}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace rushlight::test
