#include <executorch/backends/xnnpack/operators/nodes.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace executorch::backends::xnnpack {
namespace {

namespace fb = fb_xnnpack;

/// Concatenations have two to five operands.
constexpr size_t kMaxParts = 5;
constexpr uint32_t kTransposeWeights = 1;
constexpr uint32_t kKeepDims = 0x40;

std::vector<uint32_t> as_uint32(const Sizes& sizes) {
  return {sizes.begin(), sizes.end()};
}

/// A result like `x` of other sizes.
Tensor like(GraphWriter& writer, const Tensor& x, Sizes sizes) {
  return x.quantization
             ? writer.new_quantized(*x.quantization, std::move(sizes))
             : writer.new_tensor(x.dtype, std::move(sizes));
}

Tensor write_1x1(GraphWriter& writer, XNodeUnion kind, const Tensor& x,
                 const Tensor& y, uint32_t flags = 0) {
  writer.add(
      kind, fb::Create_XNNNode1x1(writer.builder(), x.id, y.id, flags).Union());
  return y;
}

Sizes broadcast(const Sizes& a, const Sizes& b) {
  Sizes sizes = a.size() < b.size() ? b : a;
  const Sizes& other = a.size() < b.size() ? a : b;
  for (size_t i = 0; i < other.size(); ++i) {
    int64_t& size = sizes[sizes.size() - 1 - i];
    const int64_t given = other[other.size() - 1 - i];
    size = size == 1 ? given : size;
  }
  return sizes;
}

XNodeUnion concatenation_of(size_t n_parts) {
  constexpr XNodeUnion kKinds[] = {
      XNodeUnion::XNNConcatenate2, XNodeUnion::XNNConcatenate3,
      XNodeUnion::XNNConcatenate4, XNodeUnion::XNNConcatenate5};
  return kKinds[n_parts - 2];
}

/// Two to five parts.
Tensor concatenate_some(GraphWriter& writer, const std::vector<Tensor>& parts,
                        size_t axis) {
  Sizes sizes = parts[0].sizes;
  sizes[axis] = 0;
  std::vector<uint32_t> ids(kMaxParts, kNoTensor);
  for (size_t i = 0; i < parts.size(); ++i) {
    sizes[axis] += parts[i].sizes[axis];
    ids[i] = parts[i].id;
  }
  Tensor y = like(writer, parts[0], std::move(sizes));
  writer.add(concatenation_of(parts.size()),
             fb::Create_XNNCat(writer.builder(), static_cast<uint32_t>(axis),
                               ids[0], ids[1], ids[2], ids[3], y.id, 0, ids[4])
                 .Union());
  return y;
}

}  // namespace

Tensor quantize(GraphWriter& writer, const Tensor& x,
                const Quantization& quantization) {
  return write_1x1(writer, XNodeUnion::XNNConvert, x,
                   writer.new_quantized(quantization, x.sizes));
}

Tensor convert(GraphWriter& writer, const Tensor& x, XNNDatatype dtype) {
  if (x.quantization && dtype == XNNDatatype::xnn_datatype_fp16) {
    return convert(writer, convert(writer, x, XNNDatatype::xnn_datatype_fp32),
                   dtype);
  }
  return x.dtype == dtype ? x
                          : write_1x1(writer, XNodeUnion::XNNConvert, x,
                                      writer.new_tensor(dtype, x.sizes));
}

Tensor copy(GraphWriter& writer, const Tensor& x) {
  return write_1x1(writer, XNodeUnion::XNNCopy, x, like(writer, x, x.sizes));
}

Tensor reshape(GraphWriter& writer, const Tensor& x, Sizes sizes) {
  if (x.sizes == sizes) {
    return x;
  }
  Tensor y = like(writer, x, std::move(sizes));
  const std::vector<uint32_t> shape = as_uint32(y.sizes);
  writer.add(XNodeUnion::XNNStaticReshape,
             fb::CreateXNNStaticReshapeDirect(
                 writer.builder(), static_cast<uint32_t>(shape.size()), &shape,
                 x.id, y.id)
                 .Union());
  return y;
}

Tensor transpose(GraphWriter& writer, const Tensor& x,
                 const std::vector<uint32_t>& axes) {
  if (std::is_sorted(axes.begin(), axes.end())) {
    return x;
  }
  Sizes sizes;
  for (const uint32_t axis : axes) {
    sizes.push_back(x.sizes[axis]);
  }
  Tensor y = like(writer, x, std::move(sizes));
  writer.add(XNodeUnion::XNNStaticTranspose,
             fb::CreateXNNStaticTransposeDirect(
                 writer.builder(), static_cast<uint32_t>(axes.size()), &axes,
                 x.id, y.id)
                 .Union());
  return y;
}

Tensor slice(GraphWriter& writer, const Tensor& x, size_t axis, int64_t start,
             int64_t end) {
  Sizes sizes = x.sizes;
  sizes[axis] = end - start;
  if (sizes == x.sizes) {
    return x;
  }
  std::vector<uint32_t> offsets(x.rank());
  offsets[axis] = static_cast<uint32_t>(start);
  const std::vector<uint32_t> lengths = as_uint32(sizes);
  Tensor y = like(writer, x, std::move(sizes));
  writer.add(XNodeUnion::XNNStaticSlice,
             fb::CreateXNNStaticSliceDirect(
                 writer.builder(), static_cast<uint32_t>(offsets.size()),
                 &offsets, &lengths, x.id, y.id)
                 .Union());
  return y;
}

