#pragma once

#include <optional>

#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {
namespace etensor {

/// The standard types under names of earlier releases.
template <typename T>
using optional ET_DEPRECATED = std::optional<T>;
using nullopt_t ET_DEPRECATED = std::nullopt_t;
ET_DEPRECATED inline constexpr std::nullopt_t nullopt{std::nullopt};

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
