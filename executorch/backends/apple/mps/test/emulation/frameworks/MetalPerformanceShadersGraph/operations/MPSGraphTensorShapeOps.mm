// Operations that move elements, and casts.
#include <algorithm>
#include <cmath>

#import "../graph.h"

using namespace mps_emulation;

namespace {

/// Elements of `from` at `start` and on, by strides for each dimension of the
/// result.
Value gather_strided(const Value& from, const Dims& dims, int64_t start,
                     const Strides& strides) {
  Value to(from.type, dims);
  with_elements(from, to, [&](const auto* x, auto* y) {
    for_each_row<1>(dims, {strides},
                    [&](int64_t position, int64_t n, const auto& offsets,
                        const auto& steps) {
                      const auto* row = x + start + offsets[0];
                      for (int64_t i = 0; i < n; ++i) {
                        y[position + i] = row[i * steps[0]];
                      }
                    });
  });
  return to;
}

/// Writes `from` into a region of `to`, which begins at `start`.
void scatter_dense(const Value& from, Value& to, int64_t start) {
  const Strides strides = dense_strides(to.dims);
  with_elements(from, to, [&](const auto* x, auto* y) {
    for_each_row<1>(from.dims, {strides},
                    [&](int64_t position, int64_t n, const auto& offsets,
                        const auto& steps) {
                      auto* row = y + start + offsets[0];
                      for (int64_t i = 0; i < n; ++i) {
                        row[i * steps[0]] = x[position + i];
                      }
                    });
  });
}

struct SliceBounds {
  int64_t start;
  int64_t end;
  int64_t stride;
};

MPSGraphTensor* slice(MPSGraph* graph, MPSGraphTensor* tensor,
                      const std::vector<SliceBounds>& bounds) {
  check_rank("slice", tensor, bounds.size());
  Dims dims;
  Strides strides = dense_strides(tensor->dims_);
  int64_t start = 0;
  for (size_t i = 0; i < bounds.size(); ++i) {
    const auto& [from, to, step] = bounds[i];
    if (from < 0 || to > tensor->dims_[i] || from >= to || step < 1) {
      refuse("slice", "from %ld to %ld by %ld of %ld elements", from, to, step,
             tensor->dims_[i]);
    }
    dims.push_back((to - from + step - 1) / step);
    start += from * strides[i];
    strides[i] *= step;
  }
  return add(graph, "slice", tensor->type_, dims, {tensor},
             [dims, start, strides](const std::vector<const Value*>& operands) {
               return gather_strided(*operands[0], dims, start, strides);
             });
}

/// Floats outside of the range become its nearest end, which nothing promises.
int64_t truncate(float x) {
  if (std::isnan(x)) {
    return 0;
  }
  if (std::fabs(x) >= 0x1p63f) {
    return x < 0 ? INT64_MIN : INT64_MAX;
  }
  return static_cast<int64_t>(x);
}

Value cast(const Value& from, MPSDataType type) {
  Value to(type, from.dims);
  for (size_t i = 0; i < to.floats.size(); ++i) {
    to.floats[i] = is_float(from.type) ? from.floats[i]
                                       : static_cast<float>(from.integers[i]);
  }
  for (size_t i = 0; i < to.integers.size(); ++i) {
    to.integers[i] =
        is_float(from.type) ? truncate(from.floats[i]) : from.integers[i];
  }
  return to;
}

}  // namespace

@implementation MPSGraph (TensorShapeOps)

- (MPSGraphTensor*)castTensor:(MPSGraphTensor*)tensor
                       toType:(MPSDataType)type
                         name:(NSString*)name {
  if (is_bool(type) && !is_bool(tensor->type_)) {
    refuse("cast", "to bool: numbers above 1 may become 0");
  }
  return add(self, "cast", type, tensor->dims_, {tensor},
             [type](const std::vector<const Value*>& operands) {
               return cast(*operands[0], type);
             });
}

- (MPSGraphTensor*)reshapeTensor:(MPSGraphTensor*)tensor
                       withShape:(MPSShape*)shape
                            name:(NSString*)name {
  const Dims dims = dims_of(shape);
  if (numel(dims) != numel(tensor->dims_)) {
    refuse("reshape", "%ld elements as %ld", numel(tensor->dims_), numel(dims));
  }
  return add(self, "reshape", tensor->type_, dims, {tensor},
             [dims](const std::vector<const Value*>& operands) {
               Value value = *operands[0];
               value.dims = dims;
               return value;
             });
}

- (MPSGraphTensor*)transposeTensor:(MPSGraphTensor*)tensor
                         dimension:(NSUInteger)first
                     withDimension:(NSUInteger)second
                              name:(NSString*)name {
  const size_t rank = tensor->dims_.size();
  const size_t a = check_axis("transpose", static_cast<int64_t>(first), rank);
  const size_t b = check_axis("transpose", static_cast<int64_t>(second), rank);
  Dims dims = tensor->dims_;
  Strides strides = dense_strides(dims);
  std::swap(dims[a], dims[b]);
  std::swap(strides[a], strides[b]);
  return add(self, "transpose", tensor->type_, dims, {tensor},
             [dims, strides](const std::vector<const Value*>& operands) {
               return gather_strided(*operands[0], dims, 0, strides);
             });
}

- (MPSGraphTensor*)broadcastTensor:(MPSGraphTensor*)tensor
                           toShape:(MPSShape*)shape
                              name:(NSString*)name {
  const Dims dims = dims_of(shape);
  if (broadcast_dims("broadcast", tensor->dims_, dims) != dims) {
    refuse("broadcast", "the operand is larger than the result");
  }
  const Strides strides = broadcast_strides(tensor->dims_, dims);
  return add(self, "broadcast", tensor->type_, dims, {tensor},
             [dims, strides](const std::vector<const Value*>& operands) {
               return gather_strided(*operands[0], dims, 0, strides);
             });
}

