#pragma once

#include <executorch/backends/xnnpack/operators/graph_writer.h>

#include <optional>
#include <vector>

/// \file
/// A function for each kind of node: it writes the node and returns the result.
/// Where the result would be the operand itself there is no node.
namespace executorch::backends::xnnpack {

/// Floats in another precision, or of integers.
Tensor convert(GraphWriter& writer, const Tensor& x, XNNDatatype dtype);
/// Integers of float32.
Tensor quantize(GraphWriter& writer, const Tensor& x,
                const Quantization& quantization);
Tensor copy(GraphWriter& writer, const Tensor& x);
/// Sizes of as many elements, at most kMaxDims of them.
Tensor reshape(GraphWriter& writer, const Tensor& x, Sizes sizes);
/// Dimension i of the result is dimension axes[i].
Tensor transpose(GraphWriter& writer, const Tensor& x,
                 const std::vector<uint32_t>& axes);
Tensor slice(GraphWriter& writer, const Tensor& x, size_t axis, int64_t start,
             int64_t end);
Tensor concatenate(GraphWriter& writer, std::vector<Tensor> parts, size_t axis);
/// With so many elements of `value` before and after each dimension.
Tensor pad(GraphWriter& writer, const Tensor& x, const Sizes& before,
           const Sizes& after, float value);

Tensor unary(GraphWriter& writer, XNodeUnion kind, const Tensor& x);
Tensor clamp(GraphWriter& writer, const Tensor& x, Bounds bounds);
/// Of one dtype, broadcast.
Tensor binary(GraphWriter& writer, XNodeUnion kind, const Tensor& a,
              const Tensor& b);
/// Over the innermost dimension.
Tensor softmax(GraphWriter& writer, const Tensor& x);
/// Of the two dimensions in the middle of [N, H, W, C], which become 1.
Tensor mean_of_pixels(GraphWriter& writer, const Tensor& x);
/// Of the innermost dimensions, from `first` on, which become 1.
Tensor mean_of_rows(GraphWriter& writer, const Tensor& x, size_t first);
/// x [.., I] times a filter [O, I], or, if `is_transposed`, [I, O]; with the
/// bias [O], if it has an id.
Tensor fully_connected(GraphWriter& writer, const Tensor& x,
                       const Tensor& filter, const Tensor& bias,
                       bool is_transposed);
/// The same into a result that is declared.
void write_fully_connected(GraphWriter& writer, const Tensor& x,
                           const Tensor& filter, const Tensor& bias,
                           bool is_transposed, const Tensor& y,
                           std::optional<Bounds> bounds = {});
/// [N, M, K] times [N, K, O].
Tensor batch_matmul(GraphWriter& writer, const Tensor& a, const Tensor& b);

/// float32 to half, where finite numbers stay finite and infinities infinite.
Tensor saturated_half(GraphWriter& writer, const Tensor& x);

}  // namespace executorch::backends::xnnpack
