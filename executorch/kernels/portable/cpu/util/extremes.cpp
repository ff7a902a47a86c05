#include <executorch/kernels/portable/cpu/util/extremes.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

constexpr int64_t kBlock = 256;

template <class C>
bool is_nan(C value) {
  return value != value;
}

/// True if `value` takes the place of an earlier `best`.
template <class C, bool kLargest>
bool is_better(C value, C best) {
  return (kLargest ? value > best : value < best) ||
         (is_nan(value) && !is_nan(best));
}

/// The same, but of equal values the later one stays.
template <class C, bool kLargest>
bool is_as_good(C value, C best) {
  return is_nan(value) ||
         (!is_nan(best) && (kLargest ? value >= best : value <= best));
}

/// A tensor read or written in blocks of the type `C`.
struct Array {
  Array(const Tensor& tensor, ScalarType compute)
      : data(static_cast<char*>(tensor.mutable_data_ptr())),
        nbytes(
            static_cast<int64_t>(runtime::elementSize(tensor.scalar_type()))),
        load(load_function(tensor.scalar_type(), compute)),
        store(store_function(compute, tensor.scalar_type())) {}

  bool usable() const { return load != nullptr && store != nullptr; }
  void read(int64_t first, int64_t stride, void* to, int64_t n) const {
    load(data + first * nbytes, static_cast<ptrdiff_t>(stride), to,
         static_cast<size_t>(n));
  }
  void write(int64_t first, int64_t stride, const void* from,
             int64_t n) const {
    store(from, data + first * nbytes, static_cast<ptrdiff_t>(stride),
          static_cast<size_t>(n));
  }

  char* data;
  int64_t nbytes;
  LoadFn load;
  StoreFn store;
};

/// `outer` has indices, self and, if they are wanted, values as operands.
struct Search {
  LoopNest outer;
  int64_t length = 1;
  int64_t stride = 1;
  Array self;
  Array indices;
  std::optional<Array> values;

  void write(const int64_t* at, int64_t step, const void* best,
             const int64_t* places, int64_t n) const {
    const size_t last = outer.rank - 1;
    indices.write(at[0], step * outer.strides[0][last], places, n);
    if (values) {
      values->write(at[2], step * outer.strides[2][last], best, n);
    }
  }
};

template <class C, bool kLargest>
void search_row(const Search& search, const int64_t* at) {
  C block[kBlock];
  C best = C();
  int64_t place = 0;
  for (int64_t i = 0; i < search.length; i += kBlock) {
    const int64_t n = std::min(kBlock, search.length - i);
    search.self.read(at[1] + i * search.stride, search.stride, block, n);
    best = i == 0 ? block[0] : best;
    for (int64_t k = 0; k < n; ++k) {
      if (is_better<C, kLargest>(block[k], best)) {
        best = block[k];
        place = i + k;
      }
    }
  }
  search.write(at, 1, &best, &place, 1);
}

/// `n` neighbouring lines at once.
template <class C, bool kLargest>
void search_columns(const Search& search, const int64_t* at, int64_t n) {
  C block[kBlock];
  C best[kBlock];
  int64_t places[kBlock] = {};
  const int64_t step = search.outer.strides[1][search.outer.rank - 1];
  search.self.read(at[1], step, best, n);
  for (int64_t i = 1; i < search.length; ++i) {
    search.self.read(at[1] + i * search.stride, step, block, n);
    for (int64_t k = 0; k < n; ++k) {
      const bool takes = is_better<C, kLargest>(block[k], best[k]);
      best[k] = takes ? block[k] : best[k];
      places[k] = takes ? i : places[k];
    }
  }
  search.write(at, 1, best, places, n);
}

template <class C, bool kLargest>
void search_all(const Search& search) {
  const LoopNest& outer = search.outer;
  const size_t last = outer.rank - 1;
  const bool by_rows =
      search.stride <= outer.strides[1][last] || outer.sizes[last] == 1;
  const int64_t width = by_rows ? 1 : kBlock;
  OuterLoop loop(outer);
  do {
    for (int64_t i = 0; i < outer.sizes[last]; i += width) {
      int64_t at[3];
      for (size_t k = 0; k < 3; ++k) {
        at[k] = loop.offset(k) + i * outer.strides[k][last];
      }
      if (by_rows) {
        search_row<C, kLargest>(search, at);
      } else {
        search_columns<C, kLargest>(search, at,
                                    std::min(width, outer.sizes[last] - i));
      }
    }
  } while (loop.next());
}

