#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace executorch {
namespace runtime {

template <typename Fn>
class FunctionRef;

/// A view of something callable. It does not own it: the callable must live
/// until the last call.
template <typename Ret, typename... Params>
class FunctionRef<Ret(Params...)> {
 public:
  FunctionRef() = default;
  FunctionRef(std::nullptr_t) {}

  template <typename Callable,
            typename = std::enable_if_t<
                !std::is_same<std::decay_t<Callable>, FunctionRef>::value &&
                std::is_invocable_r<Ret, Callable&, Params...>::value>>
  FunctionRef(Callable&& callable)
      : call_(&call<std::remove_reference_t<Callable>>),
        target_(reinterpret_cast<intptr_t>(&callable)) {}

  Ret operator()(Params... params) const {
    return call_(target_, std::forward<Params>(params)...);
  }

  explicit operator bool() const { return call_ != nullptr; }

  bool operator==(const FunctionRef& other) const {
    return target_ == other.target_;
  }

 private:
  template <typename Callable>
  static Ret call(intptr_t target, Params... params) {
    return (*reinterpret_cast<Callable*>(target))(
        std::forward<Params>(params)...);
  }

  Ret (*call_)(intptr_t target, Params... params) = nullptr;
  intptr_t target_ = 0;
};

}  // namespace runtime
}  // namespace executorch
