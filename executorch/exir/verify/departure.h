#pragma once

#include <executorch/exir/verify/reference.h>
#include <executorch/exir/verify/verify_method.h>

namespace executorch::exir {

/// The first operator on the way to `result`, which departs, whose result
/// departs while its operands agree, as a Diagnostic; `text` says how `result`
/// does.
Diagnostic find_departure(const VerifyTask& task, const Reference& reference,
                          const Value* result, const std::string& text);

}  // namespace executorch::exir
