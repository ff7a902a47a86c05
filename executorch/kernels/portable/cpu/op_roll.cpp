#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "roll";

/// Copies out's part [to, to + n) along each axis from self's place: along the
/// axes from `axis` on, both halves of the turn.
void copy_turned(KernelRuntimeContext& ctx, const Tensor& self,
                 const int64_t* turns, size_t axis, LoopNest nest, int64_t to,
                 int64_t from, Tensor& out) {
  while (axis < nest.rank && turns[axis] == 0) {
    ++axis;
  }
  if (axis == nest.rank) {
    copy_part(ctx, kOp, nest, out, to, self, from);
    return;
  }
  const int64_t size = nest.sizes[axis];
  const int64_t turn = turns[axis];
  nest.sizes[axis] = turn;
  copy_turned(ctx, self, turns, axis + 1, nest, to,
              from + (size - turn) * nest.strides[1][axis], out);
  nest.sizes[axis] = size - turn;
  copy_turned(ctx, self, turns, axis + 1, nest,
              to + turn * nest.strides[0][axis], from, out);
}

/// `shift` as a turn in [0, size).
int64_t turn_of(int64_t shift, int64_t size) {
  const int64_t rest = size == 0 ? 0 : shift % size;
  return rest < 0 ? rest + size : rest;
}

}  // namespace

/// Without dims the elements turn in index order.
Tensor& roll_out(KernelRuntimeContext& ctx, const Tensor& self,
                 IntArrayRef shifts, IntArrayRef dims, Tensor& out) {
  if (!check_movable(ctx, kOp, self, out) ||
      !resize_out(ctx, kOp, sizes_of(self), out)) {
    return out;
  }
  const bool flat = dims.empty() && shifts.size() == 1;
  ET_KERNEL_CHECK_MSG(
      ctx, flat || (shifts.size() == dims.size() && !dims.empty()),
      InvalidArgument, out, "%s: %zu shifts and %zu dims, expected as many",
      kOp, shifts.size(), dims.size());
  LoopNest nest = nest_over(out);
  int64_t turns[ops::kMaxRank] = {};
  if (flat) {
    if (!check_default_order(ctx, kOp, self) ||
        !check_default_order(ctx, kOp, out)) {
      return out;
    }
    nest.rank = 1;
    nest.operands = 2;
    nest.sizes[0] = self.numel();
    nest.strides[0][0] = nest.strides[1][0] = 1;
    turns[0] = turn_of(shifts[0], self.numel());
  } else {
    add_broadcast(nest, self);
    for (size_t i = 0; i < dims.size(); ++i) {
      size_t axis = 0;
      if (!check_axis(ctx, kOp, dims[i], self, axis)) {
        return out;
      }
      const int64_t size = size_along(self, axis);
      turns[axis] = turn_of(turns[axis] + turn_of(shifts[i], size), size);
    }
  }
  copy_turned(ctx, self, turns, 0, nest, 0, 0, out);
  return out;
}

}  // namespace executorch::kernels::portable
