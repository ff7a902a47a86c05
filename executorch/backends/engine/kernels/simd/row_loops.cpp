#include <executorch/backends/engine/kernels/simd/row_loops.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/row_loops.cpp"
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <executorch/backends/engine/kernels/simd/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

/// take(accumulated, x) over a row, in four vectors; `rest` does nothing.
template <typename Take, typename Fold>
HWY_INLINE V fold_row(const float* x, size_t n, float rest, const Take& take,
                      V start, const Fold& fold) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  V a = start, b = start, c = start, e = start;
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    a = take(a, hn::LoadU(d, x + i));
    b = take(b, hn::LoadU(d, x + i + lanes));
    c = take(c, hn::LoadU(d, x + i + 2 * lanes));
    e = take(e, hn::LoadU(d, x + i + 3 * lanes));
  }
  for (; i + lanes <= n; i += lanes) {
    a = take(a, hn::LoadU(d, x + i));
  }
  if (i < n) {
    b = take(b, load_part(x + i, n - i, rest));
  }
  return fold(fold(a, b), fold(c, e));
}

/// The sum of take(0, x) over a row.
template <typename Take>
HWY_INLINE float sum_row(const float* x, size_t n, float rest,
                         const Take& take) {
  const auto add = [](V a, V b) HWY_ATTR { return hn::Add(a, b); };
  return hn::GetLane(
      hn::SumOfLanes(D(), fold_row(x, n, rest, take, hn::Zero(D()), add)));
}

HWY_INLINE float sum_of(const float* x, size_t n) {
  return sum_row(x, n, 0, [](V a, V b) HWY_ATTR { return hn::Add(a, b); });
}

/// Long rows in parts, so that a partial sum has few terms.
float sum(const float* x, size_t n) {
  constexpr size_t kPart = 4096;
  double total = 0;
  for (size_t i = 0; i < n; i += kPart) {
    total += static_cast<double>(sum_of(x + i, std::min(kPart, n - i)));
  }
  return static_cast<float>(total);
}

/// Of a row with NaN any number: differences to it are NaN somewhere, and so is
/// their sum.
HWY_INLINE float maximum(const float* x, size_t n) {
  const float lowest = -__builtin_huge_valf();
  const auto larger = [](V a, V b) HWY_ATTR { return hn::Max(a, b); };
  return hn::GetLane(hn::MaxOfLanes(
      D(), fold_row(x, n, lowest, larger, constant(lowest), larger)));
}

/// y[i] = f(x[i]); y may be x.
template <typename F>
HWY_INLINE void map(const float* x, float* y, size_t n, const F& f) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(f(hn::LoadU(d, x + i)), d, y + i);
  }
  if (i < n) {
    store_part(f(load_part(x + i, n - i, 0)), y + i, n - i);
  }
}

/// The same, giving the sum of the results.
template <typename F>
HWY_INLINE float map_sum(const float* x, float* y, size_t n, const F& f) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  V sum = hn::Zero(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const V value = f(hn::LoadU(d, x + i));
    sum = hn::Add(sum, value);
    hn::StoreU(value, d, y + i);
  }
  if (i < n) {
    const V value = f(load_part(x + i, n - i, 0));
    sum = hn::Add(sum, hn::IfThenElseZero(hn::FirstN(d, n - i), value));
    store_part(value, y + i, n - i);
  }
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

void scale(const float* x, float* y, size_t n, float factor, float shift) {
  map(x, y, n, [&](V v) HWY_ATTR {
    return hn::MulAdd(v, constant(factor), constant(shift));
  });
}

void add(const float* x, float* y, size_t n) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(hn::Add(hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, y + i);
  }
  for (; i < n; ++i) {
    y[i] += x[i];
  }
}

void softmax(const float* x, float* y, size_t n) {
  const float largest = maximum(x, n);
  const float sum = map_sum(x, y, n, [&](V v) HWY_ATTR {
    return exp_of_difference(hn::Sub(v, constant(largest)));
  });
  const float inverse = 1 / sum;
  map(y, y, n, [&](V v) HWY_ATTR { return hn::Mul(v, constant(inverse)); });
}

void log_softmax(const float* x, float* y, size_t n) {
  const float largest = maximum(x, n);
  const auto add = [&](V total, V v) HWY_ATTR {
    return hn::Add(total, exp_of_difference(hn::Sub(v, constant(largest))));
  };
  const float sum = sum_row(x, n, -__builtin_huge_valf(), add);
  const float shift = std::log(sum);
  map(x, y, n, [&](V v) HWY_ATTR {
    return hn::Sub(hn::Sub(v, constant(largest)), constant(shift));
  });
}

/// (x - mean) * scale * weight + bias, for n elements from `i` on.
HWY_INLINE V normalized(V x, float mean, float scale, V weight, V bias) {
  const V centred = hn::Mul(hn::Sub(x, constant(mean)), constant(scale));
  return hn::MulAdd(centred, weight, bias);
}

void norm(const float* x, float* y, size_t n, const RowNorm& norm,
          float* mean_to, float* scale_to) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  const auto count = static_cast<float>(n);
  const float mean = norm.is_centred ? sum(x, n) / count : 0;
  const auto add_square = [&](V total, V v) HWY_ATTR {
    const V difference = hn::Sub(v, constant(mean));
    return hn::MulAdd(difference, difference, total);
  };
  const float squares = sum_row(x, n, mean, add_square);
  const float scale = 1 / std::sqrt(squares / count + norm.epsilon);
  const V one = constant(1);
  const V zero = hn::Zero(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const V weight =
        norm.weight == nullptr ? one : hn::LoadU(d, norm.weight + i);
    const V bias = norm.bias == nullptr ? zero : hn::LoadU(d, norm.bias + i);
    hn::StoreU(normalized(hn::LoadU(d, x + i), mean, scale, weight, bias), d,
               y + i);
  }
  for (; i < n; ++i) {
    y[i] =
        (x[i] - mean) * scale * (norm.weight == nullptr ? 1 : norm.weight[i]) +
        (norm.bias == nullptr ? 0 : norm.bias[i]);
  }
  *mean_to = mean;
  *scale_to = scale;
}

RowLoops make_row_loops() {
  return {sum, softmax, log_softmax, norm, scale, add};
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_row_loops);

RowLoops row_loops() { return HWY_DYNAMIC_DISPATCH(make_row_loops)(); }

}  // namespace executorch::backends::engine::simd
#endif
