#include <executorch/backends/xnnpack/runtime/graph/integer_products.h>
#include <executorch/backends/xnnpack/runtime/graph/nodes.h>
#include <executorch/backends/xnnpack/runtime/graph/weights.h>

#include <executorch/backends/engine/graph/tensor_type.h>

#include <algorithm>
#include <array>
#include <cinttypes>

namespace executorch {
namespace backends {
namespace xnnpack {

namespace {

using Table = fb_xnnpack::_XNNNodeConv;

/// Products with kernel sizes, which are 32 bits wide, stay within 64.
constexpr int64_t kMaxDilation = INT32_MAX;

/// Filters, of which Transpose{axes}(numbers) is [O, kernel height, kernel
/// width, I / groups].
struct Filters {
  Weights weights;
  Axes axes;
};

/// Filters are as the engine has them for integers; those of a depthwise
/// convolution are [1, kernel height, kernel width, O].
Result<Filters> read_filters(GraphBuilder& builder, const Table& table,
                             bool is_depthwise) {
  ET_XNN_ASSIGN(found,
                read_weights(builder, table.filter_id(), is_depthwise ? 3 : 0));
  const std::vector<int64_t> sizes = builder.type(found.numbers).sizes;
  int64_t outputs = 0;
  ET_CHECK_OR_RETURN_ERROR(
      !__builtin_mul_overflow(int64_t{table.groups()},
                              int64_t{table.group_output_channels()}, &outputs),
      InvalidProgram,
      "XNNPACK payload: a convolution has %" PRIu32 " groups of %" PRIu32
      " output channels",
      table.groups(), table.group_output_channels());
  const std::vector<int64_t> expected{
      is_depthwise ? 1 : outputs, table.kernel_height(), table.kernel_width(),
      is_depthwise ? outputs : int64_t{table.group_input_channels()}};
  ET_CHECK_OR_RETURN_ERROR(
      sizes == expected, InvalidProgram,
      "XNNPACK payload: the filter of a convolution is %s, expected %s",
      engine::to_string(sizes).c_str(), engine::to_string(expected).c_str());
  ET_CHECK_OR_RETURN_ERROR(builder.type(found.numbers).numel() > 0,
                           InvalidProgram,
                           "XNNPACK payload: the filter of a convolution is %s",
                           engine::to_string(sizes).c_str());
  return Filters{found, is_depthwise ? Axes{3, 1, 2, 0} : Axes{}};
}

engine::Window window_of(const Table& table) {
  engine::Window window;
  window.kernel = {table.kernel_height(), table.kernel_width()};
  window.stride = {table.subsampling_height(), table.subsampling_width()};
  window.dilation = {table.dilation_height(), table.dilation_width()};
  window.pad_before = {table.padding_top(), table.padding_left()};
  window.pad_after = {table.padding_bottom(), table.padding_right()};
  return window;
}

/// The convolution of an image, with scales and bias.
Error convolve(GraphBuilder& builder, const XNode& node, const Table& table,
               const engine::Conv2d& op, const Activation& x,
               const Filters& filters) {
  const Weights& weights = filters.weights;
  const IntegerProduct product = {x, weights, table.bias_id(),
                                  table.output_id()};
  ET_XNN_ASSIGN(is_of_integers, is_product_of_integers(builder, product));
  if (is_of_integers) {
    ET_XNN_ASSIGN(pixels, builder.permute(weights.numbers, filters.axes));
    ET_XNN_ASSIGN(y, convolve_integers(builder, node, product, pixels, op));
    return builder.define_stored(table.output_id(), View{y, to_pixels()});
  }
  const bool is_quantized = x.is_quantized || weights.is_quantized();
  ET_XNN_ASSIGN(numbers, centred(builder, x));
  const ScalarType dtype =
      is_quantized ? ScalarType::Float : builder.type(numbers).dtype;
  ET_XNN_ASSIGN(image, builder.cast(numbers, dtype));
  ET_XNN_ASSIGN(planes, builder.permute(weights.numbers,
                                        composed(filters.axes, to_planes())));
  ET_XNN_ASSIGN(weight, builder.cast(planes, dtype));
  std::vector<ValueId> operands{image, weight};
  if (!is_quantized && table.bias_id() != kNoId) {
    ET_XNN_ASSIGN(view, builder.real(table.bias_id()));
    ET_XNN_ASSIGN(bias, builder.cast(view.base, dtype));
    operands.push_back(bias);
  }
  ET_XNN_ASSIGN(sums, builder.graph().add(op, std::move(operands)));
  if (!is_quantized) {
    return builder.define_planes(node, table.output_id(), sums);
  }
  ET_XNN_ASSIGN(y, finish_sums(builder, sums, x, weights, table.bias_id(),
                               {1, -1, 1, 1}));
  return builder.define_planes(node, table.output_id(), y);
}

/// Elements of planes with `stride - 1` zeros between them.
Result<ValueId> spread(GraphBuilder& builder, ValueId planes,
                       const std::array<int64_t, 2>& stride) {
  if (stride == std::array<int64_t, 2>{1, 1}) {
    return planes;
  }
  const std::vector<int64_t> sizes = builder.type(planes).sizes;
  ET_XNN_ASSIGN(apart, builder.reshape(planes, {sizes[0], sizes[1], sizes[2], 1,
                                                sizes[3], 1}));
  engine::Pad op;
  op.before = {0, 0, 0, 0, 0, 0};
  op.after = {0, 0, 0, stride[0] - 1, 0, stride[1] - 1};
  ET_XNN_ASSIGN(padded, builder.graph().add(std::move(op), {apart}));
  const std::vector<int64_t>& wide = builder.type(padded).sizes;
  return builder.reshape(
      padded, {wide[0], wide[1], wide[2] * wide[3], wide[4] * wide[5]});
}

/// Kernels upside down: index `axis` from the last to the first.
Result<ValueId> flip(GraphBuilder& builder, ValueId value, int32_t axis) {
  std::vector<int64_t> places;
  for (int64_t i = builder.type(value).sizes[static_cast<size_t>(axis)];
       i-- > 0;) {
    places.push_back(i);
  }
  ET_XNN_ASSIGN(indices, builder.add_indices(places));
  return builder.graph().add(engine::Gather{axis, false}, {value, indices});
}

/// Zeros around one axis of planes.
/// Negative padding cuts.
Result<ValueId> pad_or_cut(GraphBuilder& builder, ValueId planes, int32_t axis,
                           int64_t before, int64_t after) {
  const auto index = static_cast<size_t>(axis);
  ValueId y = planes;
  TensorType type = builder.type(y);
  const int64_t start = std::max<int64_t>(0, -before);
  const int64_t cut = start + std::max<int64_t>(0, -after);
  if (cut > 0) {
    ET_CHECK_OR_RETURN_ERROR(
        cut < type.sizes[index], InvalidProgram,
        "XNNPACK payload: a transposed convolution leaves %" PRId64
        " of %" PRId64 " places",
        type.sizes[index] - cut, type.sizes[index]);
    type.sizes[index] -= cut;
    ET_XNN_ASSIGN(part, builder.graph().add(engine::Slice{axis, start, 1}, {y},
                                            std::move(type)));
    y = part;
  }
  if (before <= 0 && after <= 0) {
    return y;
  }
  engine::Pad op;
  op.before = op.after = {0, 0, 0, 0};
  op.before[index] = std::max<int64_t>(0, before);
  op.after[index] = std::max<int64_t>(0, after);
  return builder.graph().add(std::move(op), {y});
}

}  // namespace

Error build_convolution(GraphBuilder& builder, const XNode& node,
                        const Table& table, bool is_depthwise) {
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_flags(node, table.flags(), kStaticFloatWeights));
  ET_XNN_ASSIGN(x, read_activation(builder, table.input1_id(), true));
  ET_XNN_ASSIGN(filters, read_filters(builder, table, is_depthwise));
  engine::Conv2d op;
  op.window = window_of(table);
  op.groups = table.groups();
  return convolve(builder, node, table, op, x, filters);
}

/// The convolution of the spread input with the kernels turned round.
Error build_transposed_convolution(GraphBuilder& builder, const XNode& node,
                                   const Table& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_flags(node, table.flags(), kStaticFloatWeights));
  Activation x;
  Filters filters;
  {
    ET_XNN_ASSIGN(image, read_activation(builder, table.input1_id(), true));
    ET_XNN_ASSIGN(found, read_filters(builder, table, false));
    ET_XNN_ASSIGN(upside_down, flip(builder, found.weights.numbers, 1));
    ET_XNN_ASSIGN(turned, flip(builder, upside_down, 2));
    x = image;
    filters = found;
    filters.weights.numbers = turned;
  }
  const engine::Window window = window_of(table);
  const std::array<int64_t, 2> adjustment{table.adjustment_height(),
                                          table.adjustment_width()};
  for (size_t i = 0; i < 2; ++i) {
    ET_CHECK_OR_RETURN_ERROR(
        window.stride[i] > 0 && adjustment[i] < window.stride[i] &&
            window.dilation[i] <= kMaxDilation,
        InvalidProgram,
        "XNNPACK payload: a transposed convolution with stride %" PRId64
        ", adjustment %" PRId64 ", dilation %" PRId64,
        window.stride[i], adjustment[i], window.dilation[i]);
  }
  ET_XNN_ASSIGN(numbers, centred(builder, x));
  ET_XNN_ASSIGN(wide, spread(builder, numbers, window.stride));
  x.numbers = wide;
  x.zero_point = 0;
  x.row_zero_points = engine::kNoValue;
  for (size_t i = 0; i < 2; ++i) {
    const int64_t reach = window.dilation[i] * (window.kernel[i] - 1);
    ET_XNN_ASSIGN(padded,
                  pad_or_cut(builder, x.numbers, static_cast<int32_t>(2 + i),
                             reach - window.pad_before[i],
                             reach - window.pad_after[i] + adjustment[i] -
                                 (window.stride[i] - 1)));
    x.numbers = padded;
  }
  engine::Conv2d op;
  op.window.kernel = window.kernel;
  op.window.dilation = window.dilation;
  op.groups = table.groups();
  return convolve(builder, node, table, op, x, filters);
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
