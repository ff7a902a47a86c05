#pragma once

#include <executorch/extension/module/kept_backend_options.h>
#include <executorch/extension/module/planned_memory.h>
#include <executorch/runtime/backend/backend_options_map.h>
#include <executorch/runtime/backend/options.h>
#include <executorch/runtime/executor/program.h>

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

/// For sources that ask for the namespace by this name.
#define ET_MODULE_NAMESPACE module

namespace executorch {
namespace extension {

using runtime::Kernel;
using runtime::LoadBackendOptionsMap;
using runtime::Method;
using runtime::MethodMeta;
using runtime::NamedDataMap;
using runtime::Program;

class ExecuTorchJni;

namespace module {

/// A program with all it needs to run. Program and methods are loaded when they
/// are first used; the functions that use them return what loading them
/// returns. Not thread-safe; modules that share a program are independent.
class Module {
 public:
  /// How files are read.
  enum class LoadMode {
    /// Into memory.
    File,
    /// Mapped; pages are read when they are used.
    Mmap,
    /// Mapped and locked in memory; loading fails where that is not allowed.
    MmapUseMlock,
    /// The same, without locking where it is not allowed.
    MmapUseMlockIgnoreErrors,
    /// Mapped and read ahead.
    MmapUseMadvise,
  };

  /// Common to the constructors, which load nothing yet:
  ///
  /// @param[in] file_path A .pte file.
  /// @param[in] load_mode How it and the data files are read.
  /// @param[in] event_tracer Told what all methods do; nullptr for none.
  /// @param[in] memory_allocator Memory of the methods; the heap with nullptr.
  /// @param[in] temp_allocator Their temporary memory; the heap with nullptr.
  /// @param[in] share_memory_arenas Whether the methods use the same planned
  ///     memory: less of it, and what they keep in mutable buffers they share.
  ///     The outputs of one then do not survive the execution of another.
  explicit Module(
      const std::string& file_path, LoadMode load_mode = LoadMode::File,
      std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
      std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
      std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
      bool share_memory_arenas = false);

  /// @param[in] data_map_path A .ptd file with the program's external data;
  ///     empty for none.
  explicit Module(
      const std::string& file_path, const std::string& data_map_path,
      LoadMode load_mode = LoadMode::File,
      std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
      std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
      std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
      bool share_memory_arenas = false);

  /// @param[in] data_files Several .ptd files; no two have the same key.
  explicit Module(
      const std::string& file_path, std::vector<std::string> data_files,
      LoadMode load_mode = LoadMode::File,
      std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
      std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
      std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
      bool share_memory_arenas = false);

  /// @param[in] data_loader Reads the program.
  /// @param[in] data_map_loader Reads a .ptd file; nullptr for none.
  explicit Module(
      std::unique_ptr<runtime::DataLoader> data_loader,
      std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
      std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
      std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
      std::unique_ptr<runtime::DataLoader> data_map_loader = nullptr,
      bool share_memory_arenas = false);

  /// @param[in] program The program of another module.
  explicit Module(
      std::shared_ptr<Program> program,
      std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
      std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
      std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
      std::unique_ptr<runtime::DataLoader> data_map_loader = nullptr,
      bool share_memory_arenas = false);

  virtual ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  Module(Module&&) = delete;
  Module& operator=(Module&&) = delete;

  /// Loads the program and the data files, unless that is done.
  ///
  /// @retval Error::AccessFailed A file cannot be read.
  /// @retval Error::InvalidProgram, Error::InvalidExternalData A file is
  ///     damaged or of another kind.
  /// @retval Error::InvalidArgument Two data files have the same key.
  ET_NODISCARD virtual runtime::Error load(
      const Program::Verification verification =
          Program::Verification::Minimal);

  /// The same; keeps a copy of options for the methods' backends. If it fails,
  /// the options are those of before.
  ET_NODISCARD virtual runtime::Error load(
      const LoadBackendOptionsMap& backend_options,
      const Program::Verification verification =
          Program::Verification::Minimal);

  /// The options that load() has kept; valid until the next load().
  const LoadBackendOptionsMap& backend_options() const {
    return backend_options_.map();
  }

  virtual bool is_loaded() const { return program_ != nullptr; }

