#pragma once

#include <cstddef>
#include <type_traits>

namespace executorch {
namespace extension {
namespace kernel_util_internal {

/// Types as one type.
template <class... Items>
struct typelist final {
  typelist() = delete;
};

/// How many types there are.
template <class TypeList>
struct size;
template <class... Types>
struct size<typelist<Types...>> {
  static constexpr size_t value = sizeof...(Types);
};

/// The first type, or Default if there is none.
template <class Default, class TypeList>
struct head_with_default {
  using type = Default;
};
template <class Default, class Head, class... Tail>
struct head_with_default<Default, typelist<Head, Tail...>> {
  using type = Head;
};
template <class Default, class TypeList>
using head_with_default_t = typename head_with_default<Default, TypeList>::type;

/// The list without its first `num` types, or empty if it has no more.
template <class TypeList, size_t num>
struct drop_if_nonempty {
  using type = TypeList;
};
template <class Head, class... Tail, size_t num>
struct drop_if_nonempty<typelist<Head, Tail...>, num> {
  using type = typename drop_if_nonempty<typelist<Tail...>, num - 1>::type;
};
template <class Head, class... Tail>
struct drop_if_nonempty<typelist<Head, Tail...>, 0> {
  using type = typelist<Head, Tail...>;
};
template <class TypeList, size_t num>
using drop_if_nonempty_t = typename drop_if_nonempty<TypeList, num>::type;

}  // namespace kernel_util_internal
}  // namespace extension
}  // namespace executorch
