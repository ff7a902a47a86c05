#include <executorch/backends/xnnpack/partition/xnnpack_partitioner.h>
#include <gtest/gtest.h>

#include "delegate_checks.h"
#include "golden.h"

namespace rushlight::test {
namespace {

using executorch::backends::xnnpack::XnnpackPartitioner;

struct Precision {
  std::string name;
  bool fp16 = false;
};

/// Every model in both precisions, by the XNNPACK delegate on the CPU engine.
class XnnpackZooModel
    : public testing::TestWithParam<std::tuple<std::string, Precision>> {
 protected:
  const std::string& model() const { return std::get<0>(GetParam()); }
  bool fp16() const { return std::get<1>(GetParam()).fp16; }

  XnnpackPartitioner partitioner_{std::get<1>(GetParam()).fp16};
};

TEST_P(XnnpackZooModel, AgreesWithEagerPyTorch) {
  expect_eager_answers(model(), partitioner_, fp16());
}

TEST_P(XnnpackZooModel, DelegatesItsMultiplyAdds) {
  expect_multiply_adds_delegated(model(), partitioner_);
}

INSTANTIATE_TEST_SUITE_P(
    Golden, XnnpackZooModel,
    testing::Combine(testing::ValuesIn(zoo_models()),
                     testing::Values(Precision{"fp32", false},
                                     Precision{"fp16", true})),
    [](const auto& test) {
      return std::get<0>(test.param) + "_" + std::get<1>(test.param).name;
    });

}  // namespace
}  // namespace rushlight::test
