#include <executorch/kernels/portable/cpu/util/complex_ops.h>

#include <algorithm>
#include <cstring>

namespace executorch::kernels::portable {
namespace {

constexpr int64_t kBlock = 128;

/// Complex elements of one dtype as pairs of real ones.
struct Pairs {
  LoadFn load;
  StoreFn store;
  int64_t nbytes;  ///< of one element, both parts

  void read(const void* data, int64_t at, int64_t stride, Complex* to,
            int64_t n) const {
    const char* from = static_cast<const char*>(data) + at * nbytes;
    if (stride == 1) {
      load(from, 1, to, static_cast<size_t>(2 * n));
      return;
    }
    for (int64_t i = 0; i < n; ++i) {
      load(from + i * stride * nbytes, 1, to + i, 2);
    }
  }

  void write(void* data, int64_t at, int64_t stride, const Complex* from,
             int64_t n) const {
    char* to = static_cast<char*>(data) + at * nbytes;
    if (stride == 1) {
      store(from, to, 1, static_cast<size_t>(2 * n));
      return;
    }
    for (int64_t i = 0; i < n; ++i) {
      store(from + i, to + i * stride * nbytes, 1, 2);
    }
  }
};

Pairs pairs_of(ScalarType dtype) {
  const ScalarType part = runtime::toRealValueType(dtype);
  return {load_function(part, ScalarType::Double),
          store_function(ScalarType::Double, part),
          static_cast<int64_t>(runtime::elementSize(dtype))};
}

}  // namespace

void run_complex(KernelRuntimeContext& ctx, const char* op, const Tensor& a,
                 const Tensor& b, double factor, ComplexFunction f,
                 Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  if (!is_complex(out)) {
    refuse_dtype(ctx, op, a.scalar_type());
    return;
  }
  if (!check_same_dtype(ctx, op, a, dtype) ||
      !check_same_dtype(ctx, op, b, dtype) ||
      !resize_out(ctx, op, ops::broadcast_shapes(sizes_of(a), sizes_of(b)),
                  out) ||
      out.numel() == 0) {
    return;
  }
  LoopNest nest = nest_over(out);
  add_broadcast(nest, a);
  add_broadcast(nest, b);
  nest.simplify();
  const size_t last = nest.rank - 1;
  const Pairs pairs = pairs_of(dtype);
  Complex x[kBlock];
  Complex y[kBlock];
  OuterLoop loop(nest);
  do {
    for (int64_t i = 0; i < nest.sizes[last]; i += kBlock) {
      const int64_t n = std::min(kBlock, nest.sizes[last] - i);
      const auto at = [&](size_t k) {
        return loop.offset(k) + i * nest.strides[k][last];
      };
      pairs.read(a.const_data_ptr(), at(1), nest.strides[1][last], x, n);
      pairs.read(b.const_data_ptr(), at(2), nest.strides[2][last], y, n);
      for (int64_t k = 0; k < n; ++k) {
        x[k] = f(x[k], y[k], factor);
      }
      pairs.write(out.mutable_data_ptr(), at(0), nest.strides[0][last], x, n);
    }
  } while (loop.next());
}

void copy_complex(KernelRuntimeContext& ctx, const char* op, const Tensor& src,
                  Tensor& dst) {
  const ScalarType from = runtime::toRealValueType(src.scalar_type());
  const ScalarType to = runtime::toRealValueType(dst.scalar_type());
  LoopNest nest = nest_over(dst);
  add_broadcast(nest, src);
  for (size_t i = 0; i < nest.rank; ++i) {
    nest.strides[0][i] *= is_complex(dst) ? 2 : 1;
    nest.strides[1][i] *= is_complex(src) ? 2 : 1;
  }
  char* out = static_cast<char*>(dst.mutable_data_ptr());
  const char* in = static_cast<const char*>(src.const_data_ptr());
  if (dst.numel() == 0) {
    return;
  }
  if (is_complex(dst) && !is_complex(src)) {
    std::memset(out, 0, dst.nbytes());
  }
  bool converts = convert_strided(nest, out, to, in, from);
  if (is_complex(dst) && is_complex(src)) {
    converts =
        converts && convert_strided(nest, out + runtime::elementSize(to), to,
                                    in + runtime::elementSize(from), from);
  }
  if (!converts) {
    refuse_dtype(ctx, op, src.scalar_type());
  }
}

void multiply_complex(const Tensor& a, const Tensor& b, Tensor& out) {
  const Pairs pairs = pairs_of(out.scalar_type());
  const int64_t m = a.size(1);
  const int64_t depth = a.size(2);
  const int64_t n = b.size(2);
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t batch = i / (m * n);
    const int64_t row = i / n;
    const int64_t column = batch * depth * n + i % n;
    Complex sum;
    for (int64_t k = 0; k < depth; ++k) {
      Complex x;
      Complex y;
      pairs.read(a.const_data_ptr(), row * depth + k, 1, &x, 1);
      pairs.read(b.const_data_ptr(), column + k * n, 1, &y, 1);
      sum += x * y;
    }
    pairs.write(out.mutable_data_ptr(), i, 1, &sum, 1);
  }
}

}  // namespace executorch::kernels::portable