Tensor concatenate(GraphWriter& writer, std::vector<Tensor> parts,
                   size_t axis) {
  while (parts.size() > 1) {
    std::vector<Tensor> joined;
    for (size_t i = 0; i < parts.size(); i += kMaxParts) {
      const size_t end = std::min(parts.size(), i + kMaxParts);
      const std::vector<Tensor> some(
          parts.begin() + static_cast<std::ptrdiff_t>(i),
          parts.begin() + static_cast<std::ptrdiff_t>(end));
      joined.push_back(some.size() == 1 ? some[0]
                                        : concatenate_some(writer, some, axis));
    }
    parts = std::move(joined);
  }
  return parts[0];
}

Tensor pad(GraphWriter& writer, const Tensor& x, const Sizes& before,
           const Sizes& after, float value) {
  Sizes sizes = x.sizes;
  for (size_t i = 0; i < sizes.size(); ++i) {
    sizes[i] += before[i] + after[i];
  }
  if (sizes == x.sizes) {
    return x;
  }
  Tensor y = like(writer, x, std::move(sizes));
  const std::vector<uint32_t> first = as_uint32(before);
  const std::vector<uint32_t> last = as_uint32(after);
  writer.add(XNodeUnion::XNNStaticConstantPad,
             fb::CreateXNNStaticConstantPadDirect(writer.builder(), &first,
                                                  &last, value, x.id, y.id)
                 .Union());
  return y;
}

Tensor unary(GraphWriter& writer, XNodeUnion kind, const Tensor& x) {
  return write_1x1(writer, kind, x, like(writer, x, x.sizes));
}

Tensor clamp(GraphWriter& writer, const Tensor& x, Bounds bounds) {
  Tensor y = like(writer, x, x.sizes);
  writer.add(XNodeUnion::XNNClamp,
             fb::Create_XNNNode1x1(writer.builder(), x.id, y.id).Union(),
             bounds);
  return y;
}

Tensor binary(GraphWriter& writer, XNodeUnion kind, const Tensor& a,
              const Tensor& b) {
  Tensor y = like(writer, a, broadcast(a.sizes, b.sizes));
  writer.add(kind,
             fb::Create_XNNNode2x1(writer.builder(), a.id, b.id, y.id).Union());
  return y;
}

Tensor softmax(GraphWriter& writer, const Tensor& x) {
  return unary(writer, XNodeUnion::XNNSoftmax, x);
}

Tensor mean_of_pixels(GraphWriter& writer, const Tensor& x) {
  return write_1x1(writer, XNodeUnion::XNNGlobalAvgPooling2d, x,
                   like(writer, x, {x.sizes[0], 1, 1, x.sizes[3]}), kKeepDims);
}

Tensor mean_of_rows(GraphWriter& writer, const Tensor& x, size_t first) {
  int64_t count = 1;
  Sizes sizes = x.sizes;
  for (size_t i = first; i < sizes.size(); ++i) {
    count *= sizes[i];
    sizes[i] = 1;
  }
  const Tensor image = reshape(writer, x, {x.numel() / count, 1, count, 1});
  return reshape(writer, mean_of_pixels(writer, image), std::move(sizes));
}

void write_fully_connected(GraphWriter& writer, const Tensor& x,
                           const Tensor& filter, const Tensor& bias,
                           bool is_transposed, const Tensor& y,
                           std::optional<Bounds> bounds) {
  writer.add(
      XNodeUnion::XNNFullyConnected,
      fb::CreateXNNFullyConnected(writer.builder(), x.id, filter.id, bias.id,
                                  y.id, is_transposed ? kTransposeWeights : 0)
          .Union(),
      bounds);
}

Tensor fully_connected(GraphWriter& writer, const Tensor& x,
                       const Tensor& filter, const Tensor& bias,
                       bool is_transposed) {
  Sizes sizes = x.sizes;
  sizes.back() = filter.sizes[is_transposed ? 1 : 0];
  Tensor y = writer.new_tensor(x.dtype, std::move(sizes));
  write_fully_connected(writer, x, filter, bias, is_transposed, y);
  return y;
}

Tensor batch_matmul(GraphWriter& writer, const Tensor& a, const Tensor& b) {
  Tensor y = like(writer, a, {a.sizes[0], a.sizes[1], b.sizes[2]});
  writer.add(XNodeUnion::XNNBatchMatrixMultiply,
             fb::Create_XNNNode2x1(writer.builder(), a.id, b.id, y.id).Union());
  return y;
}

/// A number times 2^-126 is infinite only if it was, and else below 8: what is
/// cut off at 8 tells infinities from numbers.
Tensor saturated_half(GraphWriter& writer, const Tensor& x) {
  constexpr float kMaxHalf = 65504.0f;
  constexpr float kAboveAll = 8.0f;
  const Tensor small = binary(writer, XNodeUnion::XNNMultiply, x,
                              writer.scalar(std::ldexp(1.0, -126), x.dtype));
  const Tensor cut = clamp(writer, small, {-kAboveAll, kAboveAll});
  const Tensor infinity = binary(writer, XNodeUnion::XNNSubtract, small, cut);
  const Tensor within = clamp(writer, x, {-kMaxHalf, kMaxHalf});
  return convert(writer, binary(writer, XNodeUnion::XNNAdd, within, infinity),
                 XNNDatatype::xnn_datatype_fp16);
}

}  // namespace executorch::backends::xnnpack
