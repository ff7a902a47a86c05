#pragma once

#include <executorch/exir/backend/backend.h>

#include <string>

namespace rushlight::test {

/// Compiles a zoo model for a backend and compares its answers with
/// golden.json; those of half where `fp16`.
void expect_eager_answers(const std::string& model,
                          const executorch::exir::Backend& backend, bool fp16);

/// Of the model's multiply-adds all but one in a hundred are the backend's.
void expect_multiply_adds_delegated(const std::string& model,
                                    const executorch::exir::Backend& backend);

}  // namespace rushlight::test
