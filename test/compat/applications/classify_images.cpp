#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>

#include <algorithm>

#include "applications.h"

using namespace ::executorch::extension;

namespace applications {

std::vector<int> classify_images(const std::string& program_path,
                                 const std::vector<float>& images) {
  Module module(program_path, Module::LoadMode::Mmap);
  const auto names = module.method_names();
  if (!names.ok() || names->count("forward") == 0) {
    return {};
  }
  const auto count = static_cast<int32_t>(images.size() / 64);
  auto input = make_tensor_ptr({count, 1, 8, 8}, images);
  const auto result = module.forward(input);
  if (!result.ok()) {
    return {};
  }
  const auto scores = result->at(0).toTensor();
  const float* row = scores.const_data_ptr<float>();
  std::vector<int> classes;
  for (int32_t i = 0; i < count; ++i, row += scores.size(1)) {
    classes.push_back(
        static_cast<int>(std::max_element(row, row + scores.size(1)) - row));
  }
  return classes;
}

}  // namespace applications
