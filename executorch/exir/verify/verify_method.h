#pragma once

#include <executorch/exir/passes/evaluate.h>
#include <executorch/exir/passes/pass.h>
#include <executorch/exir/plan/memory_plan.h>
#include <executorch/exir/verify/compiled_run.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace executorch::exir {

/// A method of a compiled program, and what it was compiled from.
struct VerifyTask {
  ProgramBytes bytes;
  std::string method;
  std::string archive;  ///< path of the method's `.pt2`
  /// Where the program keeps its mutable buffers.
  const StateLayout& state;
  /// What the program was lowered with.
  std::span<const PassInfo> passes = lowering_pipeline();
  const Backend* backend = nullptr;
  /// The backend computes floats of the model in half.
  bool computes_in_half = false;
  /// Empty for a method with inputs: sample_inputs().
  std::vector<HostValue> inputs = {};
};

/// What agrees.
struct Agreement {
  size_t outputs = 0;
  size_t buffers = 0;  ///< state that the method changes
  double largest = 0;  ///< difference of elements
  double allowed = 0;  ///< there
  size_t runs = 1;     ///< with different sizes

  /// `2 outputs and 1 buffer agree in 2 runs, largest difference 1.2e-07
  /// (allowed 3e-05)`.
  std::string str() const;
};

/// Runs the compiled method, and the imported graph operator by operator with
/// the portable kernels, on the same inputs, and compares outputs, changed
/// buffers and changed inputs. With made-up inputs of dynamic sizes it does so
/// twice: small, and (if they are not large) at their upper bounds. The
/// reference is the graph after functionalization and decomposition: no later
/// pass, plan, emission or delegate has a part in it.
///
/// A departure is reported on the first operator whose result departs while
/// its operands agree. To find it, the method is compiled again with
/// intermediate values as additional outputs; the Diagnostic says so if none
/// departs when it is looked at.
///
/// Fails too where the reference cannot be had: operators that are random or
/// that no portable kernel computes, inputs that fail a check of the model.
Expected<Agreement> verify_method(const VerifyTask& task);

}  // namespace executorch::exir
