#pragma once

#include <executorch/exir/import/number_arguments.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace executorch::exir {

/// Sizes that an operator's data can give a dimension of its result: the
/// number of elements found, say. Where data have no bound (bincount,
/// repeat_interleave), a generous one; a run that needs more fails. Nothing
/// for operators whose sizes are no data.
std::optional<SymRange> result_range(const std::string& op,
                                     const std::vector<NamedArgument>& args);

/// Puts right what torch's own shape functions state wrongly.
void correct_results(const std::string& op,
                    const std::vector<NamedArgument>& args,
                    std::vector<ValueSpec>& results);

}  // namespace executorch::exir
