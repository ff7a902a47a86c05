#pragma once

#include <executorch/runtime/core/span.h>

#include <cstdint>

/// Files of the build machine that are part of the image, aligned to 16 bytes.

/// The compiled program.
extern const executorch::runtime::Span<const uint8_t> kProgram;
/// Images of 8 x 8 float32, one after the other.
extern const executorch::runtime::Span<const uint8_t> kImages;
/// Their classes, int64.
extern const executorch::runtime::Span<const uint8_t> kLabels;
