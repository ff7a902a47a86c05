#include <executorch/backends/apple/mps/operators/nodes.h>

#include <algorithm>

namespace executorch::backends::mps {
namespace {

std::vector<int32_t> as_int32(const std::vector<int64_t>& sizes) {
  return {sizes.begin(), sizes.end()};
}

}  // namespace

Tensor unary(GraphWriter& writer, MPSNodeUnion type, const Tensor& x) {
  return unary(writer, type, x, x.dtype);
}

Tensor unary(GraphWriter& writer, MPSNodeUnion type, const Tensor& x,
             MPSDataType dtype) {
  Tensor result = writer.new_tensor(dtype, x.sizes);
  writer.add(
      type,
      mpsgraph::Create_MPSNode1x1(writer.builder(), x.id, result.id).Union());
  return result;
}

Tensor relu(GraphWriter& writer, const Tensor& x) {
  Tensor result = writer.new_tensor(x.dtype, x.sizes);
  writer.add(MPSNodeUnion::MPSReLU,
             mpsgraph::Create_MPSNode2x1(writer.builder(), x.id, -1, result.id)
                 .Union());
  return result;
}

std::vector<int64_t> broadcast_sizes(const std::vector<int64_t>& a,
                                     const std::vector<int64_t>& b) {
  std::vector<int64_t> sizes(std::max(a.size(), b.size()), 1);
  for (size_t i = 0; i < sizes.size(); ++i) {
    const int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    sizes[sizes.size() - 1 - i] = x == 1 ? y : x;
  }
  return sizes;
}

Tensor binary(GraphWriter& writer, MPSNodeUnion type, const Tensor& a,
              const Tensor& b) {
  return binary(writer, type, a, b, a.dtype);
}

Tensor binary(GraphWriter& writer, MPSNodeUnion type, const Tensor& a,
              const Tensor& b, MPSDataType dtype) {
  Tensor result = writer.new_tensor(dtype, broadcast_sizes(a.sizes, b.sizes));
  writer.add(
      type, mpsgraph::Create_MPSNode2x1(writer.builder(), a.id, b.id, result.id)
                .Union());
  return result;
}

Tensor add(GraphWriter& writer, MPSNodeUnion type, const Tensor& a,
           const Tensor& b, float alpha) {
  Tensor result = writer.new_tensor(a.dtype, broadcast_sizes(a.sizes, b.sizes));
  writer.add(type, mpsgraph::Create_MPSNodeWithAlpha2x1(writer.builder(), a.id,
                                                        b.id, result.id, alpha)
                       .Union());
  return result;
}

Tensor divide(GraphWriter& writer, const Tensor& a, const Tensor& b,
              const char* rounding_mode) {
  Tensor result = writer.new_tensor(a.dtype, broadcast_sizes(a.sizes, b.sizes));
  writer.add(MPSNodeUnion::MPSDiv,
             mpsgraph::Create_MPSDivNode2x1Direct(writer.builder(), a.id, b.id,
                                                  result.id, rounding_mode)
                 .Union());
  return result;
}

Tensor where(GraphWriter& writer, const Tensor& condition, const Tensor& a,
             const Tensor& b) {
  Tensor result = writer.new_tensor(
      a.dtype,
      broadcast_sizes(condition.sizes, broadcast_sizes(a.sizes, b.sizes)));
  writer.add(MPSNodeUnion::MPSWhere,
             mpsgraph::Create_MPSNode3x1(writer.builder(), condition.id, a.id,
                                         b.id, result.id)
                 .Union());
  return result;
}

Tensor clamp(GraphWriter& writer, const Tensor& x, float min, float max) {
  Tensor result = writer.new_tensor(x.dtype, x.sizes);
  const auto bounds = mpsgraph::CreateMPSMinMax(writer.builder(), min, max);
  writer.add(
      MPSNodeUnion::MPSClamp,
      mpsgraph::CreateMPSClamp(writer.builder(), x.id, result.id).Union(),
      bounds);
  return result;
}

Tensor view(GraphWriter& writer, const Tensor& x, std::vector<int64_t> sizes) {
  if (x.sizes == sizes) {
    return x;
  }
  const std::vector<int32_t> shape = as_int32(sizes);
  Tensor result = writer.new_tensor(x.dtype, std::move(sizes));
  writer.add(
      MPSNodeUnion::MPSView,
      mpsgraph::CreateMPSViewDirect(writer.builder(), x.id, result.id,
                                    static_cast<int32_t>(shape.size()), &shape)
          .Union());
  return result;
}

Tensor expand(GraphWriter& writer, const Tensor& x,
              std::vector<int64_t> sizes) {
  std::vector<int64_t> same_rank(sizes.size() - x.sizes.size(), 1);
  same_rank.insert(same_rank.end(), x.sizes.begin(), x.sizes.end());
  const Tensor padded = view(writer, x, same_rank);
  if (padded.sizes == sizes) {
    return padded;
  }
  const std::vector<int32_t> shape = as_int32(sizes);
  Tensor result = writer.new_tensor(x.dtype, std::move(sizes));
  writer.add(
      MPSNodeUnion::MPSExpand,
      mpsgraph::CreateMPSViewDirect(writer.builder(), padded.id, result.id,
                                    static_cast<int32_t>(shape.size()), &shape)
          .Union());
  return result;
}

Tensor permute(GraphWriter& writer, const Tensor& x,
               const std::vector<int32_t>& axes) {
  std::vector<int64_t> sizes;
  for (const int32_t axis : axes) {
    sizes.push_back(x.sizes[static_cast<size_t>(axis)]);
  }
  Tensor result = writer.new_tensor(x.dtype, std::move(sizes));
  writer.add(
      MPSNodeUnion::MPSPermute,
      mpsgraph::CreateMPSPermuteDirect(writer.builder(), x.id, result.id,
                                       static_cast<int32_t>(axes.size()), &axes)
          .Union());
  return result;
}

Tensor slice(GraphWriter& writer, const Tensor& x, size_t axis, int64_t start,
             int64_t end, int64_t step) {
  if (start == 0 && end == x.sizes[axis] && step == 1) {
    return x;
  }
  std::vector<int64_t> sizes = x.sizes;
  sizes[axis] = (end - start + step - 1) / step;
  Tensor result = writer.new_tensor(x.dtype, std::move(sizes));
  writer.add(
      MPSNodeUnion::MPSSlice,
      mpsgraph::CreateMPSSlice(writer.builder(), x.id, result.id,
                               static_cast<int64_t>(axis), start, end, step)
          .Union());
  return result;
}

Tensor concat(GraphWriter& writer, const std::vector<Tensor>& parts,
              size_t axis) {
  if (parts.size() == 1) {
    return parts[0];
  }
  std::vector<int64_t> sizes = parts[0].sizes;
  sizes[axis] = 0;
  std::vector<int32_t> ids;
  for (const Tensor& part : parts) {
    sizes[axis] += part.sizes[axis];
    ids.push_back(part.id);
  }
  Tensor result = writer.new_tensor(parts[0].dtype, std::move(sizes));
  writer.add(MPSNodeUnion::MPSCat,
             mpsgraph::CreateMPSCatDirect(writer.builder(), &ids, result.id,
                                          static_cast<int32_t>(axis))
                 .Union());
  return result;
}

Tensor index_select(GraphWriter& writer, const Tensor& x, size_t axis,
                    const Tensor& indices) {
  std::vector<int64_t> sizes = x.sizes;
  sizes[axis] = indices.numel();
  Tensor result = writer.new_tensor(x.dtype, std::move(sizes));
  writer.add(
      MPSNodeUnion::MPSIndexSelect,
      mpsgraph::CreateMPSIndexSelect(writer.builder(), x.id, result.id,
                                     static_cast<int32_t>(axis), indices.id)
          .Union());
  return result;
}

Tensor matmul(GraphWriter& writer, const Tensor& a, const Tensor& b) {
  const std::vector<int64_t> batch_a(a.sizes.begin(), a.sizes.end() - 2);
  const std::vector<int64_t> batch_b(b.sizes.begin(), b.sizes.end() - 2);
  std::vector<int64_t> sizes = broadcast_sizes(batch_a, batch_b);
  sizes.push_back(a.sizes[a.sizes.size() - 2]);
  sizes.push_back(b.sizes.back());
  Tensor result = writer.new_tensor(a.dtype, std::move(sizes));
  writer.add(
      MPSNodeUnion::MPSMatMul,
      mpsgraph::Create_MPSNode2x1(writer.builder(), a.id, b.id, result.id)
          .Union());
  return result;
}

Tensor mean(GraphWriter& writer, const Tensor& x,
            const std::vector<int32_t>& axes) {
  std::vector<int64_t> sizes = x.sizes;
  for (const int32_t axis : axes) {
    sizes[static_cast<size_t>(axis)] = 1;
  }
  Tensor result = writer.new_tensor(x.dtype, std::move(sizes));
  writer.add(MPSNodeUnion::MPSMean,
             mpsgraph::CreateMPSMeanDirect(writer.builder(), x.id, result.id,
                                           static_cast<int32_t>(axes.size()),
                                           &axes, true)
                 .Union());
  return result;
}

}  // namespace executorch::backends::mps
