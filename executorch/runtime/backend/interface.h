#pragma once

/// What a backend implements, and how a method finds it.

#include <cstddef>

#include <executorch/runtime/backend/backend_execution_context.h>
#include <executorch/runtime/backend/backend_init_context.h>
#include <executorch/runtime/backend/backend_option_context.h>
#include <executorch/runtime/backend/options.h>
#include <executorch/runtime/core/array_ref.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/freeable_buffer.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/named_data_map.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {

struct SizedBuffer {
  void* buffer;
  /// Bytes at `buffer`.
  size_t nbytes;
};

/// An option that the compiler gave a delegate. Part of the program; not to be
/// changed.
struct CompileSpec {
  const char* key;
  SizedBuffer value;
};

/// What a backend keeps for one delegate of a method; only it knows the type.
using DelegateHandle = void;

/// A backend. One object serves all delegates of all methods; it must live as
/// long as the process. The const functions may be called from several threads,
/// though not for one handle.
class BackendInterface {
 public:
  virtual ~BackendInterface() = 0;

  /// Tells whether the backend works on this machine.
  ET_NODISCARD virtual bool is_available() const = 0;

  /// Prepares a delegate.
  ///
  /// @param[in] context Memory, options and data by name.
  /// @param[in] processed The payload, untrusted. It stays valid until
  ///     destroy(); the backend may Free() it sooner.
  /// @param[in] compile_specs The compiler's options; valid as long as the
  ///     method.
  /// @returns A handle for execute() and destroy().
  ET_NODISCARD virtual Result<DelegateHandle*> init(
      BackendInitContext& context, FreeableBuffer* processed,
      ArrayRef<CompileSpec> compile_specs) const = 0;

  /// Runs a delegate on the values that the program names: inputs first, then
  /// outputs. Number and types are untrusted.
  ET_NODISCARD virtual Error execute(BackendExecutionContext& context,
                                     DelegateHandle* handle,
                                     Span<EValue*> args) const = 0;

  /// Changes options of the backend as a whole.
  ET_NODISCARD virtual Error set_option(
      ET_UNUSED BackendOptionContext& context,
      ET_UNUSED const Span<BackendOption>& backend_options) {
    return Error::Ok;
  }

  /// Fills in the values of the options whose keys are given.
  ET_NODISCARD virtual Error get_option(
      ET_UNUSED BackendOptionContext& context,
      ET_UNUSED Span<BackendOption>& backend_options) {
    return Error::Ok;
  }

  /// Ends a delegate. Memory of the runtime allocator is not given back.
  virtual void destroy(ET_UNUSED DelegateHandle* handle) const {}
};

/// A backend and the id by which programs name it.
struct Backend {
  /// Must live as long as the process.
  const char* name;
  BackendInterface* backend;
};

/// Adds a backend for all methods of the process. Not thread-safe.
///
/// @retval Error::Internal There are 16 already.
/// @retval Error::InvalidArgument There is one of this name.
ET_NODISCARD Error register_backend(const Backend& backend);

/// Returns the backend of a name, or nullptr.
BackendInterface* get_backend_class(const char* name);

/// The registered backends.
size_t get_num_registered_backends();
Result<const char*> get_backend_name(size_t index);

/// Call BackendInterface::set_option() and get_option().
///
/// @retval Error::NotFound There is no such backend.
/// Otherwise what the backend returns.
Error set_option(const char* backend_name,
                 const Span<BackendOption> backend_options);
Error get_option(const char* backend_name, Span<BackendOption> backend_options);

}  // namespace runtime
}  // namespace executorch

/// The name of earlier releases.
namespace torch {
namespace executor {
using PyTorchBackendInterface = ::executorch::runtime::BackendInterface;
}  // namespace executor
}  // namespace torch
