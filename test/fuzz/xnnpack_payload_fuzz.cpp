#include <executorch/backends/xnnpack/runtime/graph/build_graph.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz_target.h"
#include "run_graph.h"

namespace {

using executorch::backends::xnnpack::Payload;
using executorch::runtime::Error;
using executorch::runtime::FreeableBuffer;
using executorch::runtime::NamedDataMap;
using executorch::runtime::Result;

/// Zeros by any name.
class Zeros final : public NamedDataMap {
 public:
  Result<const executorch::runtime::TensorLayout> get_tensor_layout(
      std::string_view) const override {
    return Error::NotFound;
  }
  Result<FreeableBuffer> get_data(std::string_view) const override {
    return FreeableBuffer(zeros_.data(), zeros_.size(), nullptr);
  }
  Error load_data_into(std::string_view, void*, size_t) const override {
    return Error::NotFound;
  }
  Result<uint32_t> get_num_keys() const override { return 0u; }
  Result<const char*> get_key(uint32_t) const override {
    return Error::InvalidArgument;
  }

 private:
  std::vector<std::byte> zeros_ = std::vector<std::byte>(1 << 16);
};

}  // namespace

/// A payload of the XNNPACK delegate: read, checked, built, and run if it is
/// small.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  executorch::runtime::runtime_init();
  static const Zeros zeros;
  const auto payload = Payload::parse(data, size, &zeros);
  if (!payload.ok()) {
    return 0;
  }
  const auto signature = executorch::backends::xnnpack::signature_of(*payload);
  if (!signature.ok()) {
    return 0;
  }
  const auto built =
      executorch::backends::xnnpack::build_graph(*payload, signature->inputs);
  if (built.ok()) {
    run_if_small(built->graph);
  }
  return 0;
}
