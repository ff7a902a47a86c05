#pragma once

#include <executorch/extension/kernel_util/type_list.h>

#include <type_traits>

namespace executorch {
namespace extension {
namespace kernel_util_internal {

/// A function and its name as a type, so that a wrapper needs no pointer.
template <class FuncType_, FuncType_* func_ptr_, const char* func_name>
struct CompileTimeFunctionPointer final {
  static_assert(std::is_function<FuncType_>::value,
                "EXECUTORCH_FN takes functions");
  using FuncType = FuncType_;
  static constexpr const char* func_name_ = func_name;
  static constexpr FuncType* func_ptr() { return func_ptr_; }
};

template <class T>
struct is_compile_time_function_pointer : std::false_type {};
template <class FuncType, FuncType* func_ptr, const char* func_name>
struct is_compile_time_function_pointer<
    CompileTimeFunctionPointer<FuncType, func_ptr, func_name>>
    : std::true_type {};

/// The types of a function's result and parameters.
template <class Func>
struct function_traits;
template <class Result, class... Args>
struct function_traits<Result(Args...)> {
  using func_type = Result(Args...);
  using return_type = Result;
  using parameter_types = typelist<Args...>;
  static constexpr auto number_of_parameters = sizeof...(Args);
};

/// The same for functions, pointers to them, and objects with operator().
template <typename Func>
struct infer_function_traits
    : infer_function_traits<decltype(&Func::operator())> {};
template <typename Result, typename... Args>
struct infer_function_traits<Result(Args...)> {
  using type = function_traits<Result(Args...)>;
};
template <typename Result, typename... Args>
struct infer_function_traits<Result (*)(Args...)>
    : infer_function_traits<Result(Args...)> {};
template <typename Class, typename Result, typename... Args>
struct infer_function_traits<Result (Class::*)(Args...)>
    : infer_function_traits<Result(Args...)> {};
template <typename Class, typename Result, typename... Args>
struct infer_function_traits<Result (Class::*)(Args...) const>
    : infer_function_traits<Result(Args...)> {};
template <typename T>
using infer_function_traits_t = typename infer_function_traits<T>::type;

}  // namespace kernel_util_internal
}  // namespace extension
}  // namespace executorch

/// A function and its name (a static array of characters) as a type, and an
/// object of it.
#define EXECUTORCH_FN_TYPE(func, name)                                       \
  ::executorch::extension::kernel_util_internal::CompileTimeFunctionPointer< \
      std::remove_pointer_t<std::remove_reference_t<decltype(func)>>, func,  \
      name>
#define EXECUTORCH_FN(func, name) EXECUTORCH_FN_TYPE(func, name)()
