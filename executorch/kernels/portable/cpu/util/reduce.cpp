#include <executorch/kernels/portable/cpu/util/reduce.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace executorch::kernels::portable {
namespace {

constexpr size_t kBlock = 256;
constexpr int64_t kChunk = kBlock;

template <class C, class Sum>
void merge_sums(void* totals, const void* values, size_t n) {
  auto* to = static_cast<Sum*>(totals);
  const auto* from = static_cast<const C*>(values);
  for (size_t i = 0; i < n; ++i) {
    to[i] += static_cast<Sum>(from[i]);
  }
}

template <class C, class Sum>
void fold_sum(void* totals, const void* values, size_t n) {
  constexpr size_t kLanes = 8;
  const auto* from = static_cast<const C*>(values);
  Sum lanes[kLanes] = {};
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (size_t k = 0; k < kLanes; ++k) {
      lanes[k] += static_cast<Sum>(from[i + k]);
    }
  }
  for (; i < n; ++i) {
    lanes[0] += static_cast<Sum>(from[i]);
  }
  for (size_t k = 0; k < kLanes; ++k) {
    *static_cast<Sum*>(totals) += lanes[k];
  }
}

template <class C, bool kLargest>
C extreme(C a, C b) {
  const bool takes = kLargest ? b > a : b < a;
  return takes || b != b ? b : a;
}

template <class C, bool kLargest>
void merge_extremes(void* totals, const void* values, size_t n) {
  auto* to = static_cast<C*>(totals);
  const auto* from = static_cast<const C*>(values);
  for (size_t i = 0; i < n; ++i) {
    to[i] = extreme<C, kLargest>(to[i], from[i]);
  }
}

template <class C, bool kLargest>
void fold_extreme(void* totals, const void* values, size_t n) {
  constexpr size_t kLanes = 8;
  const auto* from = static_cast<const C*>(values);
  C total = *static_cast<C*>(totals);
  size_t i = 0;
  if (n >= kLanes) {
    C lanes[kLanes];
    std::fill_n(lanes, kLanes, total);
    for (; i + kLanes <= n; i += kLanes) {
      for (size_t k = 0; k < kLanes; ++k) {
        lanes[k] = extreme<C, kLargest>(lanes[k], from[i + k]);
      }
    }
    for (size_t k = 0; k < kLanes; ++k) {
      total = extreme<C, kLargest>(total, lanes[k]);
    }
  }
  for (; i < n; ++i) {
    total = extreme<C, kLargest>(total, from[i]);
  }
  *static_cast<C*>(totals) = total;
}

template <class C, bool kLargest>
void set_extreme(Reducer& reducer, C worst) {
  reducer.compute = kScalarTypeOf<C>;
  reducer.merge = merge_extremes<C, kLargest>;
  reducer.fold = fold_extreme<C, kLargest>;
  reducer.initial = initial_bits(worst);
}

/// The lowest or highest value of an integer type.
int64_t integer_limit(ScalarType type, bool lowest) {
  const auto limit = [&](auto zero) {
    using Limits = std::numeric_limits<decltype(zero)>;
    return static_cast<int64_t>(lowest ? Limits::lowest() : Limits::max());
  };
  switch (type) {
    case ScalarType::Bool:
      return lowest ? 0 : 1;
    case ScalarType::Byte:
      return limit(uint8_t{});
    case ScalarType::Char:
      return limit(int8_t{});
    case ScalarType::Short:
      return limit(int16_t{});
    case ScalarType::Int:
      return limit(int32_t{});
    default:
      return limit(int64_t{});
  }
}

void merge_any(void* totals, const void* values, size_t n) {
  auto* to = static_cast<bool*>(totals);
  const auto* from = static_cast<const bool*>(values);
  for (size_t i = 0; i < n; ++i) {
    to[i] = to[i] || from[i];
  }
}

void fold_any(void* totals, const void* values, size_t n) {
  const auto* from = static_cast<const bool*>(values);
  bool found = *static_cast<bool*>(totals);
  for (size_t i = 0; i < n; ++i) {
    found = found || from[i];
  }
  *static_cast<bool*>(totals) = found;
}

void divide_by_count(void* totals, size_t n, int64_t count) {
  auto* values = static_cast<double*>(totals);
  for (size_t i = 0; i < n; ++i) {
    values[i] /= static_cast<double>(count);
  }
}

/// values[i] = (values[i] - means[i * step])^2.
void square_distances(double* values, const double* means, size_t step,
                      size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const double distance = values[i] - means[i * step];
    values[i] = distance * distance;
  }
}

/// The two loops of a reduction: `kept` walks out (operand 0) and self
/// (operand 1), `reduced` walks self only (operand 0).
struct Loops {
  LoopNest kept;
  LoopNest reduced;
};

