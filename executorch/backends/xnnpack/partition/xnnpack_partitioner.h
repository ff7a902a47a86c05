#pragma once

#include <executorch/exir/backend/backend.h>

namespace executorch::backends::xnnpack {

/// Compiles for XNNPACK: nodes become those of a payload that ExecuTorch's
/// XNNPACK delegate runs (operators/visitors.def has the operators). With
/// `fp16` weights and activations are half; inputs and outputs keep their
/// dtypes. `constants` is where filters and biases are.
class XnnpackPartitioner : public exir::Backend {
 public:
  explicit XnnpackPartitioner(bool fp16, exir::PayloadConstants constants =
                                             exir::PayloadConstants::kInside)
      : fp16_(fp16), constants_(constants) {}

  std::string_view id() const override { return "XnnpackBackend"; }
  std::optional<std::string> reason_against(
      const exir::Node& node) const override;
  bool takes_quantized_weights() const override { return true; }
  exir::PayloadConstants payload_constants() const override {
    return constants_;
  }
  exir::Expected<exir::Delegate> preprocess(
      const exir::Region& region) const override;

 private:
  bool fp16_ = false;
  exir::PayloadConstants constants_ = exir::PayloadConstants::kInside;
};

}  // namespace executorch::backends::xnnpack
