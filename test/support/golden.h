#pragma once

#include <string>
#include <vector>

#include "compare.h"
#include "inputs.h"

namespace rushlight::test {

/// Inputs and eager PyTorch's outputs of one model.
struct Golden {
  std::vector<InputValue> inputs;
  std::vector<ExpectedArray> outputs;
  /// From eager PyTorch in double, with the tolerance of a model that is
  /// computed in half: twice the error of eager half, or 1e-3 of the largest
  /// magnitude.
  std::vector<ExpectedArray> half_outputs;
};

/// Reads fixtures/zoo/<model>/golden.json.
Expected<Golden> read_golden(const std::string& model);

/// Names of the folders of fixtures/zoo, in alphabetical order.
std::vector<std::string> zoo_models();

}  // namespace rushlight::test
