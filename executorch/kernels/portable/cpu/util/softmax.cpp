#include <executorch/kernels/portable/cpu/util/softmax.h>

#include <executorch/kernels/portable/cpu/util/math.h>
#include <executorch/kernels/portable/cpu/util/pointwise.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace executorch::kernels::portable {
namespace {

constexpr int64_t kBlock = 256;

/// One line of the softmax dimension, in memory of any dtype and stride.
struct Line {
  const char* in = nullptr;
  char* out = nullptr;
  int64_t length = 0;
  int64_t in_stride = 0;
  int64_t out_stride = 0;
};

struct LineAccess {
  LoadFn load;
  StoreFn store;
  int64_t in_nbytes;
  int64_t out_nbytes;
};

/// The larger of two values, NaN if either is.
template <class C>
ET_ALWAYS_INLINE C larger(C a, C b) {
  return b > a || b != b ? b : a;
}

template <class C>
ET_TARGET_CLONES C block_max(const C* values, size_t n, C largest) {
  constexpr size_t kLanes = 16;
  C lanes[kLanes];
  std::fill_n(lanes, kLanes, largest);
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (size_t k = 0; k < kLanes; ++k) {
      lanes[k] = larger(lanes[k], values[i + k]);
    }
  }
  for (; i < n; ++i) {
    lanes[0] = larger(lanes[0], values[i]);
  }
  for (size_t k = 1; k < kLanes; ++k) {
    lanes[0] = larger(lanes[0], lanes[k]);
  }
  return lanes[0];
}

/// Replaces each value by e^(value - largest); returns their sum.
template <class C>
ET_TARGET_CLONES C block_exp_sum(C* values, size_t n, C largest) {
  constexpr size_t kLanes = 16;
  for (size_t i = 0; i < n; ++i) {
    values[i] = vector_exp(values[i] - largest);
  }
  C lanes[kLanes] = {};
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (size_t k = 0; k < kLanes; ++k) {
      lanes[k] += values[i + k];
    }
  }
  for (; i < n; ++i) {
    lanes[0] += values[i];
  }
  C sum = 0;
  for (size_t k = 0; k < kLanes; ++k) {
    sum += lanes[k];
  }
  return sum;
}

/// In two steps: the sum of both amounts would round away the smaller one
/// beside large inputs.
template <class C>
void subtract(C* values, size_t n, C first, C second) {
  for (size_t i = 0; i < n; ++i) {
    values[i] = values[i] - first - second;
  }
}

template <class C>
void multiply(C* values, size_t n, C factor) {
  for (size_t i = 0; i < n; ++i) {
    values[i] *= factor;
  }
}

template <class C>
class LineSoftmax {
 public:
  LineSoftmax(const LineAccess& access, bool logarithm)
      : access_(access), logarithm_(logarithm) {}

  void run(const Line& line) {
    C largest = -std::numeric_limits<C>::infinity();
    for (int64_t i = 0; i < line.length; i += kBlock) {
      largest = block_max(values_, load(line, i), largest);
    }
    C sum = 0;
    for (int64_t i = 0; i < line.length; i += kBlock) {
      const size_t n = load_again(line, i);
      sum += block_exp_sum(values_, n, largest);
    }
    const C factor = logarithm_ ? std::log(sum) : C(1) / sum;
    for (int64_t i = 0; i < line.length; i += kBlock) {
      write(line, i, largest, factor);
    }
  }

 private:
  size_t load(const Line& line, int64_t first) {
    const auto n = static_cast<size_t>(std::min(kBlock, line.length - first));
    access_.load(line.in + first * line.in_stride * access_.in_nbytes,
                 static_cast<ptrdiff_t>(line.in_stride), values_, n);
    return n;
  }

  size_t load_again(const Line& line, int64_t first) {
    return line.length <= kBlock ? static_cast<size_t>(line.length)
                                 : load(line, first);
  }

  /// `factor` is log(sum) for the logarithm, else 1 / sum.
  void write(const Line& line, int64_t first, C largest, C factor) {
    const bool exponentials = !logarithm_ && line.length <= kBlock;
    const size_t n =
        exponentials ? static_cast<size_t>(line.length) : load(line, first);
    if (logarithm_) {
      subtract(values_, n, largest, factor);
    } else {
      if (!exponentials) {
        block_exp_sum(values_, n, largest);
      }
      multiply(values_, n, factor);
    }
    access_.store(values_,
                  line.out + first * line.out_stride * access_.out_nbytes,
                  static_cast<ptrdiff_t>(line.out_stride), n);
  }

  const LineAccess& access_;
  bool logarithm_;
  C values_[kBlock];
};

template <class C>
void run_lines(const Tensor& self, size_t axis, bool logarithm, Tensor& out) {
  const LineAccess access{
      load_function(self.scalar_type(), kScalarTypeOf<C>),
      store_function(kScalarTypeOf<C>, out.scalar_type()),
      static_cast<int64_t>(runtime::elementSize(self.scalar_type())),
      static_cast<int64_t>(runtime::elementSize(out.scalar_type()))};
  LoopNest nest = nest_over(out);
  add_broadcast(nest, self);
  Line line;
  if (nest.rank == 0) {
    nest.rank = 1;
    nest.sizes[0] = 1;
  }
  nest.move_last(axis);
  line.length = nest.sizes[nest.rank - 1];
  line.out_stride = nest.strides[0][nest.rank - 1];
  line.in_stride = nest.strides[1][nest.rank - 1];
  LineSoftmax<C> softmax(access, logarithm);
  OuterLoop loop(nest);
  do {
    line.in = static_cast<const char*>(self.const_data_ptr()) +
              loop.offset(1) * access.in_nbytes;
    line.out = static_cast<char*>(out.mutable_data_ptr()) +
               loop.offset(0) * access.out_nbytes;
    softmax.run(line);
  } while (loop.next());
}

}  // namespace

void softmax_to(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                int64_t dim, bool half_to_float, bool logarithm, Tensor& out) {
  size_t axis = 0;
  const ScalarType result =
      half_to_float ? ScalarType::Float : self.scalar_type();
  if (!check_floating(ctx, op, self) ||
      (half_to_float && !check_same_dtype(ctx, op, self, ScalarType::Half)) ||
      !check_same_dtype(ctx, op, out, result) ||
      !check_axis(ctx, op, dim, self, axis) ||
      !resize_out(ctx, op, sizes_of(self), out) || out.numel() == 0) {
    return;
  }
  if (result == ScalarType::Double) {
    run_lines<double>(self, axis, logarithm, out);
  } else {
    run_lines<float>(self, axis, logarithm, out);
  }
}

}  // namespace executorch::kernels::portable
