#include <executorch/extension/module/kept_backend_options.h>

namespace executorch {
namespace extension {
namespace module {
namespace internal {

using runtime::LoadBackendOptionsMap;
using runtime::Result;
using runtime::Span;

Result<KeptBackendOptions> KeptBackendOptions::copy(
    const LoadBackendOptionsMap& given) {
  KeptBackendOptions kept;
  for (size_t backend = 0; backend < given.size(); ++backend) {
    const Span<const runtime::BackendOption> options =
        given.entry_at(backend).options;
    kept.options_.emplace_back(options.begin(), options.end());
  }
  for (size_t backend = 0; backend < given.size(); ++backend) {
    auto& own = kept.options_[backend];
    ET_CHECK_OK_OR_RETURN_ERROR(kept.map_.set_options(
        given.entry_at(backend).backend_id, {own.data(), own.size()}));
  }
  return kept;
}

}  // namespace internal
}  // namespace module
}  // namespace extension
}  // namespace executorch
