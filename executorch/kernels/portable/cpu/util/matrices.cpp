#include <executorch/kernels/portable/cpu/util/matrices.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {

Matrices::Matrices(const Tensor& tensor)
    : tensor_(tensor),
      rows_(static_cast<size_t>(tensor.size(tensor.dim() - 2))),
      columns_(static_cast<size_t>(tensor.size(tensor.dim() - 1))),
      load_(load_function(tensor.scalar_type(), ScalarType::Double)),
      store_(store_function(ScalarType::Double, tensor.scalar_type())) {}

LoopNest Matrices::batch() const {
  LoopNest nest = nest_over(tensor_);
  nest.rank -= 2;
  return nest;
}

void Matrices::load(int64_t first, double* to) const {
  const auto dims = static_cast<size_t>(tensor_.dim());
  const auto nbytes =
      static_cast<int64_t>(runtime::elementSize(tensor_.scalar_type()));
  const auto* data = static_cast<const char*>(tensor_.const_data_ptr());
  for (size_t i = 0; i < rows_; ++i) {
    const int64_t at =
        first + static_cast<int64_t>(i) * tensor_.strides()[dims - 2];
    load_(data + at * nbytes, tensor_.strides()[dims - 1], to + i * columns_,
          columns_);
  }
}

void Matrices::store(const double* from, int64_t first) const {
  const auto dims = static_cast<size_t>(tensor_.dim());
  const auto nbytes =
      static_cast<int64_t>(runtime::elementSize(tensor_.scalar_type()));
  auto* data = static_cast<char*>(tensor_.mutable_data_ptr());
  for (size_t i = 0; i < rows_; ++i) {
    const int64_t at =
        first + static_cast<int64_t>(i) * tensor_.strides()[dims - 2];
    store_(from + i * columns_, data + at * nbytes,
           tensor_.strides()[dims - 1], columns_);
  }
}

void add_batch(LoopNest& nest, const Tensor& tensor, size_t inner) {
  int64_t* strides = nest.strides[nest.operands++];
  const auto rank = static_cast<size_t>(tensor.dim()) - inner;
  for (size_t i = 0; i < rank; ++i) {
    strides[i] = tensor.strides()[i];
  }
}

bool check_matrices(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& tensor) {
  if (!check_floating(ctx, op, tensor)) {
    return false;
  }
  if (tensor.dim() < 2) {
    ET_LOG(Error, "%s: found rank %zd, expected at least 2", op,
           static_cast<ssize_t>(tensor.dim()));
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  return true;
}

double* temporary_doubles(KernelRuntimeContext& ctx, const char* op,
                          size_t count) {
  const auto memory = ctx.allocate_temp(
      std::max<size_t>(count, 1) * sizeof(double), alignof(double));
  if (!memory.ok()) {
    ET_LOG(Error, "%s: no temporary memory for %zu doubles", op, count);
    ctx.fail(memory.error());
    return nullptr;
  }
  return static_cast<double*>(memory.get());
}

}  // namespace executorch::kernels::portable
