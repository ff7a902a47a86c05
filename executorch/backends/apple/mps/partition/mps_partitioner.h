#pragma once

#include <executorch/exir/backend/backend.h>

namespace executorch::backends::mps {

/// Compiles for Apple's MPS Graph: nodes become those of an MP00 payload
/// (operators/visitors.def has the operators). With `fp16` weights and
/// activations are half; inputs and outputs keep their dtypes.
class MPSPartitioner : public exir::Backend {
 public:
  explicit MPSPartitioner(bool fp16) : fp16_(fp16) {}

  std::string_view id() const override { return "MPSBackend"; }
  std::optional<std::string> reason_against(
      const exir::Node& node) const override;
  exir::Expected<exir::Delegate> preprocess(
      const exir::Region& region) const override;

 private:
  bool fp16_ = false;
};

}  // namespace executorch::backends::mps
