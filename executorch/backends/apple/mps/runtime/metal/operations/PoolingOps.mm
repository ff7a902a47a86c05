#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch {
namespace backends {
namespace mps {

using engine::Error;
using engine::Node;
using engine::Pool2d;
using engine::Window;

namespace {

/// How the windows of one dimension lie over the input.
struct Line {
  int64_t size;   ///< of the input
  int64_t count;  ///< of windows
  int64_t kernel;
  int64_t stride;
  int64_t dilation;
  int64_t before;
  int64_t after;  ///< counted padding

  /// Padding with which exactly `count` windows fit: less than declared if the
  /// last elements are in no window, more in ceil mode.
  int64_t needed_after() const {
    const int64_t end = (count - 1) * stride + dilation * (kernel - 1) + 1;
    return std::max<int64_t>(end - size - before, 0);
  }

  /// Elements of a window that count: of the input, or with the padding.
  int64_t counted(int64_t window, bool has_padding) const {
    const int64_t low = has_padding ? -before : 0;
    const int64_t high = has_padding ? size + after : size;
    int64_t number = 0;
    for (int64_t i = 0; i < kernel; ++i) {
      const int64_t place = window * stride + i * dilation - before;
      number += place >= low && place < high ? 1 : 0;
    }
    return number;
  }
};

Line lineOf(const MPSGraphBuilder& builder, const Node& node,
            const Window& window, size_t i) {
  return {builder.type(node.inputs[0]).sizes[2 + i],
          builder.type(node.outputs[0]).sizes[2 + i],
          window.kernel[i],
          window.stride[i],
          window.dilation[i],
          window.pad_before[i],
          window.pad_after[i]};
}

MPSGraphPooling2DOpDescriptor* descriptorOf(const Line& rows,
                                            const Line& columns,
                                            bool isPadded) {
  const auto count = [](int64_t value) {
    return static_cast<NSUInteger>(value);
  };
  const auto padding = [&](int64_t value) {
    return isPadded ? count(value) : 0;
  };
  return [MPSGraphPooling2DOpDescriptor
      descriptorWithKernelWidth:count(columns.kernel)
                   kernelHeight:count(rows.kernel)
                      strideInX:count(columns.stride)
                      strideInY:count(rows.stride)
                dilationRateInX:count(columns.dilation)
                dilationRateInY:count(rows.dilation)
                    paddingLeft:padding(columns.before)
                   paddingRight:padding(columns.needed_after())
                     paddingTop:padding(rows.before)
                  paddingBottom:padding(rows.needed_after())
                   paddingStyle:MPSGraphPaddingStyleExplicit
                     dataLayout:MPSGraphTensorNamedDataLayoutNCHW];
}

/// Window size / divisor of each window; 0 where nothing counts.
std::vector<float> corrections(const Pool2d& op, const Line& rows,
                               const Line& columns) {
  const int64_t area = rows.kernel * columns.kernel;
  std::vector<float> factors;
  for (int64_t i = 0; i < rows.count; ++i) {
    for (int64_t j = 0; j < columns.count; ++j) {
      const int64_t divisor =
          op.divisor_override != 0
              ? op.divisor_override
              : rows.counted(i, op.count_include_pad) *
                    columns.counted(j, op.count_include_pad);
      factors.push_back(divisor == 0 ? 0
                                     : static_cast<float>(area) /
                                           static_cast<float>(divisor));
    }
  }
  return factors;
}

/// What MPSGraph divides by where there is padding depends on its version, so
/// the input is padded first; the averages over whole windows are then put
/// right where the divisor is another.
MPSGraphTensor* average(const MPSGraphBuilder& builder, const Pool2d& op,
                        MPSGraphTensor* x, const Line& rows,
                        const Line& columns) {
  MPSGraph* graph = builder.graph();
  const std::vector<float> factors = corrections(op, rows, columns);
  const bool isExact = std::all_of(factors.begin(), factors.end(),
                                   [](float factor) { return factor == 1; });
  const MPSDataType type = [x dataType];
  x = isExact ? x : inFloat32(builder, x);
  const std::vector<int64_t> before{0, 0, rows.before, columns.before};
  const std::vector<int64_t> after{0, 0, rows.needed_after(),
                                   columns.needed_after()};
  if (before[2] + before[3] + after[2] + after[3] > 0) {
    x = [graph padTensor:x
         withPaddingMode:MPSGraphPaddingModeConstant
             leftPadding:numbersOf(before)
            rightPadding:numbersOf(after)
           constantValue:0
                    name:nil];
  }
  MPSGraphTensor* y =
      [graph avgPooling2DWithSourceTensor:x
                               descriptor:descriptorOf(rows, columns, false)
                                     name:nil];
  if (isExact) {
    return y;
  }
  MPSGraphTensor* plane =
      builder.constant(factors, {1, 1, rows.count, columns.count});
  y = [graph multiplicationWithPrimaryTensor:y secondaryTensor:plane name:nil];
  return builder.cast(y, type);
}

/// Integers of up to 16 bits are exact in float32.
MPSGraphTensor* largest(const MPSGraphBuilder& builder, MPSGraphTensor* x,
                        const Line& rows, const Line& columns) {
  const MPSDataType type = [x dataType];
  if ((type & MPSDataTypeFloatBit) == 0) {
    x = inFloat32(builder, x);
  }
  MPSGraphTensor* y = [builder.graph()
      maxPooling2DWithSourceTensor:x
                        descriptor:descriptorOf(rows, columns, true)
                              name:nil];
  return builder.cast(y, type);
}

}  // namespace

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const Pool2d& op) {
  ET_CHECK_OR_RETURN_ERROR(
      node.outputs.size() < 2 || !builder.isRead(node.outputs[1]), NotSupported,
      "MPSGraph of macOS 12.0 has no positions of maxima");
  const engine::ScalarType dtype = builder.type(node.inputs[0]).dtype;
  ET_CHECK_OR_RETURN_ERROR(
      dtype != engine::ScalarType::Int && dtype != engine::ScalarType::Long,
      NotSupported, "MPSGraph pools floats; %s is not exact as one",
      engine::to_string(builder.type(node.inputs[0])).c_str());
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  const Line rows = lineOf(builder, node, op.window, 0);
  const Line columns = lineOf(builder, node, op.window, 1);
  builder.set(node.outputs[0], op.kind == Pool2d::Kind::kMax
                                   ? largest(builder, x, rows, columns)
                                   : average(builder, op, x, rows, columns));
  return Error::Ok;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
