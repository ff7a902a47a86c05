#pragma once

#include <executorch/exir/import/number_arguments.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace executorch::exir {

/// Largest size that an operator's data can give a dimension of its result:
/// the number of elements found, say. Where data have no bound (bincount,
/// repeat_interleave), one that is generous; a run that needs more fails.
/// Nothing for operators whose sizes are no data.
std::optional<int64_t> result_bound(const std::string& op,
                                    const std::vector<NamedArgument>& args);

}  // namespace executorch::exir
