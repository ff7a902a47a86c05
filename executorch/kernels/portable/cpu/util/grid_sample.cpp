#include <executorch/kernels/portable/cpu/util/grid_sample.h>

#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>

namespace executorch::kernels::portable {
namespace {

enum : int64_t { kLinear, kNearest, kCubic };
enum : int64_t { kZeros, kBorder, kReflection };

/// `x` mirrored until it lies between low / 2 and high / 2.
template <class Real>
Real reflect(Real x, int64_t twice_low, int64_t twice_high) {
  if (twice_low == twice_high) {
    return Real(0);
  }
  const Real low = static_cast<Real>(twice_low) / 2;
  const Real span = static_cast<Real>(twice_high - twice_low) / 2;
  const Real away = std::abs(x - low);
  const Real rest = std::fmod(away, span);
  const bool even = std::fmod(std::floor(away / span), Real(2)) == 0;
  return even ? rest + low : span - rest + low;
}

/// Rounds each step to the element type, as ATen does: where a half type's
/// coordinates point is part of the result.
template <class T, class Real>
Real stored(Real value) {
  return convert<T, Real>(convert<Real, T>(value));
}

template <class T, class Real>
struct Rules {
  int64_t interpolation = kLinear;
  int64_t padding = kZeros;
  bool align_corners = false;

  Real unnormalized(Real x, int64_t size) const {
    const Real n = static_cast<Real>(size);
    const Real from_zero = stored<T>(x + 1);
    return align_corners
               ? stored<T>(stored<T>(from_zero / 2) * (n - 1))
               : stored<T>(stored<T>(stored<T>(from_zero * n) - 1) / 2);
  }

