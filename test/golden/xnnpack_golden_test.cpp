#include <executorch/backends/xnnpack/partition/xnnpack_partitioner.h>
#include <gtest/gtest.h>

#include "delegate_checks.h"

/// The zoo by the XNNPACK delegate, on the CPU engine.
namespace rushlight::test {
namespace {

using executorch::backends::xnnpack::XnnpackPartitioner;

class XnnpackZooModel : public testing::TestWithParam<DelegatedModel> {};

TEST_P(XnnpackZooModel, AgreesWithEagerPyTorch) {
  const auto& [model, precision] = GetParam();
  expect_eager_answers(model, XnnpackPartitioner(precision.fp16),
                       precision.fp16);
}

TEST_P(XnnpackZooModel, DelegatesItsMultiplyAdds) {
  const auto& [model, precision] = GetParam();
  expect_multiply_adds_delegated(model, XnnpackPartitioner(precision.fp16));
}

INSTANTIATE_TEST_SUITE_P(Golden, XnnpackZooModel, delegated_models(),
                         delegated_model_name);

}  // namespace
}  // namespace rushlight::test
