#include <executorch/kernels/portable/cpu/util/unique.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

/// The parts of a tensor, each a nest of elements in index order.
class Parts {
 public:
  Parts(const Tensor& self, std::optional<size_t> axis)
      : data_(static_cast<const char*>(self.const_data_ptr())),
        nbytes_(static_cast<int64_t>(runtime::elementSize(self.scalar_type()))),
        is_real_(is_floating(self.scalar_type())),
        load_(load_function(self.scalar_type(), is_real_ ? ScalarType::Double
                                                         : ScalarType::Long)) {
    if (axis) {
      count = size_along(self, *axis);
      stride_ = stride_along(self, *axis);
      block = nest_without(*axis, {&self});
    } else {
      count = self.numel();
    }
    length_ = block.numel();
  }

  bool usable() const { return load_ != nullptr; }
  int64_t offset(int64_t i) const { return i * stride_; }

  /// Below 0, 0 or above it. NaN differs from all and stands behind them.
  int compare(int64_t a, int64_t b) const {
    for (int64_t k = 0; k < length_; ++k) {
      const int64_t at = element(k);
      const int order = is_real_ ? compare_as<double>(offset(a) + at,
                                                      offset(b) + at)
                                 : compare_as<int64_t>(offset(a) + at,
                                                       offset(b) + at);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  int64_t count = 0;
  LoopNest block;

 private:
  int64_t element(int64_t k) const {
    int64_t at = 0;
    for (size_t i = block.rank; i-- > 0;) {
      at += k % block.sizes[i] * block.strides[0][i];
      k /= block.sizes[i];
    }
    return at;
  }

  template <class C>
  int compare_as(int64_t a, int64_t b) const {
    C x = C();
    C y = C();
    load_(data_ + a * nbytes_, 1, &x, 1);
    load_(data_ + b * nbytes_, 1, &y, 1);
    if (x == y) {
      return 0;
    }
    return x < y || (y != y && x == x) ? -1 : 1;
  }

  const char* data_;
  int64_t nbytes_;
  bool is_real_;
  LoadFn load_;
  int64_t stride_ = 1;
  int64_t length_ = 1;
};

Sizes line(int64_t count) {
  Sizes sizes;
  sizes.push_back(count);
  return sizes;
}

/// Positions of the parts in ascending order, equal ones as they stand.
const int64_t* sorted_order(KernelRuntimeContext& ctx, const char* op,
                            const Parts& parts) {
  const auto memory =
      ctx.allocate_temp(static_cast<size_t>(parts.count) * sizeof(int64_t),
                        alignof(int64_t));
  if (!memory.ok()) {
    ET_LOG(Error, "%s: no temporary memory for %" PRId64 " positions", op,
           parts.count);
    ctx.fail(memory.error());
    return nullptr;
  }
  auto* order = static_cast<int64_t*>(memory.get());
  for (int64_t i = 0; i < parts.count; ++i) {
    order[i] = i;
  }
  std::sort(order, order + parts.count, [&](int64_t a, int64_t b) {
    const int found = parts.compare(a, b);
    return found < 0 || (found == 0 && a < b);
  });
  return order;
}

}  // namespace

void find_unique(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                 const UniqueRequest& request, Tensor& values, Tensor& inverse,
                 Tensor& counts) {
  size_t axis = 0;
  if (!check_movable(ctx, op, self, values) ||
      (request.inverse &&
       !check_same_dtype(ctx, op, inverse, ScalarType::Long)) ||
      (request.counts &&
       !check_same_dtype(ctx, op, counts, ScalarType::Long)) ||
      (request.dim ? !check_axis(ctx, op, *request.dim, self, axis)
                   : !check_default_order(ctx, op, self))) {
    return;
  }
  const Parts parts(self, request.dim ? std::optional(axis) : std::nullopt);
  if (!parts.usable()) {
    refuse_dtype(ctx, op, self.scalar_type());
    return;
  }
  const int64_t* order = nullptr;
  if (request.sorts && parts.count != 0) {
    order = sorted_order(ctx, op, parts);
    if (order == nullptr) {
      return;
    }
  }
  const auto part_at = [&](int64_t i) {
    return order != nullptr ? order[i] : i;
  };
  const auto is_new = [&](int64_t i) {
    return i == 0 || parts.compare(part_at(i - 1), part_at(i)) != 0;
  };
  int64_t distinct = 0;
  for (int64_t i = 0; i < parts.count; ++i) {
    distinct += is_new(i) ? 1 : 0;
  }
  Sizes sizes = request.dim ? sizes_of(self) : line(distinct);
  if (request.dim && !sizes.empty()) {
    sizes[axis] = distinct;
  }
  const Sizes places = request.dim ? line(parts.count) : sizes_of(self);
  if (!resize_out(ctx, op, sizes, values) ||
      !resize_out(ctx, op, request.inverse ? places : line(0), inverse) ||
      !resize_out(ctx, op, line(request.counts ? distinct : 0), counts) ||
      !check_default_order(ctx, op, inverse)) {
    return;
  }
  LoopNest copy = request.dim ? nest_without(axis, {&values, &self})
                              : LoopNest();
  copy.operands = 2;
  const int64_t step = request.dim ? stride_along(values, axis) : 1;
  int64_t number = -1;
  for (int64_t i = 0; i < parts.count; ++i) {
    const int64_t part = part_at(i);
    if (is_new(i)) {
      copy_part(ctx, op, copy, values, ++number * step, self,
                parts.offset(part));
      if (request.counts) {
        counts.mutable_data_ptr<int64_t>()[number] = 0;
      }
    }
    if (request.inverse) {
      inverse.mutable_data_ptr<int64_t>()[part] = number;
    }
    if (request.counts) {
      ++counts.mutable_data_ptr<int64_t>()[number];
    }
  }
}

}  // namespace executorch::kernels::portable
