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
  const char* from = static_cast<const char*>(values.const_data_ptr());
  char* to = static_cast<char*>(out.mutable_data_ptr());
  for (int64_t p = 0; p < plan.positions(); ++p) {
    const char* value = from + plan.result_offset(p, strides) * step;
    char* place = to + plan.self_offset(p) * step;
    if (accumulate) {
      adder.run(block, value, place);
    } else {
      copy_strided(copy, place, value, nbytes);
    }
  }
}

}  // namespace

Tensor& index_put_out(KernelRuntimeContext& ctx, const Tensor& self,
                      ArrayRef<std::optional<Tensor>> indices,
                      const Tensor& values, bool accumulate, Tensor& out) {
  IndexPlan plan;
  if (!check_movable(ctx, kOp, self, out) ||
      !check_same_dtype(ctx, kOp, values, self.scalar_type()) ||
      !plan.init(ctx, kOp, self, indices) ||
      !resize_out(ctx, kOp, sizes_of(self), out)) {
    return out;
  }
  ET_KERNEL_CHECK_MSG(ctx, same_layout(self, out), InvalidArgument, out,
                      "index_put: out's dim order differs from self's");
  if (accumulate && !Adder(self.scalar_type()).supported()) {
    refuse_dtype(ctx, kOp, self.scalar_type());
    return out;
  }
  const Shape shape = plan.shape();
  int64_t strides[ops::kMaxRank] = {};
  if (!shape.ok() || !value_strides(ctx, values, shape.sizes, strides) ||
      !copy_broadcast(ctx, kOp, self, out)) {
    return out;
  }
  if (ops::product(shape.sizes) != 0) {
    put(plan, values, strides, accumulate, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
