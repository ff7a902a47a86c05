#include <executorch/kernels/portable/cpu/util/matmul.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

/// Strides with which `self` is read as the [m, n] result's addend.
bool addend_strides(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& self, const Tensor& out, size_t& row,
                    size_t& column) {
  const auto rank = static_cast<size_t>(self.dim());
  const ssize_t columns = rank > 0 ? self.size(self.dim() - 1) : 1;
  const ssize_t rows = rank > 1 ? self.size(0) : 1;
  if (rank > 2 || (columns != 1 && columns != out.size(1)) ||
      (rows != 1 && rows != out.size(0))) {
    ET_LOG(Error,
           "%s: self of rank %zu with %zd rows and %zd columns does not "
           "broadcast to %zd x %zd",
           op, rank, rows, columns, static_cast<ssize_t>(out.size(0)),
           static_cast<ssize_t>(out.size(1)));
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  column = columns == 1 ? 0 : 1;
  row = rows == 1 ? 0 : static_cast<size_t>(columns);
  return true;
}

template <class T>
SumType<T> factor(const Scalar& scalar) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<uint64_t>(scalar_to_int(scalar));
  } else {
    return static_cast<SumType<T>>(scalar_to_double(scalar));
  }
}

bool check_types(KernelRuntimeContext& ctx, const char* op,
                 std::initializer_list<const Tensor*> tensors,
                 ScalarType expected) {
  for (const Tensor* tensor : tensors) {
    if (!check_same_dtype(ctx, op, *tensor, expected) ||
        !check_default_order(ctx, op, *tensor)) {
      return false;
    }
  }
  return true;
}

}  // namespace

Tensor& addmm_out(KernelRuntimeContext& ctx, const Tensor& self,
                  const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                  const Scalar& alpha, Tensor& out) {
  constexpr const char* kOp = "aten::addmm.out";
  size_t row_stride = 0;
  size_t column_stride = 0;
  if (!check_types(ctx, kOp, {&self, &mat1, &mat2, &out}, mat1.scalar_type()) ||
      !resize_out(ctx, kOp, ops::mm_shape(sizes_of(mat1), sizes_of(mat2)),
                  out) ||
      !addend_strides(ctx, kOp, self, out, row_stride, column_stride)) {
    return out;
  }
  ET_SWITCH_REALHBF16_TYPES(mat1.scalar_type(), ctx, kOp, CTYPE, [&] {
    const SumType<CTYPE> b = factor<CTYPE>(beta);
    matmul<CTYPE>(
        {static_cast<size_t>(mat1.size(0)), static_cast<size_t>(mat2.size(1)),
         static_cast<size_t>(mat1.size(1)), mat1.const_data_ptr<CTYPE>(),
         mat2.const_data_ptr<CTYPE>(), out.mutable_data_ptr<CTYPE>()},
        {b == SumType<CTYPE>{} ? nullptr : self.const_data_ptr<CTYPE>(),
         row_stride, column_stride, b, factor<CTYPE>(alpha)});
  });
  return out;
}

}  // namespace executorch::kernels::portable
