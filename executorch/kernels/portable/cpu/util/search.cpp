#include <executorch/kernels/portable/cpu/util/search.h>

#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

bool refuse(KernelRuntimeContext& ctx, const char* op, const char* what) {
  ET_LOG(Error, "%s: %s", op, what);
  ctx.fail(Error::InvalidArgument);
  return false;
}

/// One sorted line, read in the compute type `C`.
template <class C>
struct SortedLine {
  const char* data;
  size_t nbytes;
  LoadFn load;
  const int64_t* order;  ///< or null
  int64_t length;

  C at(int64_t i) const {
    C value = C();
    const auto place = static_cast<size_t>(order != nullptr ? order[i] : i);
    load(data + place * nbytes, 1, &value, 1);
    return value;
  }

  /// NaN stands behind all numbers.
  int64_t find(C value, bool right) const {
    int64_t low = 0;
    int64_t high = length;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      const C element = at(middle);
      const bool before = right ? !(element > value) : !(element >= value);
      if (before) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

void put(Tensor& out, int64_t at, int64_t value) {
  if (out.scalar_type() == ScalarType::Int) {
    out.mutable_data_ptr<int32_t>()[at] = static_cast<int32_t>(value);
  } else {
    out.mutable_data_ptr<int64_t>()[at] = value;
  }
}

template <class C>
void search_lines(const Tensor& sorted, const Operand& values, bool right,
                  const std::optional<Tensor>& sorter, Tensor& out) {
  constexpr ScalarType kCompute = kScalarTypeOf<C>;
  SortedLine<C> line{static_cast<const char*>(sorted.const_data_ptr()),
                     runtime::elementSize(sorted.scalar_type()),
                     load_function(sorted.scalar_type(), kCompute), nullptr,
                     sorted.sizes()[static_cast<size_t>(sorted.dim()) - 1]};
  const Tensor* found = values.tensor();
  const int64_t width =
      found == nullptr || found->dim() == 0
          ? 1
          : found->sizes()[static_cast<size_t>(found->dim()) - 1];
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t row = sorted.dim() == 1 ? 0 : i / width;
    SortedLine<C> here = line;
    here.data += static_cast<size_t>(row * line.length) * line.nbytes;
    if (sorter) {
      here.order = sorter->const_data_ptr<int64_t>() + row * line.length;
    }
    C value = found == nullptr ? scalar_to<C>(values.scalar()) : C();
    if (found != nullptr) {
      const size_t nbytes = runtime::elementSize(found->scalar_type());
      load_function(found->scalar_type(), kCompute)(
          static_cast<const char*>(found->const_data_ptr()) +
              static_cast<size_t>(i) * nbytes,
          1, &value, 1);
    }
    put(out, i, here.find(value, right));
  }
}

bool check_sorter(KernelRuntimeContext& ctx, const char* op,
                  const Tensor& sorted, const Tensor& sorter) {
  if (sorter.scalar_type() != ScalarType::Long ||
      sorter.sizes() != sorted.sizes() ||
      !check_default_order(ctx, op, sorter)) {
    return refuse(ctx, op, "sorter differs from the sorted sequence");
  }
  const int64_t length = sorted.sizes()[static_cast<size_t>(sorted.dim()) - 1];
  for (int64_t i = 0; i < sorter.numel(); ++i) {
    const int64_t at = sorter.const_data_ptr<int64_t>()[i];
    if (at < 0 || at >= length) {
      return refuse(ctx, op, "sorter is out of range");
    }
  }
  return true;
}

/// Values of rank 0 or more go with a line; else leading sizes must agree.
bool check_sizes(KernelRuntimeContext& ctx, const char* op,
                 const Tensor& sorted, const Tensor* values) {
  if (sorted.dim() == 0 || !check_default_order(ctx, op, sorted) ||
      (values != nullptr && !check_default_order(ctx, op, *values))) {
    return refuse(ctx, op, "expected a sorted sequence in the default order");
  }
  if (sorted.dim() == 1) {
    return true;
  }
  bool same = values != nullptr && values->dim() == sorted.dim();
  for (ssize_t i = 0; same && i + 1 < sorted.dim(); ++i) {
    const auto at = static_cast<size_t>(i);
    same = values->sizes()[at] == sorted.sizes()[at];
  }
  return same || refuse(ctx, op, "leading sizes of the sequence and of the "
                                 "values differ");
}

}  // namespace

bool check_side(KernelRuntimeContext& ctx, const char* op,
                const std::optional<std::string_view>& side, bool& right) {
  if (!side) {
    return true;
  }
  if ((*side != "left" && *side != "right") || (right && *side == "left")) {
    return refuse(ctx, op, "side contradicts right, or is not left or right");
  }
  right = *side == "right";
  return true;
}

void search_sorted(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& sorted, const Operand& values, bool right,
                   const std::optional<Tensor>& sorter, Tensor& out) {
  const Tensor* tensor = values.tensor();
  if ((out.scalar_type() != ScalarType::Long &&
       out.scalar_type() != ScalarType::Int && !refuse_dtype(ctx, op,
       out.scalar_type())) ||
      !check_sizes(ctx, op, sorted, tensor) ||
      !resize_out(ctx, op, tensor != nullptr ? sizes_of(*tensor) : Sizes(),
                  out) ||
      !check_default_order(ctx, op, out) ||
      (sorter && !check_sorter(ctx, op, sorted, *sorter))) {
    return;
  }
  const bool is_real = is_floating(sorted.scalar_type()) ||
                       (tensor != nullptr
                            ? is_floating(tensor->scalar_type())
                            : values.scalar().isFloatingPoint());
  const bool known =
      compute_type(sorted.scalar_type()) != ScalarType::Undefined &&
      (tensor == nullptr ||
       compute_type(tensor->scalar_type()) != ScalarType::Undefined);
  if (!known) {
    refuse_dtype(ctx, op, sorted.scalar_type());
  } else if (is_real) {
    search_lines<double>(sorted, values, right, sorter, out);
  } else {
    search_lines<int64_t>(sorted, values, right, sorter, out);
  }
}

}  // namespace executorch::kernels::portable
