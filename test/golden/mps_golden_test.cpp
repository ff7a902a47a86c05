#include <executorch/backends/apple/mps/partition/mps_partitioner.h>
#include <executorch/exir/backend/work.h>
#include <executorch/exir/exir.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden.h"
#include "materialize.h"
#include "paths.h"
#include "program_run.h"

namespace rushlight::test {
namespace {

using executorch::backends::mps::MPSPartitioner;
using executorch::exir::Delegate;

struct Precision {
  std::string name;
  bool fp16 = false;
};

/// Every model in both precisions, by the MPS delegate on the CPU engine.
class MPSZooModel
    : public testing::TestWithParam<std::tuple<std::string, Precision>> {
 protected:
  const std::string& model() const { return std::get<0>(GetParam()); }
  bool fp16() const { return std::get<1>(GetParam()).fp16; }

  MPSPartitioner partitioner_{std::get<1>(GetParam()).fp16};
  ScratchFolder folder_;
};

TEST_P(MPSZooModel, AgreesWithEagerPyTorch) {
  const auto archive = zoo_archive(model());
  ASSERT_EQ(error_of(archive), "");
  ASSERT_EQ(
      error_of(compile_file(*archive, folder_ / "model.pte", &partitioner_)),
      "");
  auto golden = read_golden(model());
  ASSERT_EQ(error_of(golden), "");
  const auto session = open_session(folder_ / "model.pte");
  ASSERT_EQ(error_of(session), "");
  const auto method = LoadedMethod::load(**session, "");
  ASSERT_EQ(error_of(method), "");
  const auto outputs = run_method(**method, golden->inputs);
  ASSERT_EQ(error_of(outputs), "");
  const auto& expected = fp16() ? golden->half_outputs : golden->outputs;
  ASSERT_EQ(outputs->size(), expected.size());
  for (size_t i = 0; i < outputs->size(); ++i) {
    EXPECT_EQ(difference((*outputs)[i], expected[i]), "") << "output " << i;
  }
}

TEST_P(MPSZooModel, DelegatesItsMultiplyAdds) {
  const auto archive = zoo_archive(model());
  ASSERT_EQ(error_of(archive), "");
  auto program = executorch::exir::import_pt2(*archive);
  ASSERT_EQ(error_of(program), "");
  executorch::exir::LowerOptions options;
  options.backend = &partitioner_;
  ASSERT_EQ(error_of(executorch::exir::lower(*program, options)), "");
  int64_t left = 0;
  for (const auto& node : program->graph->nodes()) {
    left += executorch::exir::multiply_adds(*node);
  }
  int64_t delegated = 0;
  for (const Delegate& delegate : program->graph->delegates()) {
    delegated += delegate.multiply_adds;
  }
  EXPECT_LE(left * 99, delegated);
}

INSTANTIATE_TEST_SUITE_P(
    Golden, MPSZooModel,
    testing::Combine(testing::ValuesIn(zoo_models()),
                     testing::Values(Precision{"fp32", false},
                                     Precision{"fp16", true})),
    [](const auto& test) {
      return std::get<0>(test.param) + "_" + std::get<1>(test.param).name;
    });

}  // namespace
}  // namespace rushlight::test