template <class C, bool kLargest>
void run_line(const Array& self, const Array& values, const Array& indices,
              const int64_t* at, int64_t length, const int64_t* strides) {
  C block[kBlock];
  int64_t places[kBlock];
  C best = C();
  int64_t place = 0;
  for (int64_t i = 0; i < length; i += kBlock) {
    const int64_t n = std::min(kBlock, length - i);
    self.read(at[1] + i * strides[1], strides[1], block, n);
    best = i == 0 ? block[0] : best;
    for (int64_t k = 0; k < n; ++k) {
      if (is_as_good<C, kLargest>(block[k], best)) {
        best = block[k];
        place = i + k;
      }
      block[k] = best;
      places[k] = place;
    }
    values.write(at[0] + i * strides[0], strides[0], block, n);
    indices.write(at[2] + i * strides[2], strides[2], places, n);
  }
}

bool check_dtypes(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                  const Tensor* values, const Tensor& indices) {
  return check_same_dtype(ctx, op, indices, ScalarType::Long) &&
         (values == nullptr ||
          check_same_dtype(ctx, op, *values, self.scalar_type())) &&
         (compute_type(self.scalar_type()) != ScalarType::Undefined ||
          refuse_dtype(ctx, op, self.scalar_type()));
}

ScalarType wide_type(const Tensor& self) {
  return is_floating(self.scalar_type()) ? ScalarType::Double
                                         : ScalarType::Long;
}

bool check_length(KernelRuntimeContext& ctx, const char* op, int64_t length) {
  if (length == 0) {
    ET_LOG(Error, "%s: found no values along the dimension, expected some", op);
    ctx.fail(Error::InvalidArgument);
  }
  return length != 0;
}

}  // namespace

void find_extremes(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& self, std::optional<int64_t> dim, bool keepdim,
                   bool largest, Tensor* values, Tensor& indices) {
  const ops::IntSpan dims =
      dim ? ops::IntSpan{&*dim, 1} : ops::IntSpan{nullptr, 0};
  const Shape shape = ops::reduce_shape(sizes_of(self), dims, keepdim);
  if (!check_dtypes(ctx, op, self, values, indices) ||
      !resize_out(ctx, op, shape, indices) ||
      (values != nullptr && !resize_out(ctx, op, shape, *values)) ||
      (!dim && !check_default_order(ctx, op, self))) {
    return;
  }
  const ScalarType compute = wide_type(self);
  Search search{{}, self.numel(), 1, Array(self, compute),
                Array(indices, ScalarType::Long), std::nullopt};
  if (dim) {
    const size_t axis =
        *ops::normalize_axis(*dim, static_cast<size_t>(self.dim()));
    search.length = size_along(self, axis);
    search.stride = stride_along(self, axis);
    search.outer = nest_without(
        axis, {&self, &indices, values == nullptr ? &indices : values});
    std::swap(search.outer.strides[0], search.outer.strides[1]);
  } else {
    search.outer.operands = 3;
  }
  if (values != nullptr) {
    search.values.emplace(*values, compute);
  }
  search.outer.simplify();
  if (indices.numel() == 0 || !check_length(ctx, op, search.length)) {
    return;
  }
  if (compute == ScalarType::Double) {
    largest ? search_all<double, true>(search)
            : search_all<double, false>(search);
  } else {
    largest ? search_all<int64_t, true>(search)
            : search_all<int64_t, false>(search);
  }
}

void running_extremes(KernelRuntimeContext& ctx, const char* op,
                      const Tensor& self, int64_t dim, bool largest,
                      Tensor& values, Tensor& indices) {
  size_t axis = 0;
  if (!check_dtypes(ctx, op, self, &values, indices) ||
      !check_axis(ctx, op, dim, self, axis) ||
      !resize_out(ctx, op, sizes_of(self), values) ||
      !resize_out(ctx, op, sizes_of(self), indices)) {
    return;
  }
  const ScalarType compute = wide_type(self);
  const Array from(self, compute);
  const Array to(values, compute);
  const Array places(indices, ScalarType::Long);
  const int64_t length = size_along(self, axis);
  const int64_t strides[] = {stride_along(values, axis),
                             stride_along(self, axis),
                             stride_along(indices, axis)};
  const bool is_double = compute == ScalarType::Double;
  const auto run = is_double ? (largest ? run_line<double, true>
                                        : run_line<double, false>)
                             : (largest ? run_line<int64_t, true>
                                        : run_line<int64_t, false>);
  for_each_offset(
      nest_without(axis, {&values, &self, &indices}), [&](const int64_t* at) {
        run(from, to, places, at, length, strides);
      });
}

}  // namespace executorch::kernels::portable
