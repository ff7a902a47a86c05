#pragma once

/// Facts about element types, and dispatch on them.

#include <executorch/runtime/core/exec_aten/util/scalar_type_info.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_promotion.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_switch.h>
