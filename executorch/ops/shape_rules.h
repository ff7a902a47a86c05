#pragma once

/// \file
/// The sizes of each operator's result, written once for the compiler
/// (`Dim` = exir::SymInt) and the kernels (`Dim` = int64_t). Source: the ATen
/// function of the same name. Nothing here allocates; an argument that the
/// operator does not accept is a RuleError.
#include <executorch/ops/shape_rules/convolution.h>
#include <executorch/ops/shape_rules/creation.h>
#include <executorch/ops/shape_rules/indexing.h>
#include <executorch/ops/shape_rules/linalg.h>
#include <executorch/ops/shape_rules/normalization.h>
#include <executorch/ops/shape_rules/pointwise.h>
#include <executorch/ops/shape_rules/pooling.h>
#include <executorch/ops/shape_rules/reduction.h>
#include <executorch/ops/shape_rules/resampling.h>
#include <executorch/ops/shape_rules/view.h>
#include <executorch/ops/shape_rules/window.h>
