// Loads a program, gives it ones, and prints what it gives. With delegates,
// packed weights are kept in app.packed.
#ifdef WITH_DELEGATES
#include <executorch/backends/xnnpack/runtime/XNNPACKBackend.h>
#endif
#include <executorch/extension/evalue_util/print_evalue.h>
#include <executorch/extension/module/module.h>
#include <executorch/extension/runner_util/inputs.h>
#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/backend/interface.h>

#include <iostream>

namespace {

bool keep_packed_weights() {
#ifdef WITH_DELEGATES
  using namespace executorch::backends::xnnpack;
  executorch::runtime::BackendOptions<1> options;
  return options.set_option(packed_cache_path_option_key, "app.packed") ==
             executorch::runtime::Error::Ok &&
         executorch::runtime::set_option(xnnpack_backend_key, options.view()) ==
             executorch::runtime::Error::Ok;
#else
  return true;
#endif
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !keep_packed_weights()) {
    return 2;
  }
  executorch::extension::Module module(argv[1]);
  if (module.load_forward() != executorch::runtime::Error::Ok) {
    return 1;
  }
  const auto meta = module.method_meta("forward");
  std::vector<executorch::extension::TensorPtr> tensors;
  std::vector<executorch::runtime::EValue> inputs;
  for (size_t i = 0; i < meta->num_inputs(); ++i) {
    const auto info = meta->input_tensor_meta(i);
    tensors.push_back(executorch::extension::ones(
        {info->sizes().begin(), info->sizes().end()}, info->scalar_type()));
    inputs.emplace_back(tensors.back());
  }
  const auto outputs = module.forward(inputs);
  if (!outputs.ok()) {
    return 1;
  }
  for (const auto& output : *outputs) {
    std::cout << output << "\n";
  }
  return 0;
}
