#include <executorch/runtime/backend/interface.h>

#include <cstring>

namespace executorch {
namespace runtime {

namespace {

constexpr size_t kMaxBackends = 16;

Backend g_backends[kMaxBackends];
size_t g_num_backends = 0;

}  // namespace

BackendInterface::~BackendInterface() = default;

BackendInterface* get_backend_class(const char* name) {
  for (size_t i = 0; i < g_num_backends; ++i) {
    if (std::strcmp(g_backends[i].name, name) == 0) {
      return g_backends[i].backend;
    }
  }
  return nullptr;
}

Error register_backend(const Backend& backend) {
  ET_CHECK_OR_RETURN_ERROR(g_num_backends < kMaxBackends, Internal,
                           "no room for backend %s: %zu are registered",
                           backend.name, g_num_backends);
  ET_CHECK_OR_RETURN_ERROR(get_backend_class(backend.name) == nullptr,
                           InvalidArgument, "backend %s is already registered",
                           backend.name);
  g_backends[g_num_backends++] = backend;
  return Error::Ok;
}

size_t get_num_registered_backends() { return g_num_backends; }

Result<const char*> get_backend_name(size_t index) {
  if (index >= g_num_backends) {
    return Error::InvalidArgument;
  }
  return g_backends[index].name;
}

Error set_option(const char* backend_name,
                 const Span<BackendOption> backend_options) {
  BackendInterface* const backend = get_backend_class(backend_name);
  if (backend == nullptr) {
    return Error::NotFound;
  }
  BackendOptionContext context;
  return backend->set_option(context, backend_options);
}

Error get_option(const char* backend_name,
                 Span<BackendOption> backend_options) {
  BackendInterface* const backend = get_backend_class(backend_name);
  if (backend == nullptr) {
    return Error::NotFound;
  }
  BackendOptionContext context;
  return backend->get_option(context, backend_options);
}

}  // namespace runtime
}  // namespace executorch
