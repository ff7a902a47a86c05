#pragma once

#include <string_view>

#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {
namespace etensor {

/// The standard type under a name of earlier releases.
using string_view ET_DEPRECATED = std::string_view;

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
