#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace rushlight::test {

/// Planned memory of ExecuTorch's own lowering of a zoo model, if
/// fixtures/upstream_arena.tsv has a row for it.
std::optional<size_t> upstream_arena_nbytes(const std::string& model);

}  // namespace rushlight::test
