#pragma once

#include <executorch/exir/backend/backend.h>
#include <executorch/exir/ir/diagnostic.h>
#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rushlight {

using executorch::exir::Expected;

/// Registers the kernels and backends of this build with the runtime; call
/// once.
void register_runtime();

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

/// A program opened from a `.pte`, or compiled in memory from a `.pt2`.
class Session {
 public:
  /// An archive is compiled for `backend` (null: portable kernels).
  static Expected<std::unique_ptr<Session>> open(
      const std::string& path,
      const executorch::exir::Backend* backend = nullptr);

  executorch::runtime::Program& program() { return *program_; }
  /// Names of the program's methods.
  std::vector<std::string> methods() const;
  /// Memory of the mutable buffers (memory id 2), which all methods share. A
  /// method that is loaded writes their initial values.
  Expected<executorch::runtime::Span<uint8_t>> state_memory();

 private:
  Session() = default;

  std::vector<std::byte> compiled_;
  std::unique_ptr<executorch::runtime::DataLoader> loader_;
  std::optional<executorch::runtime::Program> program_;
  std::unique_ptr<void, FreeMemory> state_;
  size_t state_nbytes_ = 0;
};

/// A loaded method and the memory that it runs in.
class LoadedMethod {
 public:
  /// `name` empty: the only method, or `forward`.
  static Expected<std::unique_ptr<LoadedMethod>> load(Session& session,
                                                      const std::string& name);

  executorch::runtime::Method& method() { return *method_; }

 private:
  LoadedMethod() = default;

  std::vector<std::unique_ptr<void, FreeMemory>> planned_;
  std::vector<executorch::runtime::Span<uint8_t>> spans_;
  std::optional<executorch::runtime::HierarchicalAllocator> planned_memory_;
  executorch::extension::MallocMemoryAllocator method_allocator_;
  executorch::extension::MallocMemoryAllocator temp_allocator_;
  std::optional<executorch::runtime::MemoryManager> memory_manager_;
  std::optional<executorch::runtime::Method> method_;
};

/// `0x12 (InvalidArgument)` for messages.
std::string error_text(executorch::runtime::Error error);

}  // namespace rushlight
