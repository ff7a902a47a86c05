#pragma once

#include <executorch/exir/import/weights.h>

#include <string_view>

namespace executorch::exir {

/// The tables that a graph's parameters, buffers and constants come from.
struct TensorTables {
  WeightTable weights;
  WeightTable constants;

  Expected<StoredTensor> load(std::string_view fqn) const {
    return weights.contains(fqn) ? weights.load(fqn) : constants.load(fqn);
  }
  bool contains(std::string_view fqn) const {
    return weights.contains(fqn) || constants.contains(fqn);
  }
  bool is_subclass(std::string_view fqn) const {
    return weights.is_subclass(fqn) || constants.is_subclass(fqn);
  }
};

}  // namespace executorch::exir
