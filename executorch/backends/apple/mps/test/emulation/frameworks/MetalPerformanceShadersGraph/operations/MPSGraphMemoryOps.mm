#import "../graph.h"

using namespace mps_emulation;

@implementation MPSGraph (MemoryOps)

- (MPSGraphTensor*)placeholderWithShape:(MPSShape*)shape
                               dataType:(MPSDataType)dataType
                                   name:(NSString*)name {
  return add(self, "placeholder", dataType, dims_of(shape), {}, nullptr);
}

- (MPSGraphTensor*)constantWithData:(NSData*)data
                              shape:(MPSShape*)shape
                           dataType:(MPSDataType)dataType {
  const Dims dims = dims_of(shape);
  const auto nbytes =
      static_cast<size_t>(numel(dims)) * element_nbytes(dataType);
  if ([data length] != nbytes) {
    refuse("constantWithData", "%lu bytes for %zu bytes", [data length],
           nbytes);
  }
  // Read at the first run: the bytes have to be there for that long.
  const Kept<NSData*> kept(data);
  return add(self, "constantWithData", dataType, dims, {},
             [kept, dataType, dims](const std::vector<const Value*>&) {
               return load([kept.get() bytes], dataType, dims);
             });
}

- (MPSGraphTensor*)constantWithScalar:(double)scalar
                                shape:(MPSShape*)shape
                             dataType:(MPSDataType)dataType {
  if (is_bool(dataType)) {
    refuse("constantWithScalar", "bool is unreliable before macOS 13");
  }
  const Dims dims = dims_of(shape);
  return add(self, "constantWithScalar", dataType, dims, {},
             [scalar, dataType, dims](const std::vector<const Value*>&) {
               Value value(dataType, dims);
               for (float& x : value.floats) {
                 x = static_cast<float>(scalar);
               }
               for (int64_t& x : value.integers) {
                 x = static_cast<int64_t>(scalar);
               }
               return value;
             });
}

- (MPSGraphTensor*)identityWithTensor:(MPSGraphTensor*)tensor
                                 name:(NSString*)name {
  return add(self, "identity", tensor->type_, tensor->dims_, {tensor},
             [](const auto& operands) { return *operands[0]; });
}

@end
