#pragma once

#include <executorch/exir/backend/backend.h>

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "golden.h"

namespace rushlight::test {

struct Precision {
  std::string name;
  bool fp16 = false;
};

/// A model of the zoo, and the precision in which a delegate computes it.
using DelegatedModel = std::tuple<std::string, Precision>;

/// All models in both precisions.
inline auto delegated_models() {
  return testing::Combine(
      testing::ValuesIn(zoo_models()),
      testing::Values(Precision{"fp32", false}, Precision{"fp16", true}));
}

inline std::string delegated_model_name(
    const testing::TestParamInfo<DelegatedModel>& test) {
  return std::get<0>(test.param) + "_" + std::get<1>(test.param).name;
}

/// Compiles a zoo model for a backend and compares its answers with
/// golden.json; those of half where `fp16`.
void expect_eager_answers(const std::string& model,
                          const executorch::exir::Backend& backend, bool fp16);

/// Of the model's multiply-adds all but one in a hundred are the backend's.
void expect_multiply_adds_delegated(const std::string& model,
                                    const executorch::exir::Backend& backend);

}  // namespace rushlight::test
