#pragma once

#include <executorch/exir/backend/backend.h>

#include <string>

namespace rushlight::test {

/// Runs a fixture ("field/C01") with what a delegate claims on it and the rest
/// on the portable kernels; returns what is wrong, or nothing.
std::string run_on(const executorch::exir::Backend& backend,
                   const std::string& name);

/// The same for all samples of an operator. A refusal is not wrong: it is
/// judged where the portable kernels are.
std::string run_operator_on(const executorch::exir::Backend& backend,
                            const std::string& op);

}  // namespace rushlight::test
