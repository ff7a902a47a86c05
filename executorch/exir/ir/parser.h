#pragma once

#include <executorch/exir/ir/graph.h>

#include <memory>
#include <string_view>

namespace executorch::exir {

/// Reads the text that print_graph writes, line by line:
///   symbol s0 in [1, 8]
///   constant %w: f32[2] = [1, 2]        (without values: zeros)
///   buffer %b: f32[2]
///   input %x: f32[s0, 2]
///   %y: f32[s0, 2] = aten::add.Tensor(%x, %w, 1)
///   mutate %b = %y
///   output %y
/// Empty lines and text behind `//` are skipped. Left-out trailing arguments
/// take their defaults. Fails with the number of the line.
Expected<std::unique_ptr<Graph>> parse_graph(std::string_view text);

}  // namespace executorch::exir
