#pragma once

#include <cstring>
#include <type_traits>

#include <executorch/runtime/backend/options.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/named_data_map.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>

namespace executorch {
namespace runtime {

/// Arguments of a delegate that are constants of its program.
class ConstantArguments {
 public:
  virtual ~ConstantArguments() = default;

  /// The tensor that every call of the delegate gets as this argument, or
  /// nullptr if calls may get another one, other data, or none. The value lives
  /// as long as the method, and so do the data.
  virtual const EValue* at(size_t index) const = 0;
};

/// What a delegate has at hand while it is loaded.
class BackendInitContext final {
 public:
  explicit BackendInitContext(MemoryAllocator* runtime_allocator,
                              EventTracer* event_tracer = nullptr,
                              const char* method_name = nullptr,
                              const NamedDataMap* named_data_map = nullptr,
                              Span<const BackendOption> runtime_specs = {},
                              const ConstantArguments* constants = nullptr)
      : runtime_allocator_(runtime_allocator),
        event_tracer_(internal::event_tracer_enabled() ? event_tracer
                                                       : nullptr),
        method_name_(method_name),
        named_data_map_(named_data_map),
        runtime_specs_(runtime_specs),
        constants_(constants) {}

  /// Memory that lives as long as the method.
  MemoryAllocator* get_runtime_allocator() { return runtime_allocator_; }

  /// Tracer of the method, or nullptr.
  EventTracer* event_tracer() { return event_tracer_; }

  /// Name of the method; valid during the call.
  const char* get_method_name() const { return method_name_; }

  /// Data by name, of the program and of the application; nullptr if there are
  /// none. Lives as long as the method.
  const NamedDataMap* get_named_data_map() const { return named_data_map_; }

  /// What the delegate can know of the arguments of its calls; valid during
  /// init(). nullptr: nothing.
  const ConstantArguments* constant_arguments() const { return constants_; }

  /// The options that the application set for this backend.
  Span<const BackendOption> runtime_specs() const { return runtime_specs_; }

  /// Returns one of these options. T is bool, int or const char*.
  ///
  /// @retval Error::NotFound It was not set.
  /// @retval Error::InvalidArgument It has another type.
  template <typename T>
  Result<T> get_runtime_spec(const char* key) const {
    static_assert(std::is_same<T, bool>::value || std::is_same<T, int>::value ||
                      std::is_same<T, const char*>::value,
                  "an option is a bool, an int or a text");
    T value{};
    const Error error = internal::read_option(
        runtime_specs_.data(), runtime_specs_.size(), key, value);
    if (error != Error::Ok) {
      return error;
    }
    return value;
  }

 private:
  MemoryAllocator* runtime_allocator_;
  EventTracer* event_tracer_;
  const char* method_name_;
  const NamedDataMap* named_data_map_;
  Span<const BackendOption> runtime_specs_;
  const ConstantArguments* constants_;
};

}  // namespace runtime
}  // namespace executorch
