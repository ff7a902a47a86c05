#pragma once

#include <executorch/extension/module/module.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

/// For sources that ask for the namespace by this name.
#define ET_BUNDLED_MODULE_NAMESPACE bundled_module

namespace executorch {
namespace extension {
namespace bundled_module {

/// A module of a bundled program, whose test cases it can run and check.
class BundledModule : public Module {
 public:
  /// @param[in] bundled_program_ptr A bundled program file in memory, aligned
  ///     to 16 bytes; it must outlive the module. Its length is not known, so
  ///     it is trusted; use from_file() for files that are not.
  /// The other parameters are those of Module.
  explicit BundledModule(
      const void* bundled_program_ptr,
      std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
      std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
      std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
      std::unique_ptr<runtime::DataLoader> data_map_loader = nullptr);
  ~BundledModule() override;
  BundledModule(const BundledModule&) = delete;
  BundledModule& operator=(const BundledModule&) = delete;
  BundledModule(BundledModule&&) = delete;
  BundledModule& operator=(BundledModule&&) = delete;

  /// Reads a file and verifies it. A file that is no bundled program, or is
  /// damaged, gives a module that does not load: Error::InvalidArgument.
  ///
  /// @retval Error::AccessFailed The file cannot be read.
  /// @retval Error::MemoryAllocationFailed It is too large.
  ET_NODISCARD static runtime::Result<std::unique_ptr<BundledModule>> from_file(
      const std::string& file_path,
      std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
      std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
      std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
      std::unique_ptr<runtime::DataLoader> data_map_loader = nullptr);

  using Module::execute;

  /// Runs a method on the inputs of a test case; see load_bundled_input().
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> execute(
      const std::string& method_name, const size_t testset_idx);

  /// Checks the outputs of the last execution; see
  /// bundled_program::verify_method_outputs().
  ET_NODISCARD runtime::Error verify_method_outputs(
      const std::string& method_name, const size_t testset_idx,
      double rtol = 1e-5, double atol = 1e-8);

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  /// A file in memory, aligned to 16 bytes.
  using FileData = std::unique_ptr<void, Free>;

  static runtime::Result<FileData> read(const std::string& file_path,
                                        size_t* nbytes);

  BundledModule(FileData file_data, const void* program, size_t program_nbytes,
                std::unique_ptr<runtime::MemoryAllocator> memory_allocator,
                std::unique_ptr<runtime::MemoryAllocator> temp_allocator,
                std::unique_ptr<runtime::EventTracer> event_tracer,
                std::unique_ptr<runtime::DataLoader> data_map_loader);

  FileData file_data_;
  const void* bundled_program_ptr_;
};

}  // namespace bundled_module

using bundled_module::BundledModule;

}  // namespace extension
}  // namespace executorch
