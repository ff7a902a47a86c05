// Gather and scatter, with indices of int32 that are in range.
#include <algorithm>

#import "../graph.h"

using namespace mps_emulation;

namespace {

void check_indices(const char* operation, MPSGraphTensor* indices,
                   NSUInteger batchDimensions) {
  if (indices->type_ != MPSDataTypeInt32) {
    refuse(operation, "indices have type %#x, expected int32", indices->type_);
  }
  if (batchDimensions != 0) {
    refuse(operation, "%lu batch dimensions, which give wrong results",
           batchDimensions);
  }
}

int64_t checked(const char* operation, int64_t index, int64_t size) {
  if (index < 0 || index >= size) {
    refuse(operation, "index %ld of %ld", index, size);
  }
  return index;
}

Value gather(const Value& from, const Value& indices, size_t axis,
             const Dims& dims) {
  Value to(from.type, dims);
  const int64_t inner = dense_strides(from.dims)[axis];
  const int64_t size = from.dims[axis];
  const int64_t outer = numel(from.dims) / (inner * size);
  with_elements(from, to, [&](const auto* x, auto* y) {
    for (int64_t i = 0; i < outer; ++i) {
      for (const int64_t index : indices.integers) {
        const int64_t place = checked("gather", index, size);
        y = std::copy_n(x + (i * size + place) * inner, inner, y);
      }
    }
  });
  return to;
}

/// Where the slice begins that the coordinates of row `row` name.
int64_t slice_start(const Value& data, const Value& indices, int64_t row) {
  const int64_t depth = indices.dims.back();
  const Strides strides = dense_strides(data.dims);
  int64_t start = 0;
  for (int64_t i = 0; i < depth; ++i) {
    const auto axis = static_cast<size_t>(i);
    const int64_t index =
        indices.integers[static_cast<size_t>(row * depth + i)];
    start += checked("gatherND", index, data.dims[axis]) * strides[axis];
  }
  return start;
}

/// The sizes of the indices without the last, then those that are not indexed.
Dims gather_nd_dims(const char* operation, MPSGraphTensor* data,
                    MPSGraphTensor* indices) {
  const auto depth = static_cast<size_t>(indices->dims_.back());
  if (depth > data->dims_.size()) {
    refuse(operation, "%zu coordinates of %zu dimensions", depth,
           data->dims_.size());
  }
  Dims dims(indices->dims_.begin(), indices->dims_.end() - 1);
  dims.insert(dims.end(), data->dims_.begin() + static_cast<ptrdiff_t>(depth),
              data->dims_.end());
  return dims;
}

int64_t slice_numel(const Value& data, const Value& indices) {
  int64_t count = 1;
  for (auto i = static_cast<size_t>(indices.dims.back()); i < data.dims.size();
       ++i) {
    count *= data.dims[i];
  }
  return count;
}

}  // namespace

@implementation MPSGraph (GatherScatterOps)

- (MPSGraphTensor*)gatherWithUpdatesTensor:(MPSGraphTensor*)updates
                             indicesTensor:(MPSGraphTensor*)indices
                                      axis:(NSUInteger)axis
                           batchDimensions:(NSUInteger)batchDimensions
                                      name:(NSString*)name {
  check_indices("gather", indices, batchDimensions);
  check_not_bool("gather", updates);
  const size_t place =
      check_axis("gather", static_cast<int64_t>(axis), updates->dims_.size());
  const auto split = updates->dims_.begin() + static_cast<ptrdiff_t>(place);
  Dims dims(updates->dims_.begin(), split);
  dims.insert(dims.end(), indices->dims_.begin(), indices->dims_.end());
  dims.insert(dims.end(), split + 1, updates->dims_.end());
  return add(self, "gather", updates->type_, dims, {updates, indices},
             [dims, place](const std::vector<const Value*>& operands) {
               return gather(*operands[0], *operands[1], place, dims);
             });
}

- (MPSGraphTensor*)gatherNDWithUpdatesTensor:(MPSGraphTensor*)updates
                               indicesTensor:(MPSGraphTensor*)indices
                             batchDimensions:(NSUInteger)batchDimensions
                                        name:(NSString*)name {
  check_indices("gatherND", indices, batchDimensions);
  check_not_bool("gatherND", updates);
  const Dims dims = gather_nd_dims("gatherND", updates, indices);
  return add(self, "gatherND", updates->type_, dims, {updates, indices},
             [dims](const std::vector<const Value*>& operands) {
               const Value& from = *operands[0];
               const Value& places = *operands[1];
               Value to(from.type, dims);
               const int64_t count = slice_numel(from, places);
               with_elements(from, to, [&](const auto* x, auto* y) {
                 for (int64_t i = 0; i < numel(dims) / count; ++i) {
                   y = std::copy_n(x + slice_start(from, places, i), count, y);
                 }
               });
               return to;
             });
}

- (MPSGraphTensor*)scatterNDWithDataTensor:(MPSGraphTensor*)data
                             updatesTensor:(MPSGraphTensor*)updates
                             indicesTensor:(MPSGraphTensor*)indices
                           batchDimensions:(NSUInteger)batchDimensions
                                      mode:(MPSGraphScatterMode)mode
                                      name:(NSString*)name {
  check_indices("scatterND", indices, batchDimensions);
  check_same_type("scatterND", {data, updates});
  check_not_bool("scatterND", data);
  if (gather_nd_dims("scatterND", data, indices) != updates->dims_) {
    refuse("scatterND", "updates do not have the sizes of the slices");
  }
  if (mode != MPSGraphScatterModeSet && mode != MPSGraphScatterModeAdd) {
    refuse("scatterND", "the emulation has no mode %ld", mode);
  }
  const bool is_added = mode == MPSGraphScatterModeAdd;
  return add(
      self, "scatterND", data->type_, data->dims_, {data, updates, indices},
      [is_added](const std::vector<const Value*>& operands) {
        Value to = *operands[0];
        const Value& from = *operands[1];
        const Value& places = *operands[2];
        const int64_t count = slice_numel(to, places);
        with_elements(from, to, [&](const auto* x, auto* y) {
          for (int64_t i = 0; i < numel(from.dims) / count; ++i, x += count) {
            auto* slice = y + slice_start(to, places, i);
            for (int64_t j = 0; j < count; ++j) {
              slice[j] = is_added ? slice[j] + x[j] : x[j];
            }
          }
        });
        return to;
      });
}

@end
