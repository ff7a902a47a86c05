#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/cpu/util/indexing.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "index_put";

/// Strides with which `values` is read over the result sizes `shape`.
bool value_strides(KernelRuntimeContext& ctx, const Tensor& values,
                   const Sizes& shape, int64_t* strides) {
  const Shape expanded = ops::expand_shape(sizes_of(values), shape);
  if (!expanded.ok()) {
    ET_LOG(Error,
           "%s: values do not broadcast: %s: %" PRId64 ", expected %" PRId64,
           kOp, expanded.error.what, expanded.error.found,
           expanded.error.expected);
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  LoopNest nest;
  nest.rank = shape.size();
  add_broadcast(nest, values);
  std::copy_n(nest.strides[0], nest.rank, strides);
  return true;
}

/// Adds a block of values to out, element by element in the compute type.
class Adder {
 public:
  explicit Adder(ScalarType dtype)
      : compute_(compute_type(dtype)),
        load_(load_function(dtype, compute_)),
        store_(store_function(compute_, dtype)),
        nbytes_(static_cast<int64_t>(runtime::elementSize(dtype))) {}

  bool supported() const { return load_ != nullptr && store_ != nullptr; }

  /// Operand 0 walks the values, operand 1 out.
  void run(const LoopNest& nest, const char* values, char* out) const {
    const size_t last = nest.rank - 1;
    OuterLoop loop(nest);
    do {
      for (int64_t i = 0; i < nest.sizes[last]; ++i) {
        add(values + (loop.offset(0) + i * nest.strides[0][last]) * nbytes_,
            out + (loop.offset(1) + i * nest.strides[1][last]) * nbytes_);
      }
    } while (loop.next());
  }

 private:
  template <class C>
  void add_as(const char* value, char* out) const {
    C a = C();
    C b = C();
    load_(out, 1, &a, 1);
    load_(value, 1, &b, 1);
    if constexpr (std::is_integral_v<C>) {
      a = wrap_add(a, b);
    } else {
      a += b;
    }
    store_(&a, out, 1, 1);
  }

  void add(const char* value, char* out) const {
    switch (compute_) {
      case ScalarType::Float:
        return add_as<float>(value, out);
      case ScalarType::Double:
        return add_as<double>(value, out);
      default:
        return add_as<int64_t>(value, out);
    }
  }

  ScalarType compute_;
  LoadFn load_;
  StoreFn store_;
  int64_t nbytes_;
};

/// Writes in index order, so that of equal positions the last one stays.
void put(const IndexPlan& plan, const Tensor& values, const int64_t* strides,
         bool accumulate, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  const size_t nbytes = runtime::elementSize(dtype);
  const auto step = static_cast<int64_t>(nbytes);
  const LoopNest block = plan.block(strides);
  LoopNest copy = block;
  std::swap_ranges(copy.strides[0], copy.strides[0] + copy.rank,
                   copy.strides[1]);
  const Adder adder(dtype);
  const BlockCopy copy_block(copy, nbytes);
  const char* from = static_cast<const char*>(values.const_data_ptr());
  char* to = static_cast<char*>(out.mutable_data_ptr());
  plan.for_each(strides, [&](int64_t at, int64_t place) {
    if (accumulate) {
      adder.run(block, from + at * step, to + place * step);
    } else {
      copy_block(to + place * step, from + at * step);
    }
  });
}

/// Writes to out, which holds self's values already.
void put_values(KernelRuntimeContext& ctx, const IndexPlan& plan,
                const Tensor& values, bool accumulate, Tensor& out) {
  const Shape shape = plan.shape();
  int64_t strides[ops::kMaxRank] = {};
  if (shape.ok() && value_strides(ctx, values, shape.sizes, strides) &&
      ops::product(shape.sizes) != 0) {
    put(plan, values, strides, accumulate, out);
  }
}

bool check_values(KernelRuntimeContext& ctx, const Tensor& self,
                  const Tensor& values, bool accumulate) {
  return check_movable(ctx, kOp, self, self) &&
         check_same_dtype(ctx, kOp, values, self.scalar_type()) &&
         (!accumulate || Adder(self.scalar_type()).supported() ||
          refuse_dtype(ctx, kOp, self.scalar_type()));
}

}  // namespace

Tensor& index_put_out(KernelRuntimeContext& ctx, const Tensor& self,
                      ArrayRef<std::optional<Tensor>> indices,
                      const Tensor& values, bool accumulate, Tensor& out) {
  IndexPlan plan;
  if (!check_values(ctx, self, values, accumulate) ||
      !check_same_dtype(ctx, kOp, out, self.scalar_type()) ||
      !plan.init(ctx, kOp, self, indices) ||
      !resize_out(ctx, kOp, sizes_of(self), out)) {
    return out;
  }
  ET_KERNEL_CHECK_MSG(ctx, same_layout(self, out), InvalidArgument, out,
                      "index_put: out's dim order differs from self's");
  if (copy_broadcast(ctx, kOp, self, out)) {
    put_values(ctx, plan, values, accumulate, out);
  }
  return out;
}

Tensor& index_put_(KernelRuntimeContext& ctx, Tensor& self,
                   ArrayRef<std::optional<Tensor>> indices,
                   const Tensor& values, bool accumulate) {
  IndexPlan plan;
  if (check_values(ctx, self, values, accumulate) &&
      plan.init(ctx, kOp, self, indices)) {
    put_values(ctx, plan, values, accumulate, self);
  }
  return self;
}

}  // namespace executorch::kernels::portable
