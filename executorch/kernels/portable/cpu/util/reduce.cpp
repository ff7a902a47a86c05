#include <executorch/kernels/portable/cpu/util/reduce.h>

#include <algorithm>
#include <cstring>

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

class Reduction {
 public:
  Reduction(const Reducer& reducer, const Tensor& self, Tensor& out)
      : reducer_(reducer),
        load_(load_function(self.scalar_type(), reducer.compute)),
        store_(store_function(reducer.compute, out.scalar_type())),
        data_(static_cast<const char*>(self.const_data_ptr())),
        nbytes_(static_cast<int64_t>(runtime::elementSize(self.scalar_type()))),
        out_(static_cast<char*>(out.mutable_data_ptr())),
        out_nbytes_(
            static_cast<int64_t>(runtime::elementSize(out.scalar_type()))) {}

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
        if (by_rows) {
          reduce_rows(loops.reduced, from);
        } else {
          reduce_columns(loops, from, n);
        }
        finish(loops.reduced.numel(),
               outer.offset(0) + i * loops.kept.strides[0][last],
               loops.kept.strides[0][last], static_cast<size_t>(n));
      }
    } while (outer.next());
  }

 private:
  void reduce_rows(const LoopNest& reduced, int64_t from) {
    totals_[0] = 0;
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
    std::memset(totals_, 0, sizeof(totals_));
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
  }

  void finish(int64_t count, int64_t element, int64_t stride, size_t n) {
    if (reducer_.finish != nullptr) {
      reducer_.finish(totals_, n, count);
    }
    store_(totals_, out_ + element * out_nbytes_,
           static_cast<ptrdiff_t>(stride), n);
  }

  const Reducer& reducer_;
  LoadFn load_;
  StoreFn store_;
  const char* data_;
  int64_t nbytes_;
  char* out_;
  int64_t out_nbytes_;
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
  Reduction reduction(reducer, self, out);
  if (!reduction.supported()) {
    return refuse_dtype(ctx, op, self.scalar_type());
  }
  if (out.numel() != 0) {
    reduction.run(split(self, out, is_reduced, keepdim));
  }
  return true;
}

Reducer sum_reducer(ScalarType out_type) {
  Reducer reducer;
  if (is_floating(out_type)) {
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

}  // namespace executorch::kernels::portable
