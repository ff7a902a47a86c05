#pragma once

#include <executorch/extension/kernel_util/meta_programming.h>
#include <executorch/extension/kernel_util/type_list.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/log.h>

#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace executorch {
namespace extension {

namespace kernel_util_internal {

/// How a parameter of type T is read from a value. Tensors are passed by
/// reference to the value's own.
template <class T>
struct ArgumentOf {
  using Stored = std::optional<T>;
  static Stored read(runtime::EValue& value) {
    const auto result = value.tryTo<T>();
    return result.ok() ? Stored(*result) : Stored();
  }
  static bool valid(const Stored& stored) { return stored.has_value(); }
  static const T& pass(const Stored& stored) { return *stored; }
};

template <class T>
struct ArgumentOf<std::optional<T>> {
  using Stored = std::optional<std::optional<T>>;
  static Stored read(runtime::EValue& value) {
    if (value.isNone()) {
      return Stored(std::optional<T>());
    }
    const auto result = value.tryTo<T>();
    return result.ok() ? Stored(std::optional<T>(*result)) : Stored();
  }
  static bool valid(const Stored& stored) { return stored.has_value(); }
  static const std::optional<T>& pass(const Stored& stored) { return *stored; }
};

template <>
struct ArgumentOf<aten::Tensor> {
  using Stored = aten::Tensor*;
  static Stored read(runtime::EValue& value) {
    return value.isTensor() ? &value.toTensor() : nullptr;
  }
  static bool valid(Stored stored) { return stored != nullptr; }
  static aten::Tensor& pass(Stored stored) { return *stored; }
};

template <class T>
using ArgumentOfParameter = ArgumentOf<std::decay_t<T>>;

/// Outputs are the tensors that a function may write to, which stand last.
template <class TypeList>
struct count_outputs;
template <class... Args>
struct count_outputs<typelist<Args...>> {
  static constexpr size_t value =
      (size_t{0} + ... + (std::is_same<Args, aten::Tensor&>::value ? 1 : 0));
};

template <class Functor, class... Args, size_t... I>
void call_with_stack(runtime::KernelRuntimeContext& ctx,
                     runtime::Span<runtime::EValue*> stack, typelist<Args...>*,
                     std::index_sequence<I...>) {
  if (stack.size() < sizeof...(Args)) {
    ET_LOG(Error, "%s: %zu arguments, expected %zu", Functor::func_name_,
           stack.size(), sizeof...(Args));
    return ctx.fail(runtime::Error::InvalidArgument);
  }
  std::tuple<typename ArgumentOfParameter<Args>::Stored...> arguments{
      ArgumentOfParameter<Args>::read(*stack[I])...};
  const bool valid[] = {
      true, ArgumentOfParameter<Args>::valid(std::get<I>(arguments))...};
  for (size_t i = 1; i <= sizeof...(Args); ++i) {
    if (!valid[i]) {
      ET_LOG(Error, "%s: argument %zu has the wrong type, tag %u",
             Functor::func_name_, i - 1,
             static_cast<unsigned>(stack[i - 1]->tag));
      return ctx.fail(runtime::Error::InvalidType);
    }
  }
  runtime::internal::EventTracerProfileOpScope scope(
      ctx.internal_event_tracer(), Functor::func_name_);
  (*Functor::func_ptr())(
      ctx, ArgumentOfParameter<Args>::pass(std::get<I>(arguments))...);
  for (size_t i = sizeof...(Args) - count_outputs<typelist<Args...>>::value;
       i < sizeof...(Args); ++i) {
    runtime::internal::event_tracer_log_evalue(ctx.internal_event_tracer(),
                                               *stack[i]);
  }
}

}  // namespace kernel_util_internal

/// The boxed form of a function (an EXECUTORCH_FN type) that takes a
/// KernelRuntimeContext& first, and exactly one tensor to write to.
template <class FuncType>
struct WrapUnboxedIntoFunctor {
  static_assert(
      kernel_util_internal::is_compile_time_function_pointer<FuncType>::value,
      "only functions given by EXECUTORCH_FN");
  using ArgsType = typename kernel_util_internal::infer_function_traits_t<
      typename FuncType::FuncType>::parameter_types;
  static_assert(
      std::is_same<kernel_util_internal::head_with_default_t<void, ArgsType>,
                   runtime::KernelRuntimeContext&>::value,
      "the first parameter is a KernelRuntimeContext&");
  using ContextRemovedArgsType =
      kernel_util_internal::drop_if_nonempty_t<ArgsType, 1>;
  static_assert(
      kernel_util_internal::count_outputs<ContextRemovedArgsType>::value == 1,
      "exactly one parameter is a Tensor&");
  static constexpr size_t kNumArgs =
      kernel_util_internal::size<ContextRemovedArgsType>::value;

  /// An OpFunction. Fails with InvalidArgument if arguments are missing, and
  /// with InvalidType if one is of another type.
  static void call(runtime::KernelRuntimeContext& ctx,
                   runtime::Span<runtime::EValue*> stack) {
    kernel_util_internal::call_with_stack<FuncType>(
        ctx, stack, static_cast<ContextRemovedArgsType*>(nullptr),
        std::make_index_sequence<kNumArgs>());
  }
};

/// Makes a kernel for all types. The name is not copied.
template <typename FuncType>
runtime::Kernel make_boxed_kernel(const char* name, FuncType) {
  return runtime::Kernel(name, WrapUnboxedIntoFunctor<FuncType>::call,
                         WrapUnboxedIntoFunctor<FuncType>::kNumArgs);
}

}  // namespace extension
}  // namespace executorch

#define ET_CONCATENATE_IMPL(s1, s2) s1##s2
#define ET_CONCATENATE(s1, s2) ET_CONCATENATE_IMPL(s1, s2)
#define ET_UID __LINE__

/// Registers `func` as the kernel "ns::op_name" when the program starts:
/// `EXECUTORCH_LIBRARY(my_ops, "mul.out", my_mul_out);`
#define EXECUTORCH_LIBRARY(ns, op_name, func) \
  _EXECUTORCH_LIBRARY_IMPL(ns, op_name, func, ET_UID)
#define _EXECUTORCH_LIBRARY_IMPL(ns, op_name, func, uid)           \
  static constexpr const char ET_CONCATENATE(name_of_op_, uid)[] = \
      #ns "::" op_name;                                            \
  [[maybe_unused]] static auto ET_CONCATENATE(res_##ns##_, uid) =  \
      ::executorch::runtime::register_kernel(                      \
          ::executorch::extension::make_boxed_kernel(              \
              ET_CONCATENATE(name_of_op_, uid),                    \
              EXECUTORCH_FN(func, ET_CONCATENATE(name_of_op_, uid))))

/// The names of earlier releases.
namespace torch {
namespace executor {
using ::executorch::extension::make_boxed_kernel;
using ::executorch::extension::WrapUnboxedIntoFunctor;
}  // namespace executor
}  // namespace torch
