#include <executorch/kernels/portable/cpu/util/split.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

bool report(KernelRuntimeContext& ctx, const char* op, const char* what,
            int64_t found, int64_t expected) {
  ET_LOG(Error, "%s: %s: %" PRId64 ", expected %" PRId64, op, what, found,
         expected);
  ctx.fail(Error::InvalidArgument);
  return false;
}

/// Number of parts, after a check that they cover `length`.
bool count_parts(KernelRuntimeContext& ctx, const char* op,
                 const std::optional<IntArrayRef>& sizes, int64_t size,
                 int64_t length, int64_t& count) {
  if (!sizes) {
    if (size < 0 || (size == 0 && length != 0)) {
      return report(ctx, op, "size of the parts", size, 1);
    }
    count = length == 0 ? 1 : (length - 1) / size + 1;
    return true;
  }
  int64_t total = 0;
  for (const int64_t part : *sizes) {
    if (part < 0 || part > length - total) {
      return report(ctx, op, "size of a part", part, length - total);
    }
    total += part;
  }
  count = static_cast<int64_t>(sizes->size());
  return total == length ||
         report(ctx, op, "sum of the sizes", total, length);
}

}  // namespace

void split_to(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
              std::optional<IntArrayRef> sizes, int64_t size, int64_t dim,
              ArrayRef<Tensor> out) {
  size_t axis = 0;
  if (!check_axis(ctx, op, dim, self, axis)) {
    return;
  }
  if (self.dim() == 0) {
    report(ctx, op, "rank of a split tensor", 0, 1);
    return;
  }
  const int64_t length = self.sizes()[axis];
  int64_t count = 0;
  if (!count_parts(ctx, op, sizes, size, length, count)) {
    return;
  }
  if (static_cast<int64_t>(out.size()) != count) {
    report(ctx, op, "number of results", static_cast<int64_t>(out.size()),
           count);
    return;
  }
  int64_t first = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    const int64_t wanted = sizes ? (*sizes)[i] : size;
    const int64_t end = first + std::min(wanted, length - first);
    TensorPart part;
    Tensor to = out[i];
    if (!slice_part(ctx, op, self, dim, first, end, 1, part)) {
      return;
    }
    copy_from_part(ctx, op, self, part, to);
    if (ctx.failure_state() != Error::Ok) {
      return;
    }
    first = end;
  }
}

}  // namespace executorch::kernels::portable
