#include <executorch/backends/apple/mps/partition/mps_partitioner.h>
#include <gtest/gtest.h>

#include "delegate_checks.h"

/// The zoo by the MPS delegate, on the CPU engine.
namespace rushlight::test {
namespace {

using executorch::backends::mps::MPSPartitioner;

class MPSZooModel : public testing::TestWithParam<DelegatedModel> {};

TEST_P(MPSZooModel, AgreesWithEagerPyTorch) {
  const auto& [model, precision] = GetParam();
  expect_eager_answers(model, MPSPartitioner(precision.fp16), precision.fp16);
}

TEST_P(MPSZooModel, DelegatesItsMultiplyAdds) {
  const auto& [model, precision] = GetParam();
  expect_multiply_adds_delegated(model, MPSPartitioner(precision.fp16));
}

INSTANTIATE_TEST_SUITE_P(Golden, MPSZooModel, delegated_models(),
                         delegated_model_name);

}  // namespace
}  // namespace rushlight::test
