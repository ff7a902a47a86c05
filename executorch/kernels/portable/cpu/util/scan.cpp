#include <executorch/kernels/portable/cpu/util/scan.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

constexpr int64_t kBlock = 256;

class Scan {
 public:
  Scan(const Scanner& scanner, const Tensor& self, Tensor& out)
      : scanner_(scanner),
        load_(load_function(self.scalar_type(), scanner.compute)),
        store_(store_function(scanner.compute, out.scalar_type())),
        from_(static_cast<const char*>(self.const_data_ptr())),
        from_nbytes_(
            static_cast<int64_t>(runtime::elementSize(self.scalar_type()))),
        to_(static_cast<char*>(out.mutable_data_ptr())),
        to_nbytes_(
            static_cast<int64_t>(runtime::elementSize(out.scalar_type()))) {}

  bool supported() const { return load_ != nullptr && store_ != nullptr; }

  /// Operands of `outer`: out and self. `strides` are theirs along the line.
  void run(const LoopNest& outer, int64_t length, const int64_t* strides) {
    const size_t last = outer.rank - 1;
    const bool by_rows =
        strides[1] <= outer.strides[1][last] || outer.sizes[last] == 1;
    const int64_t width = by_rows ? 1 : kBlock;
    OuterLoop loop(outer);
    do {
      for (int64_t i = 0; i < outer.sizes[last]; i += width) {
        const int64_t to = loop.offset(0) + i * outer.strides[0][last];
        const int64_t from = loop.offset(1) + i * outer.strides[1][last];
        if (by_rows) {
          scan_row(to, from, length, strides);
        } else {
          scan_columns(to, from, length, strides, outer,
                       std::min(width, outer.sizes[last] - i));
        }
      }
    } while (loop.next());
  }

 private:
  void scan_row(int64_t to, int64_t from, int64_t length,
                const int64_t* strides) {
    totals_[0] = scanner_.initial;
    for (int64_t i = 0; i < length; i += kBlock) {
      const int64_t n = std::min(kBlock, length - i);
      load(from + i * strides[1], strides[1], n);
      scanner_.scan(totals_, values_, static_cast<size_t>(n));
      store(values_, to + i * strides[0], strides[0], n);
    }
  }

  void scan_columns(int64_t to, int64_t from, int64_t length,
                    const int64_t* strides, const LoopNest& outer, int64_t n) {
    const size_t last = outer.rank - 1;
    std::fill_n(totals_, n, scanner_.initial);
    for (int64_t i = 0; i < length; ++i) {
      load(from + i * strides[1], outer.strides[1][last], n);
      scanner_.merge(totals_, values_, static_cast<size_t>(n));
      store(totals_, to + i * strides[0], outer.strides[0][last], n);
    }
  }

  void load(int64_t element, int64_t stride, int64_t n) {
    load_(from_ + element * from_nbytes_, static_cast<ptrdiff_t>(stride),
          values_, static_cast<size_t>(n));
  }

  void store(const void* values, int64_t element, int64_t stride, int64_t n) {
    store_(values, to_ + element * to_nbytes_, static_cast<ptrdiff_t>(stride),
           static_cast<size_t>(n));
  }

  const Scanner& scanner_;
  LoadFn load_;
  StoreFn store_;
  const char* from_;
  int64_t from_nbytes_;
  char* to_;
  int64_t to_nbytes_;
  uint64_t totals_[kBlock];
  uint64_t values_[kBlock];
};

}  // namespace

void run_scan(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
              int64_t dim, std::optional<ScalarType> dtype,
              const Scanner& scanner, Tensor& out) {
  size_t axis = 0;
  if ((dtype && !check_same_dtype(ctx, op, out, *dtype)) ||
      !check_axis(ctx, op, dim, self, axis) ||
      !resize_out(ctx, op, sizes_of(self), out)) {
    return;
  }
  Scan scan(scanner, self, out);
  if (!scan.supported()) {
    refuse_dtype(ctx, op, self.scalar_type());
    return;
  }
  LoopNest outer = nest_without(axis, {&out, &self});
  outer.simplify();
  const int64_t strides[] = {stride_along(out, axis), stride_along(self, axis)};
  scan.run(outer, size_along(self, axis), strides);
}

}  // namespace executorch::kernels::portable
