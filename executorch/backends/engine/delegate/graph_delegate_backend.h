#pragma once

#include <executorch/backends/engine/delegate/delegate_options.h>
#include <executorch/backends/engine/delegate/graph_delegate.h>
#include <executorch/backends/engine/plan/workspaces.h>
#include <executorch/runtime/backend/interface.h>

#include <memory>
#include <utility>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// A payload that was read, and the function that builds its graph.
template <typename Payload>
class PayloadSource final : public GraphSource {
 public:
  using Build = Result<BuiltGraph> (*)(const Payload& payload,
                                       const std::vector<TensorType>& inputs);

  PayloadSource(Payload payload, Signature signature, Build build)
      : payload_(std::move(payload)),
        signature_(std::move(signature)),
        build_(build) {}

  const Signature& signature() const override { return signature_; }
  Result<BuiltGraph> build(
      const std::vector<TensorType>& inputs) const override {
    return build_(payload_, inputs);
  }

 private:
  Payload payload_;
  Signature signature_;
  Build build_;
};

/// What backends have in common whose delegates are graphs: init() reads the
/// payload and makes a handle of it.
class GraphDelegateBackend : public runtime::BackendInterface {
 public:
  Error execute(runtime::BackendExecutionContext& context,
                runtime::DelegateHandle* handle,
                runtime::Span<runtime::EValue*> args) const final;
  void destroy(runtime::DelegateHandle* handle) const final;

  Error set_option(
      runtime::BackendOptionContext& context,
      const runtime::Span<runtime::BackendOption>& options) override;
  Error get_option(runtime::BackendOptionContext& context,
                   runtime::Span<runtime::BackendOption>& options) override;

 protected:
  /// What init() gets.
  struct Init {
    const runtime::BackendInitContext& context;
    const runtime::FreeableBuffer& processed;
    runtime::ArrayRef<runtime::CompileSpec> compile_specs;
    /// Constants that the payload names, which lie elsewhere.
    std::vector<runtime::Span<const uint8_t>> named_constants;
  };

  /// @param[in] runtime Outlives the handle.
  Result<runtime::DelegateHandle*> make_handle(
      const Init& init, std::unique_ptr<GraphSource> source,
      const GraphRuntime& runtime) const;

 private:
  DelegateOptions options_;
  std::shared_ptr<Workspaces> workspaces_ = std::make_shared<Workspaces>();
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
