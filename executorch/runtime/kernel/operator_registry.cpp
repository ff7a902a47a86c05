#include <executorch/runtime/kernel/operator_registry.h>

#include <executorch/runtime/platform/system.h>

namespace executorch {
namespace runtime {

namespace {

#ifdef MAX_KERNEL_NUM
constexpr size_t kCapacity = MAX_KERNEL_NUM;
#else
constexpr size_t kCapacity = 2000;
#endif

Kernel g_kernels[kCapacity];
size_t g_num_kernels = 0;

/// Appends to a text of limited size; ok() tells whether all of it fitted.
class KeyWriter {
 public:
  KeyWriter(char* buf, size_t buf_size) : next_(buf), room_(buf_size) {}

  void put(char c) {
    if (room_ <= 1) {
      ok_ = false;
      return;
    }
    *next_++ = c;
    --room_;
  }

  void put_number(int number) {
    if (number < 0 || number > 99) {
      ok_ = false;
      return;
    }
    if (number >= 10) {
      put(static_cast<char>('0' + number / 10));
    }
    put(static_cast<char>('0' + number % 10));
  }

  Error finish() {
    if (room_ == 0 || !ok_) {
      return Error::InvalidArgument;
    }
    *next_ = '\0';
    return Error::Ok;
  }

 private:
  char* next_;
  size_t room_;
  bool ok_ = true;
};

const Kernel* find_same(const Kernel& kernel) {
  for (size_t i = 0; i < g_num_kernels; ++i) {
    if (std::strcmp(g_kernels[i].name_, kernel.name_) == 0 &&
        g_kernels[i].kernel_key_ == kernel.kernel_key_) {
      return &g_kernels[i];
    }
  }
  return nullptr;
}

}  // namespace

bool TensorMeta::equals(const TensorMeta& other) const {
  if (dtype_ != other.dtype_ || dim_order_.size() != other.dim_order_.size()) {
    return false;
  }
  for (size_t i = 0; i < dim_order_.size(); ++i) {
    if (dim_order_[i] != other.dim_order_[i]) {
      return false;
    }
  }
  return true;
}

namespace internal {

Error make_kernel_key_string(Span<const TensorMeta> key, char* buf,
                             size_t buf_size) {
  if (key.empty() && buf_size == 0) {
    return Error::Ok;
  }
  KeyWriter writer(buf, buf_size);
  for (size_t i = 0; i < key.size(); ++i) {
    for (const char* c = i == 0 ? "v1/" : "|"; *c != '\0'; ++c) {
      writer.put(*c);
    }
    writer.put_number(static_cast<int>(key[i].dtype_));
    for (size_t j = 0; j < key[i].dim_order_.size(); ++j) {
      writer.put(j == 0 ? ';' : ',');
      writer.put_number(key[i].dim_order_[j]);
    }
    if (key[i].dim_order_.empty()) {
      writer.put(';');
    }
  }
  return writer.finish();
}

Result<const Kernel*> find_kernel(const char* name,
                                  Span<const TensorMeta> meta_list,
                                  Span<const Kernel> kernel_list) {
  char key_text[kKernelKeyBufSize];
  ET_CHECK_OK_OR_RETURN_ERROR(
      make_kernel_key_string(meta_list, key_text, sizeof(key_text)),
      "%s: too many tensor arguments for a kernel key", name);
  const KernelKey key(key_text);
  const Kernel* fallback = nullptr;
  for (const Kernel& kernel : kernel_list) {
    if (std::strcmp(kernel.name_, name) != 0) {
      continue;
    }
    if (kernel.kernel_key_ == key) {
      return &kernel;
    }
    if (kernel.kernel_key_.is_fallback()) {
      fallback = &kernel;
    }
  }
  if (fallback == nullptr) {
    return Error::OperatorMissing;
  }
  return fallback;
}

}  // namespace internal

bool registry_has_op_function(const char* name,
                              Span<const TensorMeta> meta_list) {
  return get_op_function_from_registry(name, meta_list).ok();
}

Result<OpFunction> get_op_function_from_registry(
    const char* name, Span<const TensorMeta> meta_list,
    Span<const Kernel> kernel_list) {
  const auto kernel = internal::find_kernel(name, meta_list, kernel_list);
  if (!kernel.ok()) {
    return kernel.error();
  }
  return (*kernel)->op_;
}

Result<OpFunction> get_op_function_from_registry(
    const char* name, Span<const TensorMeta> meta_list) {
  return get_op_function_from_registry(name, meta_list,
                                       get_registered_kernels());
}

Span<const Kernel> get_registered_kernels() {
  return {g_kernels, g_num_kernels};
}

Error register_kernels(const Span<const Kernel> kernels) {
  // Tables register before main(), when nobody has called runtime_init().
  ::et_pal_init();
  ET_CHECK_MSG(
      kernels.size() <= kCapacity - g_num_kernels,
      "The total number of kernels to be registered is larger than the limit "
      "%zu: %zu are registered, %zu more wanted",
      kCapacity, g_num_kernels, kernels.size());
  for (const Kernel& kernel : kernels) {
    ET_CHECK_MSG(
        find_same(kernel) == nullptr,
        "Kernel registration failed with error %u: %s of %s is already "
        "registered",
        static_cast<unsigned>(Error::RegistrationAlreadyRegistered),
        kernel.name_, et_pal_get_shared_library_name(kernels.data()));
    g_kernels[g_num_kernels++] = kernel;
  }
  return Error::Ok;
}

}  // namespace runtime
}  // namespace executorch
