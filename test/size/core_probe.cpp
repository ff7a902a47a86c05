#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>
#include <executorch/runtime/platform/runtime.h>

/// The least application: a program in memory is loaded and run, with the
/// caller's memory and no kernels. What is linked is the core's size.
namespace {

using executorch::extension::BufferDataLoader;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::HierarchicalAllocator;
using executorch::runtime::MemoryAllocator;
using executorch::runtime::MemoryManager;
using executorch::runtime::Program;
using executorch::runtime::Span;

alignas(16) uint8_t program_memory[16];
alignas(16) uint8_t method_memory[16];
alignas(16) uint8_t planned_memory[16];

Error run() {
  BufferDataLoader loader(program_memory, sizeof(program_memory));
  auto program = Program::load(&loader);
  if (!program.ok()) {
    return program.error();
  }
  const auto name = program->get_method_name(0);
  Span<uint8_t> spans[] = {Span<uint8_t>(planned_memory)};
  HierarchicalAllocator planned(spans);
  MemoryAllocator allocator(sizeof(method_memory), method_memory);
  MemoryManager memory(&allocator, &planned);
  auto method = program->load_method(*name, &memory);
  if (!method.ok()) {
    return method.error();
  }
  Error error = method->set_input(EValue(1.0), 0);
  if (error == Error::Ok) {
    error = method->execute();
  }
  return error == Error::Ok && method->get_output(0).isNone() ? Error::Internal
                                                              : error;
}

}  // namespace

int main() {
  executorch::runtime::runtime_init();
  return static_cast<int>(run());
}