  /// The program, or nullptr. It keeps what it was read from.
  std::shared_ptr<Program> program() const { return program_; }

  runtime::Result<size_t> num_methods();
  runtime::Result<std::unordered_set<std::string>> method_names();

  /// Loads a method, unless that is done.
  ///
  /// @param[in] planned_memory Memory of the caller for its planned tensors,
  ///     which must outlive the method; the module's own with nullptr.
  /// @param[in] event_tracer Instead of the module's; must outlive the method.
  /// @param[in] backend_options Instead of those that load() has kept.
  /// @param[in] kernel_registry Kernels for this method, looked at before the
  ///     registered ones.
  /// Otherwise what Program::load_method() returns.
  ET_NODISCARD runtime::Error load_method(
      const std::string& method_name,
      runtime::HierarchicalAllocator* planned_memory = nullptr,
      runtime::EventTracer* event_tracer = nullptr,
      const LoadBackendOptionsMap* backend_options = nullptr,
      std::vector<Kernel> kernel_registry = {});

  ET_DEPRECATED ET_NODISCARD runtime::Error load_method(
      const std::string& method_name, runtime::EventTracer* event_tracer) {
    return load_method(method_name, nullptr, event_tracer, nullptr);
  }

  /// Frees a method; returns whether it was loaded.
  bool unload_method(const std::string& method_name) {
    return methods_.erase(method_name) > 0;
  }

  /// Returns a method, which the module owns.
  ET_DEPRECATED ET_NODISCARD runtime::Result<Method*> method(
      const std::string& method_name);

  ET_NODISCARD runtime::Error load_forward(
      runtime::HierarchicalAllocator* planned_memory = nullptr,
      runtime::EventTracer* event_tracer = nullptr,
      const LoadBackendOptionsMap* backend_options = nullptr,
      std::vector<Kernel> kernel_registry = {}) {
    return load_method("forward", planned_memory, event_tracer, backend_options,
                       std::move(kernel_registry));
  }
  ET_DEPRECATED ET_NODISCARD runtime::Error load_forward(
      runtime::EventTracer* event_tracer) {
    return load_forward(nullptr, event_tracer, nullptr);
  }
  bool unload_forward() { return unload_method("forward"); }

  bool is_method_loaded(const std::string& method_name) const {
    return methods_.count(method_name) > 0;
  }

  /// Valid as long as the program.
  runtime::Result<MethodMeta> method_meta(const std::string& method_name);

  /// Sets inputs, from the first on, and runs a method. Inputs that are not
  /// given keep what set_input() gave them.
  ///
  /// @returns The outputs. Tensors among them belong to the method; its next
  ///     execution overwrites them.
  /// @retval Error::InvalidArgument An input does not fit or is missing.
  ET_NODISCARD virtual runtime::Result<std::vector<runtime::EValue>> execute(
      const std::string& method_name,
      const std::vector<runtime::EValue>& input_values);
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> execute(
      const std::string& method_name, const runtime::EValue& input_value) {
    return execute(method_name, std::vector<runtime::EValue>{input_value});
  }
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> execute(
      const std::string& method_name) {
    return execute(method_name, std::vector<runtime::EValue>{});
  }

  /// The same; returns the first output.
  ///
  /// @retval Error::InvalidArgument There is none, besides.
  ET_NODISCARD runtime::Result<runtime::EValue> get(
      const std::string& method_name,
      const std::vector<runtime::EValue>& input_values);
  ET_NODISCARD runtime::Result<runtime::EValue> get(
      const std::string& method_name, const runtime::EValue& input_value) {
    return get(method_name, std::vector<runtime::EValue>{input_value});
  }
  ET_NODISCARD runtime::Result<runtime::EValue> get(
      const std::string& method_name) {
    return get(method_name, std::vector<runtime::EValue>{});
  }

  /// execute() of "forward".
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> forward(
      const std::vector<runtime::EValue>& input_values) {
    return execute("forward", input_values);
  }
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> forward(
      const runtime::EValue& input_value) {
    return forward(std::vector<runtime::EValue>{input_value});
  }
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> forward() {
    return forward(std::vector<runtime::EValue>{});
  }

