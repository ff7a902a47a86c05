#pragma once

#include <executorch/exir/ir/diagnostic.h>
#include <executorch/exir/ir/sym_int.h>

#include <map>
#include <string>
#include <string_view>

namespace executorch::exir {

/// Ranges of the export's symbols, by name.
using SymbolRanges = std::map<std::string, SymRange, std::less<>>;

/// Reads a size expression as the export writes it (sympy's srepr):
/// `Add(Integer(1), Mul(Integer(2), Symbol('s0', positive=True)))`. Known:
/// Integer, Symbol, Add, Mul, Pow with a whole exponent, FloorDiv, CleanDiv,
/// Mod, PythonMod, Min, Max. Fails, naming the function, for another one.
Expected<SymInt> parse_sym_expr(std::string_view text,
                                const SymbolRanges& ranges);

}  // namespace executorch::exir
