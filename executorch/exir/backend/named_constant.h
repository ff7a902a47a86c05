#pragma once

#include <executorch/exir/ir/graph.h>

#include <string_view>

namespace executorch::exir {

/// A constant under a key of its content: `name` and XXH3 of 128 bits of the
/// data, `conv.weight:2d06800538d394c2…`. Equal constants of several delegates
/// and methods are one; other data under the same name, as another layout or
/// another training, have another key.
Delegate::NamedConstant named_constant(std::string_view name,
                                       ConstantData data);

}  // namespace executorch::exir