  /// See Method::set_input() and the like; without a name, of "forward".
  ET_NODISCARD runtime::Error set_input(const std::string& method_name,
                                        const runtime::EValue& input_value,
                                        size_t input_index);
  ET_NODISCARD runtime::Error set_input(const runtime::EValue& input_value,
                                        size_t input_index) {
    return set_input("forward", input_value, input_index);
  }
  ET_NODISCARD runtime::Error set_inputs(
      const std::string& method_name,
      const std::vector<runtime::EValue>& input_values);
  ET_NODISCARD runtime::Error set_inputs(
      const std::vector<runtime::EValue>& input_values) {
    return set_inputs("forward", input_values);
  }

  /// Gives an output without planned memory the data of a tensor, which must
  /// outlive its use.
  ///
  /// @retval Error::InvalidArgument The value is no tensor, it is too small, or
  ///     there is no such output.
  /// @retval Error::InvalidState The output has planned memory.
  ET_NODISCARD runtime::Error set_output(const std::string& method_name,
                                         runtime::EValue output_value,
                                         size_t output_index = 0);
  ET_NODISCARD runtime::Error set_output(runtime::EValue output_value,
                                         size_t output_index = 0) {
    return set_output("forward", std::move(output_value), output_index);
  }
  /// The same for all outputs.
  ET_NODISCARD runtime::Error set_outputs(
      const std::string& method_name,
      const std::vector<runtime::EValue>& output_values);
  ET_NODISCARD runtime::Error set_outputs(
      const std::vector<runtime::EValue>& output_values) {
    return set_outputs("forward", output_values);
  }

  /// The outputs of the last execution; tensors belong to the method.
  ///
  /// @retval Error::InvalidArgument There is no such output.
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> get_outputs(
      const std::string& method_name);
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> get_outputs() {
    return get_outputs("forward");
  }
  ET_NODISCARD runtime::Result<runtime::EValue> get_output(
      const std::string& method_name, size_t output_index = 0);
  ET_NODISCARD runtime::Result<runtime::EValue> get_output(
      size_t output_index = 0) {
    return get_output("forward", output_index);
  }

  /// The tracer that the constructor got, or nullptr.
  runtime::EventTracer* event_tracer() const { return event_tracer_.get(); }

  /// Nothing: tracers keep their own data.
  ET_DEPRECATED ET_NODISCARD runtime::Span<uint8_t> debug_buffer() {
    return {};
  }

 protected:
  /// A loaded method and what it points to.
  struct MethodHolder {
    std::unique_ptr<internal::PlannedMemory> planned_memory;
    std::unique_ptr<runtime::MemoryManager> memory_manager;
    std::vector<Kernel> kernel_registry;
    std::unique_ptr<Method> method;
  };

  /// Returns a method that is loaded, or gets loaded.
  runtime::Result<Method*> loaded_method(const std::string& method_name);

 private:
  friend class ::executorch::extension::ExecuTorchJni;

  using Allocator = std::unique_ptr<runtime::MemoryAllocator>;

  struct Sources;
  struct DataMaps;

  Module(Sources&& sources, std::unique_ptr<runtime::EventTracer> event_tracer,
         Allocator memory_allocator, Allocator temp_allocator,
         bool share_memory_arenas);

  runtime::Error load_program(Program::Verification verification);
  runtime::Error load_data_maps();
  runtime::Result<runtime::HierarchicalAllocator*> plan_memory(
      const std::string& method_name, MethodHolder& holder);
  runtime::Error init_shared_arenas();

  std::unique_ptr<Sources> sources_;
  std::shared_ptr<Program> program_;
  std::unique_ptr<DataMaps> data_maps_;
  Allocator memory_allocator_;
  Allocator temp_allocator_;
  std::unique_ptr<runtime::EventTracer> event_tracer_;
  internal::KeptBackendOptions backend_options_;
  const bool share_memory_arenas_;
  std::vector<internal::HostBuffer> shared_arenas_;

 protected:
  /// By their names. They go before what they point to.
  std::unordered_map<std::string, MethodHolder> methods_;
};

}  // namespace module

using module::Module;

}  // namespace extension
}  // namespace executorch

/// The name of earlier releases.
namespace torch {
namespace executor {
using ::executorch::extension::module::Module;
}  // namespace executor
}  // namespace torch