Loops split(const Tensor& self, const Tensor& out, const bool* is_reduced,
            bool keepdim) {
  Loops loops;
  loops.kept.operands = 2;
  loops.reduced.operands = 1;
  size_t at = 0;
  for (size_t i = 0; i < static_cast<size_t>(self.dim()); ++i) {
    LoopNest& nest = is_reduced[i] ? loops.reduced : loops.kept;
    nest.sizes[nest.rank] = self.sizes()[i];
    if (is_reduced[i]) {
      nest.strides[0][nest.rank++] = self.strides()[i];
      at += keepdim ? 1 : 0;
    } else {
      nest.strides[0][nest.rank] = out.strides()[at++];
      nest.strides[1][nest.rank++] = self.strides()[i];
    }
  }
  loops.kept.simplify();
  loops.reduced.simplify();
  return loops;
}

void scale_strides(LoopNest& nest, int64_t factor) {
  for (size_t k = 0; k < nest.operands; ++k) {
    for (size_t i = 0; i < nest.rank; ++i) {
      nest.strides[k][i] *= factor;
    }
  }
}

/// Type of the real and imaginary parts of a complex type, else the type.
ScalarType part_type(ScalarType type) {
  switch (type) {
    case ScalarType::ComplexHalf:
      return ScalarType::Half;
    case ScalarType::ComplexFloat:
      return ScalarType::Float;
    case ScalarType::ComplexDouble:
      return ScalarType::Double;
    default:
      return type;
  }
}

class Reduction {
 public:
  /// `part` is 1 for imaginary parts, which stand behind the real ones.
  Reduction(const Reducer& reducer, const Tensor& self, Tensor& out,
            size_t part)
      : reducer_(reducer),
        load_(load_function(part_type(self.scalar_type()), reducer.compute)),
        store_(store_function(reducer.compute, part_type(out.scalar_type()))),
        data_(static_cast<const char*>(self.const_data_ptr()) +
              part * runtime::elementSize(part_type(self.scalar_type()))),
        nbytes_(static_cast<int64_t>(
            runtime::elementSize(part_type(self.scalar_type())))),
        out_(static_cast<char*>(out.mutable_data_ptr()) +
             part * runtime::elementSize(part_type(out.scalar_type()))),
        out_nbytes_(static_cast<int64_t>(
            runtime::elementSize(part_type(out.scalar_type())))) {}

  bool supported() const { return load_ != nullptr && store_ != nullptr; }

  void run(const Loops& loops) {
    const size_t last = loops.kept.rank - 1;
    const bool by_rows = loops.reduced.strides[0][loops.reduced.rank - 1] <
                             loops.kept.strides[1][last] ||
                         loops.kept.sizes[last] == 1;
    const int64_t width = by_rows ? 1 : kChunk;
    OuterLoop outer(loops.kept);
    do {
      for (int64_t i = 0; i < loops.kept.sizes[last]; i += width) {
        const int64_t n = std::min(width, loops.kept.sizes[last] - i);
        const int64_t from = outer.offset(1) + i * loops.kept.strides[1][last];
        reduce(loops, from, n, by_rows);
        if (reducer_.correction) {
          divide_by_count(totals_, static_cast<size_t>(n),
                          loops.reduced.numel());
          std::memcpy(means_, totals_, sizeof(means_));
          centred_ = true;
          reduce(loops, from, n, by_rows);
          centred_ = false;
        }
        finish(loops.reduced.numel(),
               outer.offset(0) + i * loops.kept.strides[0][last],
               loops.kept.strides[0][last], static_cast<size_t>(n));
      }
    } while (outer.next());
  }

 private:
  void reduce(const Loops& loops, int64_t from, int64_t n, bool by_rows) {
    std::fill_n(totals_, by_rows ? 1 : kBlock, reducer_.initial);
    by_rows_ = by_rows;
    if (by_rows) {
      reduce_rows(loops.reduced, from);
    } else {
      reduce_columns(loops, from, n);
    }
  }

  void reduce_rows(const LoopNest& reduced, int64_t from) {
    const size_t last = reduced.rank - 1;
    OuterLoop loop(reduced);
    do {
      for (int64_t i = 0; i < reduced.sizes[last]; i += kChunk) {
        const auto n =
            static_cast<size_t>(std::min(kChunk, reduced.sizes[last] - i));
        load_values(from + loop.offset(0) + i * reduced.strides[0][last],
                    reduced.strides[0][last], n);
        reducer_.fold(totals_, values_, n);
      }
    } while (loop.next());
  }

  void reduce_columns(const Loops& loops, int64_t from, int64_t width) {
    const auto n = static_cast<size_t>(width);
    const LoopNest& reduced = loops.reduced;
    const size_t last = reduced.rank - 1;
    const int64_t stride = loops.kept.strides[1][loops.kept.rank - 1];
    OuterLoop loop(reduced);
    do {
      for (int64_t i = 0; i < reduced.sizes[last]; ++i) {
        load_values(from + loop.offset(0) + i * reduced.strides[0][last],
                    stride, n);
        reducer_.merge(totals_, values_, n);
      }
    } while (loop.next());
  }

