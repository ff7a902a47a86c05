#pragma once

#include <executorch/backends/apple/mps/operators/graph_writer.h>

namespace executorch::backends::mps {

/// \file
/// One function for each kind of node: adds it and returns its result. Operands
/// have one dtype where the node computes with both; axes are not negative.

Tensor unary(GraphWriter& writer, MPSNodeUnion type, const Tensor& x);
/// With a result of another dtype (isnan).
Tensor unary(GraphWriter& writer, MPSNodeUnion type, const Tensor& x,
             MPSDataType dtype);
Tensor relu(GraphWriter& writer, const Tensor& x);

/// Sizes after broadcasting, which is possible.
std::vector<int64_t> broadcast_sizes(const std::vector<int64_t>& a,
                                     const std::vector<int64_t>& b);
Tensor binary(GraphWriter& writer, MPSNodeUnion type, const Tensor& a,
              const Tensor& b);
/// With a result of another dtype (comparisons).
Tensor binary(GraphWriter& writer, MPSNodeUnion type, const Tensor& a,
              const Tensor& b, MPSDataType dtype);
/// a + alpha * b or a - alpha * b.
Tensor add(GraphWriter& writer, MPSNodeUnion type, const Tensor& a,
           const Tensor& b, float alpha = 1);
Tensor divide(GraphWriter& writer, const Tensor& a, const Tensor& b,
              const char* rounding_mode = nullptr);
Tensor where(GraphWriter& writer, const Tensor& condition, const Tensor& a,
             const Tensor& b);
Tensor clamp(GraphWriter& writer, const Tensor& x, float min, float max);

/// x itself where the sizes are the same.
Tensor view(GraphWriter& writer, const Tensor& x, std::vector<int64_t> sizes);
Tensor expand(GraphWriter& writer, const Tensor& x, std::vector<int64_t> sizes);
Tensor permute(GraphWriter& writer, const Tensor& x,
               const std::vector<int32_t>& axes);
/// Elements start, start + step, .. before `end`.
Tensor slice(GraphWriter& writer, const Tensor& x, size_t axis, int64_t start,
             int64_t end, int64_t step = 1);
Tensor concat(GraphWriter& writer, const std::vector<Tensor>& parts,
              size_t axis);
/// Slices at one-dimensional indices.
Tensor index_select(GraphWriter& writer, const Tensor& x, size_t axis,
                    const Tensor& indices);

Tensor matmul(GraphWriter& writer, const Tensor& a, const Tensor& b);
/// Over `axes`, which stay as dimensions of size 1.
Tensor mean(GraphWriter& writer, const Tensor& x,
            const std::vector<int32_t>& axes);

}  // namespace executorch::backends::mps