- (MPSGraphTensor*)sliceTensor:(MPSGraphTensor*)tensor
                     dimension:(NSUInteger)dimension
                         start:(NSInteger)start
                        length:(NSInteger)length
                          name:(NSString*)name {
  const size_t axis = check_axis("slice", static_cast<int64_t>(dimension),
                                 tensor->dims_.size());
  std::vector<SliceBounds> bounds;
  for (const int64_t size : tensor->dims_) {
    bounds.push_back({0, size, 1});
  }
  bounds[axis] = {start, start + length, 1};
  return slice(self, tensor, bounds);
}

- (MPSGraphTensor*)sliceTensor:(MPSGraphTensor*)tensor
                        starts:(NSArray<NSNumber*>*)starts
                          ends:(NSArray<NSNumber*>*)ends
                       strides:(NSArray<NSNumber*>*)strides
                          name:(NSString*)name {
  std::vector<SliceBounds> bounds;
  for (NSUInteger i = 0; i < [starts count]; ++i) {
    bounds.push_back({[starts[i] longLongValue],
                      [ends[i] longLongValue],
                      [strides[i] longLongValue]});
  }
  return slice(self, tensor, bounds);
}

- (MPSGraphTensor*)concatTensors:(NSArray<MPSGraphTensor*>*)tensors
                       dimension:(NSInteger)dimension
                            name:(NSString*)name {
  if ([tensors count] == 0) {
    refuse("concat", "there are no operands");
  }
  std::vector<MPSGraphTensor*> operands;
  Dims dims = tensors[0]->dims_;
  const size_t axis = check_axis("concat", dimension, dims.size());
  dims[axis] = 0;
  for (MPSGraphTensor* tensor in tensors) {
    check_same_type("concat", {tensors[0], tensor});
    check_not_bool("concat", tensor);
    check_rank("concat", tensor, dims.size());
    Dims expected = dims;
    expected[axis] = tensor->dims_[axis];
    if (expected != tensor->dims_) {
      refuse("concat", "operands differ in another dimension");
    }
    dims[axis] += tensor->dims_[axis];
    operands.push_back(tensor);
  }
  return add(self, "concat", tensors[0]->type_, dims, operands,
             [dims, axis](const std::vector<const Value*>& parts) {
               Value to(parts[0]->type, dims);
               const int64_t stride = dense_strides(dims)[axis];
               int64_t start = 0;
               for (const Value* part : parts) {
                 scatter_dense(*part, to, start);
                 start += part->dims[axis] * stride;
               }
               return to;
             });
}

- (MPSGraphTensor*)padTensor:(MPSGraphTensor*)tensor
             withPaddingMode:(MPSGraphPaddingMode)mode
                 leftPadding:(MPSShape*)left
                rightPadding:(MPSShape*)right
               constantValue:(double)constant
                        name:(NSString*)name {
  check_not_bool("pad", tensor);
  const Dims before = dims_of(left);
  const Dims after = dims_of(right);
  Dims dims = tensor->dims_;
  if (mode != MPSGraphPaddingModeConstant || before.size() != dims.size() ||
      after.size() != dims.size()) {
    refuse("pad", "mode %ld, or paddings of another number of dimensions",
           mode);
  }
  int64_t start = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (before[i] < 0 || after[i] < 0) {
      refuse("pad", "a negative padding");
    }
    dims[i] += before[i] + after[i];
  }
  const Strides strides = dense_strides(dims);
  for (size_t i = 0; i < dims.size(); ++i) {
    start += before[i] * strides[i];
  }
  return add(
      self, "pad", tensor->type_, dims, {tensor},
      [dims, start, constant](const std::vector<const Value*>& operands) {
        Value to(operands[0]->type, dims);
        std::fill(to.floats.begin(), to.floats.end(),
                  static_cast<float>(constant));
        std::fill(to.integers.begin(), to.integers.end(),
                  static_cast<int64_t>(constant));
        scatter_dense(*operands[0], to, start);
        return to;
      });
}

- (MPSGraphTensor*)depthToSpace2DTensor:(MPSGraphTensor*)tensor
                              widthAxis:(NSUInteger)widthAxis
                             heightAxis:(NSUInteger)heightAxis
                              depthAxis:(NSUInteger)depthAxis
                              blockSize:(NSUInteger)blockSize
                   usePixelShuffleOrder:(BOOL)usePixelShuffleOrder
                                   name:(NSString*)name {
  check_rank("depthToSpace2D", tensor, 4);
  const Dims& from = tensor->dims_;
  const auto block = static_cast<int64_t>(blockSize);
  if (widthAxis != 3 || heightAxis != 2 || depthAxis != 1 ||
      !usePixelShuffleOrder || from[1] % (block * block) != 0) {
    refuse("depthToSpace2D", "axes, order or block size");
  }
  const Dims dims{from[0], from[1] / block / block, from[2] * block,
                  from[3] * block};
  // As [n, channel, block row, block column, row, column].
  const Strides split =
      dense_strides({from[0], dims[1], block, block, from[2], from[3]});
  const Dims order{from[0], dims[1], from[2], block, from[3], block};
  const Strides strides{split[0], split[1], split[4],
                        split[2], split[5], split[3]};
  return add(self, "depthToSpace2D", tensor->type_, dims, {tensor},
             [dims, order, strides](const std::vector<const Value*>& operands) {
               Value to = gather_strided(*operands[0], order, 0, strides);
               to.dims = dims;
               return to;
             });
}

@end
