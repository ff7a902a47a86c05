#import "../gemm.h"
#import "../graph.h"

using namespace mps_emulation;

namespace {

/// The operands' batches are the dimensions before the last two.
Value multiply(const Value& a, const Value& b, const Dims& dims) {
  const size_t rank = dims.size();
  const int64_t m = dims[rank - 2];
  const int64_t n = dims[rank - 1];
  const int64_t k = a.dims.back();
  const Dims batch(dims.begin(), dims.end() - 2);
  Strides a_strides =
      broadcast_strides({a.dims.begin(), a.dims.end() - 2}, batch);
  Strides b_strides =
      broadcast_strides({b.dims.begin(), b.dims.end() - 2}, batch);
  Value c(a.type, dims);
  for_each_row<2>(
      batch, {a_strides, b_strides},
      [&](int64_t position, int64_t count, const auto& offsets,
          const auto& steps) {
        for (int64_t i = 0; i < count; ++i) {
          gemm(m, n, k, a.floats.data() + (offsets[0] + i * steps[0]) * m * k,
               k, b.floats.data() + (offsets[1] + i * steps[1]) * k * n, n,
               c.floats.data() + (position + i) * m * n, n);
        }
      });
  return c;
}

}  // namespace

@implementation MPSGraph (MatrixMultiplicationOps)

- (MPSGraphTensor*)matrixMultiplicationWithPrimaryTensor:(MPSGraphTensor*)a
                                         secondaryTensor:(MPSGraphTensor*)b
                                                    name:(NSString*)name {
  const char* operation = "matrixMultiplication";
  check_same_type(operation, {a, b});
  check_float(operation, a);
  const size_t a_rank = a->dims_.size();
  const size_t b_rank = b->dims_.size();
  if (a_rank < 2 || b_rank < 2 || a_rank > 4 || b_rank > 4 ||
      a->dims_.back() != b->dims_[b_rank - 2]) {
    refuse(operation, "ranks %zu and %zu, or inner sizes that differ", a_rank,
           b_rank);
  }
  Dims dims = broadcast_dims(operation, {a->dims_.begin(), a->dims_.end() - 2},
                             {b->dims_.begin(), b->dims_.end() - 2});
  dims.push_back(a->dims_[a_rank - 2]);
  dims.push_back(b->dims_[b_rank - 1]);
  return add(self, operation, a->type_, dims, {a, b},
             [dims](const std::vector<const Value*>& operands) {
               return multiply(*operands[0], *operands[1], dims);
             });
}

@end
