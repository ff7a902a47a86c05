#pragma once

#include <executorch/kernels/portable/cpu/util/convert.h>

/// \file
/// Pseudo-random numbers of a generator that all kernels share: one 64-bit
/// state that every draw advances (splitmix64). A process starts with the same
/// state each time; threads may draw at once.
namespace executorch::kernels::portable {

/// Reserves `count` numbers of the sequence; the result is the place of the
/// first, for `uniform_at`.
uint64_t reserve_random(uint64_t count);

/// The number at a place of the sequence, uniform in [0, 1).
double uniform_at(uint64_t place);

/// Writes `f(place)` for each element of out, whose dtype is floating.
void fill_random(double (*f)(uint64_t), uint64_t draws_each, Tensor& out);

}  // namespace executorch::kernels::portable