  /// A position as the padding sees it; NaN and what is far away go outside.
  Real padded(Real x, int64_t size) const {
    if (padding == kReflection) {
      x = align_corners ? reflect(x, 0, 2 * (size - 1))
                        : reflect(x, -1, 2 * size - 1);
    }
    if (padding != kZeros) {
      x = std::min(std::max(x, Real(0)), static_cast<Real>(size - 1));
    }
    return x >= Real(-1e9) && x <= Real(1e9) ? x : Real(-100);
  }
};

/// Elements and weights along one dimension.
template <class Real>
struct Reads {
  size_t count = 1;
  int64_t at[4] = {};
  Real weight[4] = {Real(1)};
};

/// Cubic convolution with a = -0.75; `t` is the distance from the second of
/// four neighbours.
template <class T, class Real>
void set_cubic(Real t, Real* weight) {
  const Real a = Real(-0.75);
  const auto r = [](Real x) { return stored<T>(x); };
  const auto near = [&](Real x) {
    const Real inner = r(r(r(a + 2) * x) - r(a + 3));
    return r(r(r(inner * x) * x) + 1);
  };
  const auto far = [&](Real x) {
    const Real inner = r(r(r(a * x) - r(5 * a)) * x);
    return r(r(r(inner + r(8 * a)) * x) - r(4 * a));
  };
  weight[0] = far(r(t + 1));
  weight[1] = near(t);
  weight[2] = near(r(1 - t));
  weight[3] = far(r(r(1 - t) + 1));
}

template <class T, class Real>
Reads<Real> reads_of(const Rules<T, Real>& rules, Real coordinate,
                     int64_t size) {
  Reads<Real> reads;
  const Real place = rules.unnormalized(coordinate, size);
  if (rules.interpolation == kCubic) {
    const Real safe =
        place >= Real(-1e9) && place <= Real(1e9) ? place : Real(-100);
    const Real low = std::floor(safe);
    reads.count = 4;
    for (size_t k = 0; k < 4; ++k) {
      reads.at[k] = static_cast<int64_t>(rules.padded(
          low - 1 + static_cast<Real>(k), size));
    }
    set_cubic<T>(stored<T>(safe - low), reads.weight);
    return reads;
  }
  const Real x = stored<T>(rules.padded(place, size));
  if (rules.interpolation == kNearest) {
    reads.at[0] = static_cast<int64_t>(std::nearbyint(x));
    return reads;
  }
  const Real low = std::floor(x);
  reads.count = 2;
  reads.at[0] = static_cast<int64_t>(low);
  reads.at[1] = reads.at[0] + 1;
  reads.weight[0] = stored<T>(low + 1 - x);
  reads.weight[1] = stored<T>(x - low);
  return reads;
}

bool inside(int64_t at, int64_t size) { return at >= 0 && at < size; }

template <class T, class Real>
Real value_at(const T* volume, const Volumes& in, int64_t z, int64_t y,
              int64_t x) {
  return inside(z, in.sizes[0]) && inside(y, in.sizes[1]) &&
                 inside(x, in.sizes[2])
             ? convert<T, Real>(volume[z * in.strides[0] + y * in.strides[1] +
                                       x * in.strides[2]])
             : Real(0);
}

/// Rows first, then the column of their results.
template <class T, class Real>
Real sample_cubic(const T* plane, const Volumes& in,
                  const Reads<Real>* reads) {
  Real total = 0;
  for (size_t y = 0; y < 4; ++y) {
    Real row = 0;
    for (size_t x = 0; x < 4; ++x) {
      row = stored<T>(row + stored<T>(value_at<T, Real>(plane, in, 0,
                                                        reads[1].at[y],
                                                        reads[2].at[x]) *
                                      reads[2].weight[x]));
    }
    total = stored<T>(total + stored<T>(row * reads[1].weight[y]));
  }
  return total;
}

template <class T, class Real>
Real sample(const T* volume, const Volumes& in, const Reads<Real>* reads) {
  Real total = 0;
  for (size_t z = 0; z < reads[0].count; ++z) {
    for (size_t y = 0; y < reads[1].count; ++y) {
      for (size_t x = 0; x < reads[2].count; ++x) {
        const Real weight =
            stored<T>(stored<T>(reads[0].weight[z] * reads[1].weight[y]) *
                      reads[2].weight[x]);
        const int64_t at[3] = {reads[0].at[z], reads[1].at[y], reads[2].at[x]};
        if (inside(at[0], in.sizes[0]) && inside(at[1], in.sizes[1]) &&
            inside(at[2], in.sizes[2])) {
          total += weight * value_at<T, Real>(volume, in, at[0], at[1], at[2]);
        }
      }
    }
  }
  return total;
}

template <class T, class Real>
void sample_all(const Tensor& input, const Tensor& grid, size_t dims,
                const Rules<T, Real>& rules, Tensor& out) {
  const Volumes in(input, dims);
  const Volumes to(out, dims);
  const T* from = input.const_data_ptr<T>();
  const T* places = grid.const_data_ptr<T>();
  T* result = out.mutable_data_ptr<T>();
  const auto strides = grid.strides();
  LoopNest nest;
  nest.rank = dims + 1;
  nest.operands = 2;
  for (size_t i = 0; i < nest.rank; ++i) {
    nest.sizes[i] = grid.sizes()[i];
    nest.strides[0][i] = i == 0 ? to.batch_stride
                                : to.strides[3 - dims + i - 1];
    nest.strides[1][i] = strides[i];
  }
  const int64_t batch_stride = in.batch_stride;
  for (int64_t n = 0; n < nest.sizes[0]; ++n) {
    LoopNest one = nest;
    one.sizes[0] = 1;
    for_each_offset(one, [&](const int64_t* at) {
      Reads<Real> reads[3];
      for (size_t i = 0; i < dims; ++i) {
        const T coordinate =
            places[n * strides[0] + at[1] +
                   static_cast<int64_t>(i) * strides[dims + 1]];
        reads[2 - i] = reads_of(rules, convert<T, Real>(coordinate),
                                in.sizes[2 - i]);
      }
      for (int64_t c = 0; c < in.channels; ++c) {
        const T* volume = from + n * batch_stride + c * in.channel_stride;
        result[n * to.batch_stride + at[0] + c * to.channel_stride] =
            convert<Real, T>(reads[2].count == 4
                                 ? sample_cubic(volume, in, reads)
                                 : sample(volume, in, reads));
      }
    });
  }
}

}  // namespace

void grid_sample(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                 const Tensor& grid, size_t dims, int64_t interpolation,
                 int64_t padding, bool align_corners, Tensor& out) {
  if (!check_floating(ctx, op, input) ||
      !check_same_dtype(ctx, op, grid, input.scalar_type()) ||
      !check_same_dtype(ctx, op, out, input.scalar_type()) ||
      !resize_out(ctx, op,
                  ops::grid_sample_shape(sizes_of(input), sizes_of(grid), dims),
                  out)) {
    return;
  }
  const bool known = interpolation >= kLinear &&
                     interpolation <= (dims == 2 ? kCubic : kNearest) &&
                     padding >= kZeros && padding <= kReflection;
  if (!known) {
    ET_LOG(Error,
           "%s: interpolation %" PRId64 " and padding %" PRId64
           ", expected 0 to 2 (no cubic one in 3-d)",
           op, interpolation, padding);
    ctx.fail(Error::InvalidArgument);
    return;
  }
  dispatch_floating(input.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using Real = std::conditional_t<std::is_same_v<T, double>, double, float>;
    if (out.numel() != 0) {
      sample_all<T, Real>(input, grid, dims,
                          {interpolation, padding, align_corners}, out);
    }
  });
}

}  // namespace executorch::kernels::portable
