#include <executorch/kernels/portable/cpu/util/copy_ops.h>

#include <executorch/runtime/platform/log.h>

#include <cstring>

namespace executorch::kernels::portable {
namespace {

const char* at_element(const Tensor& tensor, int64_t element) {
  return static_cast<const char*>(tensor.const_data_ptr()) +
         element *
             static_cast<int64_t>(runtime::elementSize(tensor.scalar_type()));
}

char* at_element_mutable(Tensor& tensor, int64_t element) {
  return static_cast<char*>(tensor.mutable_data_ptr()) +
         element *
             static_cast<int64_t>(runtime::elementSize(tensor.scalar_type()));
}

bool is_movable(ScalarType type) {
  switch (type) {
    case ScalarType::Undefined:
    case ScalarType::NumOptions:
      return false;
    default: {
      const size_t nbytes = runtime::elementSize(type);
      return nbytes == 1 || nbytes == 2 || nbytes == 4 || nbytes == 8 ||
             nbytes == 16;
    }
  }
}

}  // namespace

bool check_movable(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& self, const Tensor& out) {
  return check_same_dtype(ctx, op, out, self.scalar_type()) &&
         (is_movable(self.scalar_type()) ||
          refuse_dtype(ctx, op, self.scalar_type()));
}

bool copy_part(KernelRuntimeContext& ctx, const char* op, const LoopNest& nest,
               Tensor& dst, int64_t dst_first, const Tensor& src,
               int64_t src_first) {
  if (nest.numel() == 0) {
    return true;
  }
  return convert_strided(nest, at_element_mutable(dst, dst_first),
                         dst.scalar_type(), at_element(src, src_first),
                         src.scalar_type()) ||
         refuse_dtype(ctx, op, src.scalar_type());
}

bool copy_broadcast(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& src, Tensor& dst) {
  const bool in_place = src.const_data_ptr() == dst.const_data_ptr() &&
                        src.scalar_type() == dst.scalar_type() &&
                        same_layout(src, dst);
  if (in_place) {
    return true;
  }
  LoopNest nest = nest_over(dst);
  add_broadcast(nest, src);
  return copy_part(ctx, op, nest, dst, 0, src, 0);
}

bool copy_in_index_order(KernelRuntimeContext& ctx, const char* op,
                         const Tensor& src, Tensor& dst) {
  if (is_default_order(src) && is_default_order(dst)) {
    if (src.const_data_ptr() != dst.const_data_ptr() && src.nbytes() != 0) {
      std::memmove(dst.mutable_data_ptr(), src.const_data_ptr(), src.nbytes());
    }
    return true;
  }
  if (src.dim() == dst.dim() && src.sizes() == dst.sizes()) {
    return copy_broadcast(ctx, op, src, dst);
  }
  return check_default_order(ctx, op, src) && check_default_order(ctx, op, dst);
}

bool check_dim_order(KernelRuntimeContext& ctx, const char* op,
                     const std::optional<IntArrayRef>& dim_order,
                     const Tensor& self, const Tensor& out) {
  const auto rank = static_cast<size_t>(out.dim());
  bool same = !dim_order || dim_order->size() == rank;
  for (size_t i = 0; same && i < rank; ++i) {
    const int64_t expected =
        dim_order ? (*dim_order)[i]
                  : static_cast<int64_t>(
                        self.dim() == out.dim() ? self.dim_order()[i] : i);
    same = out.dim_order()[i] == expected;
  }
  if (!same) {
    ET_LOG(Error, "%s: out's dim order differs from the requested one", op);
    ctx.fail(Error::InvalidArgument);
  }
  return same;
}

bool check_blocking(KernelRuntimeContext& ctx, const char* op,
                    bool non_blocking) {
  if (non_blocking) {
    ET_LOG(Error, "%s: non_blocking is not supported", op);
    ctx.fail(Error::InvalidArgument);
  }
  return !non_blocking;
}

}  // namespace executorch::kernels::portable
