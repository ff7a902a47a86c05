#pragma once

/// Kernels and how a method finds them: by operator name and, where a kernel is
/// for certain types and dim orders only, by a key.

#include <cstdint>
#include <cstring>

#include <executorch/runtime/core/array_ref.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/platform/compiler.h>
#include <executorch/runtime/platform/platform.h>

namespace executorch {
namespace runtime {

/// A boxed kernel: reads its arguments from the span, in the order of the
/// operator's schema, with the result behind them. It never aborts on an
/// argument of another type (EValue::tryTo) but calls KernelRuntimeContext::
/// fail(). The span may hold fewer arguments than the kernel wants unless
/// Kernel::num_args_ says how many there must be.
using OpFunction = void (*)(KernelRuntimeContext&, Span<EValue*>);

/// Type and dim order of a tensor argument.
struct TensorMeta {
  aten::ScalarType dtype_;
  /// Belongs to whoever made the TensorMeta.
  Span<aten::DimOrderType> dim_order_;

  TensorMeta() = default;
  TensorMeta(aten::ScalarType dtype, Span<aten::DimOrderType> order)
      : dtype_(dtype), dim_order_(order) {}

  bool equals(const TensorMeta& other) const;
  bool operator==(const TensorMeta& other) const { return equals(other); }
  bool operator!=(const TensorMeta& other) const { return !equals(other); }
};

/// For which types and dim orders of its tensor arguments a kernel is: a text
/// "v1/<type>;<dim>,<dim>|<type>;…", or none for a kernel that takes all
/// (fallback). The text belongs to whoever made the key.
struct KernelKey {
  constexpr KernelKey() = default;
  /* implicit */ constexpr KernelKey(const char* kernel_key_data)
      : kernel_key_data_(kernel_key_data) {}

  bool equals(const KernelKey& other) const {
    if (is_fallback() || other.is_fallback()) {
      return is_fallback() == other.is_fallback();
    }
    return std::strcmp(kernel_key_data_, other.kernel_key_data_) == 0;
  }
  bool operator==(const KernelKey& other) const { return equals(other); }
  bool operator!=(const KernelKey& other) const { return !equals(other); }
  bool is_fallback() const { return kernel_key_data_ == nullptr; }
  const char* data() const { return kernel_key_data_; }

 private:
  const char* kernel_key_data_ = nullptr;
};

/// A row of a kernel table. Names and keys must live as long as the table.
struct Kernel {
  /// Name and overload, such as "aten::add.out".
  const char* name_ = nullptr;
  KernelKey kernel_key_;
  OpFunction op_ = nullptr;
  /// How many arguments the kernel reads at least; a program with fewer is
  /// refused at load. 0 if the kernel checks by itself.
  size_t num_args_ = 0;
  /// Bit i is set if the kernel writes to argument i. 0 if unknown: then the
  /// last arguments are taken for those written.
  uint64_t written_args_ = 0;

  constexpr Kernel() = default;
  constexpr explicit Kernel(const char* name, OpFunction func)
      : name_(name), op_(func) {}
  constexpr explicit Kernel(const char* name, KernelKey key, OpFunction func)
      : name_(name), kernel_key_(key), op_(func) {}
  constexpr explicit Kernel(const char* name, OpFunction func, size_t num_args,
                            uint64_t written_args = 0)
      : Kernel(name, KernelKey(), func, num_args, written_args) {}
  constexpr explicit Kernel(const char* name, KernelKey key, OpFunction func,
                            size_t num_args, uint64_t written_args = 0)
      : name_(name),
        kernel_key_(key),
        op_(func),
        num_args_(num_args),
        written_args_(written_args) {}
};

namespace internal {

/// Bytes of the longest key: 16 tensors of 16 dimensions.
constexpr size_t kKernelKeyBufSize = 659;

/// Writes the key for tensor arguments to `buf`; an empty text for none.
///
/// @retval Error::InvalidArgument It does not fit `buf_size` bytes, or a number
///     has more than two digits.
Error make_kernel_key_string(Span<const TensorMeta> key, char* buf,
                             size_t buf_size);

/// Returns the row that get_op_function_from_registry() would take.
Result<const Kernel*> find_kernel(const char* name,
                                  Span<const TensorMeta> meta_list,
                                  Span<const Kernel> kernel_list);

}  // namespace internal

/// Tells whether get_op_function_from_registry() finds a kernel.
bool registry_has_op_function(const char* name,
                              Span<const TensorMeta> meta_list = {});

/// Returns the kernel `name` for tensor arguments `meta_list`: the one with
/// their key, or else the fallback. It is looked for in `kernel_list`, or among
/// the registered ones.
///
/// @retval Error::OperatorMissing There is none.
/// @retval Error::InvalidArgument There are too many arguments for a key.
Result<OpFunction> get_op_function_from_registry(
    const char* name, Span<const TensorMeta> meta_list = {});
Result<OpFunction> get_op_function_from_registry(
    const char* name, Span<const TensorMeta> meta_list,
    Span<const Kernel> kernel_list);

/// Returns all registered kernels. The list is valid until the next
/// registration.
Span<const Kernel> get_registered_kernels();

/// Adds kernels for all methods of the process. The rows are copied. Aborts if
/// a kernel of the same name and key is there, or the registry
/// (MAX_KERNEL_NUM rows) is full: both are mistakes in how the program was
/// linked. Not thread-safe.
ET_NODISCARD Error register_kernels(const Span<const Kernel> kernels);

ET_NODISCARD inline Error register_kernel(const Kernel& kernel) {
  return register_kernels({&kernel, 1});
}

}  // namespace runtime
}  // namespace executorch

/// Functions of earlier releases.
namespace torch {
namespace executor {

inline ::executorch::runtime::Error register_kernels(
    ::executorch::runtime::ArrayRef<::executorch::runtime::Kernel> kernels) {
  return ::executorch::runtime::register_kernels(
      {kernels.data(), kernels.size()});
}
inline ::executorch::runtime::OpFunction getOpsFn(
    const char* name,
    ::executorch::runtime::ArrayRef<::executorch::runtime::TensorMeta>
        meta_list = {}) {
  const auto result = ::executorch::runtime::get_op_function_from_registry(
      name, {meta_list.data(), meta_list.size()});
  ET_CHECK(result.ok());
  return *result;
}
inline bool hasOpsFn(
    const char* name,
    ::executorch::runtime::ArrayRef<::executorch::runtime::TensorMeta>
        meta_list = {}) {
  return ::executorch::runtime::registry_has_op_function(
      name, {meta_list.data(), meta_list.size()});
}
inline ::executorch::runtime::ArrayRef<::executorch::runtime::Kernel>
get_kernels() {
  const auto kernels = ::executorch::runtime::get_registered_kernels();
  return {kernels.data(), kernels.size()};
}

}  // namespace executor
}  // namespace torch
