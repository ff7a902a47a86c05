#pragma once

#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace executorch::exir {

/// Where in the user's model a node comes from; the export's metadata.
struct SourceLocation {
  std::string stack_trace;   ///< Python frames, innermost last
  std::string module_path;   ///< `features.0`, empty for the top module

  /// `model.py:42 in forward: self.stem(x)`, or "" if there is no trace.
  std::string innermost_frame() const;
};

using SourceLocationPtr = std::shared_ptr<const SourceLocation>;

/// A refusal: what is wrong (lower case, found and expected values), on which
/// node, during which pass, and the line of the user's model.
struct Diagnostic {
  std::string message;
  std::string node;  ///< printed node, empty where none is concerned
  std::string pass;
  SourceLocationPtr location;
  std::vector<std::string> notes;

  /// The whole text that a user sees, without a final newline.
  std::string str() const;
};

template <class T>
using Expected = tl::expected<T, Diagnostic>;

/// `return fail("…")` from a function that returns Expected<T>.
inline tl::unexpected<Diagnostic> fail(std::string message) {
  return tl::make_unexpected(Diagnostic{std::move(message), {}, {}, {}, {}});
}

inline tl::unexpected<Diagnostic> fail(Diagnostic diagnostic) {
  return tl::make_unexpected(std::move(diagnostic));
}

/// Evaluates an Expected<void> and hands its error on.
#define ET_TRY(expression)                                \
  do {                                                    \
    auto et_try_result = (expression);                    \
    if (!et_try_result) {                                 \
      return ::executorch::exir::fail(                    \
          std::move(et_try_result).error());              \
    }                                                     \
  } while (false)

#define ET_TRY_CONCAT_(a, b) a##b
#define ET_TRY_CONCAT(a, b) ET_TRY_CONCAT_(a, b)

/// `ET_ASSIGN(auto x, f())`: x from an Expected, or its error handed on.
#define ET_ASSIGN(declaration, expression)                            \
  ET_ASSIGN_(ET_TRY_CONCAT(et_result_, __LINE__), declaration, expression)
#define ET_ASSIGN_(result, declaration, expression)                   \
  auto result = (expression);                                         \
  if (!result) {                                                      \
    return ::executorch::exir::fail(std::move(result).error());       \
  }                                                                   \
  declaration = *std::move(result)

}  // namespace executorch::exir
