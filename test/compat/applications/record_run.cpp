#include <executorch/devtools/etdump/etdump_flatcc.h>
#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>

#include <cstdlib>
#include <memory>

#include "applications.h"

namespace applications {

std::vector<uint8_t> record_run(const std::string& program_path,
                                const std::vector<float>& image) {
  using executorch::etdump::ETDumpGen;
  executorch::extension::Module module(
      program_path, executorch::extension::Module::LoadMode::File,
      std::make_unique<ETDumpGen>());
  const auto input =
      executorch::extension::make_tensor_ptr({1, 1, 8, 8}, image);
  if (!module.forward(input).ok()) {
    return {};
  }
  auto* tracer = static_cast<ETDumpGen*>(module.event_tracer());
  const auto result = tracer->get_etdump_data();
  if (result.buf == nullptr) {
    return {};
  }
  const auto* bytes = static_cast<const uint8_t*>(result.buf);
  std::vector<uint8_t> record(bytes, bytes + result.size);
  std::free(result.buf);
  return record;
}

}  // namespace applications
