#pragma once

#include <executorch/backends/xnnpack/operators/tensor.h>

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace executorch::backends::xnnpack {

size_t element_nbytes(XNNDatatype dtype);

/// Elements of `nbytes` each with their dimensions in another order: dimension
/// i of the result is dimension axes[i] of `sizes`.
exir::ConstantData permuted(const exir::ConstantData& data, const Sizes& sizes,
                            const std::vector<uint32_t>& axes, size_t nbytes);

/// Floats of one dtype as those of another; finite numbers stay finite.
exir::ConstantData converted(const exir::ConstantData& data,
                             exir::ScalarType from, XNNDatatype to);

/// Integers of -8 to 7, of rows of even length, plus kZeroPointOf4Bits and two
/// in a byte: the even one in the low half.
exir::ConstantData packed_4_bits(const exir::ConstantData& integers);

/// Bytes with an owner.
template <class T>
exir::ConstantData owned(std::vector<T> values) {
  auto owner = std::make_shared<std::vector<T>>(std::move(values));
  return {std::as_bytes(std::span<const T>(*owner)), owner};
}

}  // namespace executorch::backends::xnnpack
