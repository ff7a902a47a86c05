#pragma once

#include <executorch/devtools/etdump/etdump_flatcc.h>
#include <executorch/exir/backend/backend.h>
#include <executorch/exir/ir/diagnostic.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
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

/// A program opened from a `.pte` or a `.bpte`, or compiled in memory from a
/// `.pt2`.
class Session {
 public:
  /// An archive is compiled for `backend` (null: portable kernels). `data_path`
  /// is a `.ptd` file with the program's external data; empty for none.
  static Expected<std::unique_ptr<Session>> open(
      const std::string& path,
      const executorch::exir::Backend* backend = nullptr,
      const std::string& data_path = "");

  /// The bundled program that was opened, verified; null for other files.
  const void* bundle() const { return is_bundle_ ? bundle_->data() : nullptr; }

  /// Records what the methods do that are loaded from now on.
  void record() { tracer_ = std::make_unique<executorch::etdump::ETDumpGen>(); }
  /// The record as an ETDump; the next one is empty.
  std::string take_etdump();
  /// Writes the record as an ETDump file.
  Expected<void> write_etdump(const std::string& path);

  executorch::runtime::EventTracer* tracer() { return tracer_.get(); }
  /// The external data, or null.
  const executorch::runtime::NamedDataMap* data() const {
    return data_ ? &*data_ : nullptr;
  }

  /// Refuses a method that needs data which have not been given, by their name.
  Expected<void> check_data(const std::string& method) const;

  executorch::runtime::Program& program() { return *program_; }
  /// Names of the program's methods.
  std::vector<std::string> methods() const;
  /// Memory of the mutable buffers (memory id 2), which all methods share. A
  /// method that is loaded writes their initial values.
  Expected<executorch::runtime::Span<uint8_t>> state_memory();

 private:
  Session() = default;

  Expected<void> open_file(const std::string& path);
  Expected<void> open_data(const std::string& path);

  std::vector<std::byte> compiled_;
  std::optional<executorch::runtime::FreeableBuffer> bundle_;
  bool is_bundle_ = false;
  std::unique_ptr<executorch::runtime::DataLoader> loader_;
  std::string data_path_;
  std::unique_ptr<executorch::runtime::DataLoader> data_loader_;
  std::optional<executorch::extension::FlatTensorDataMap> data_;
  std::unique_ptr<executorch::etdump::ETDumpGen> tracer_;
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