  void load_values(int64_t element, int64_t stride, size_t n) {
    load_(data_ + element * nbytes_, static_cast<ptrdiff_t>(stride), values_,
          n);
    if (centred_) {
      square_distances(reinterpret_cast<double*>(values_), means_,
                       by_rows_ ? 0 : 1, n);
    }
  }

  void finish(int64_t count, int64_t element, int64_t stride, size_t n) {
    if (reducer_.finish != nullptr) {
      reducer_.finish(totals_, n, count);
    }
    if (reducer_.correction) {
      divide(n, std::max(0.0, static_cast<double>(count) -
                                  *reducer_.correction));
    }
    store_(totals_, out_ + element * out_nbytes_,
           static_cast<ptrdiff_t>(stride), n);
  }

  void divide(size_t n, double divisor) {
    auto* totals = reinterpret_cast<double*>(totals_);
    for (size_t i = 0; i < n; ++i) {
      totals[i] /= divisor;
    }
  }

  const Reducer& reducer_;
  bool by_rows_ = false;
  bool centred_ = false;
  LoadFn load_;
  StoreFn store_;
  const char* data_;
  int64_t nbytes_;
  char* out_;
  int64_t out_nbytes_;
  double means_[kBlock];
  uint64_t totals_[kBlock];
  uint64_t values_[kBlock];
};

}  // namespace

bool run_reduction(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& self, std::optional<IntArrayRef> dims,
                   bool keepdim, const Reducer& reducer, Tensor& out) {
  const ops::IntSpan list = dims ? span_of(*dims) : ops::IntSpan();
  const Sizes sizes = sizes_of(self);
  if (!resize_out(ctx, op, ops::reduce_shape(sizes, list, keepdim), out)) {
    return false;
  }
  bool is_reduced[ops::kMaxRank] = {};
  std::fill_n(is_reduced, sizes.size(), list.size == 0);
  for (size_t i = 0; i < list.size; ++i) {
    is_reduced[*ops::normalize_axis(list[i], sizes.size())] = true;
  }
  const bool is_complex = part_type(self.scalar_type()) != self.scalar_type();
  Reduction reduction(reducer, self, out, 0);
  if (!reduction.supported() ||
      (is_complex && (self.scalar_type() != out.scalar_type() ||
                      !reducer.takes_complex)) ||
      (!is_complex && part_type(out.scalar_type()) != out.scalar_type())) {
    return refuse_dtype(ctx, op, self.scalar_type());
  }
  if (out.numel() != 0) {
    if (reducer.needs_values && self.numel() == 0) {
      ET_LOG(Error, "%s: found no values, expected at least one", op);
      ctx.fail(Error::InvalidArgument);
      return false;
    }
    Loops loops = split(self, out, is_reduced, keepdim);
    if (is_complex) {
      scale_strides(loops.kept, 2);
      scale_strides(loops.reduced, 2);
      Reduction(reducer, self, out, 1).run(loops);
    }
    reduction.run(loops);
  }
  return true;
}

Reducer sum_reducer(ScalarType out_type) {
  Reducer reducer;
  reducer.takes_complex = true;
  if (is_floating(part_type(out_type))) {
    reducer.compute = ScalarType::Double;
    reducer.merge = merge_sums<double, double>;
    reducer.fold = fold_sum<double, double>;
  } else {
    reducer.compute = ScalarType::Long;
    reducer.merge = merge_sums<int64_t, uint64_t>;
    reducer.fold = fold_sum<int64_t, uint64_t>;
  }
  return reducer;
}

Reducer mean_reducer() {
  Reducer reducer = sum_reducer(ScalarType::Double);
  reducer.takes_complex = false;
  reducer.finish = divide_by_count;
  return reducer;
}

Reducer extreme_reducer(ScalarType type, bool largest) {
  Reducer reducer;
  reducer.needs_values = true;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (is_floating(type)) {
    largest ? set_extreme<double, true>(reducer, -kInfinity)
            : set_extreme<double, false>(reducer, kInfinity);
  } else {
    const int64_t worst = integer_limit(type, largest);
    largest ? set_extreme<int64_t, true>(reducer, worst)
            : set_extreme<int64_t, false>(reducer, worst);
  }
  return reducer;
}

Reducer any_reducer() {
  Reducer reducer;
  reducer.compute = ScalarType::Bool;
  reducer.merge = merge_any;
  reducer.fold = fold_any;
  return reducer;
}

Reducer variance_reducer(double correction) {
  Reducer reducer = sum_reducer(ScalarType::Double);
  reducer.takes_complex = false;
  reducer.correction = correction;
  return reducer;
}

}  // namespace executorch::kernels::portable
