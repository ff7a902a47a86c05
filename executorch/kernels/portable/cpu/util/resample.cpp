#include <executorch/kernels/portable/cpu/util/resample.h>

#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace executorch::kernels::portable {
namespace {

constexpr int64_t kBlock = 64;
constexpr size_t kMaxTaps = 4;

/// What an output position reads along one dimension: elements and weights.
template <class Real>
struct Taps {
  size_t count = 1;
  int64_t at[kMaxTaps] = {};
  Real weight[kMaxTaps] = {Real(1)};
};

/// Weights of four neighbours at distance `t` from the second one: cubic
/// convolution with a = -0.75.
template <class Real>
void cubic_weights(Real t, Real* weight) {
  const Real a = Real(-0.75);
  const auto near = [&](Real x) {
    return ((a + Real(2)) * x - (a + Real(3))) * x * x + Real(1);
  };
  const auto far = [&](Real x) {
    return ((a * x - Real(5) * a) * x + Real(8) * a) * x - Real(4) * a;
  };
  weight[0] = far(t + Real(1));
  weight[1] = near(t);
  weight[2] = near(Real(1) - t);
  weight[3] = far(Real(2) - t);
}

template <class Real>
struct Axis {
  int64_t in = 1;
  int64_t out = 1;
  Real ratio = 0;
  double scale = 0;
  bool align_corners = false;
  Resampling kind = Resampling::kNearest;

  Axis() = default;
  Axis(int64_t in_size, int64_t out_size, Resampling how, bool align,
       double factor)
      : in(in_size),
        out(out_size),
        scale(factor),
        align_corners(align),
        kind(how) {
    if (align) {
      ratio = out > 1 ? static_cast<Real>(in - 1) / static_cast<Real>(out - 1)
                      : Real(0);
    } else if (factor > 0) {
      ratio = static_cast<Real>(1.0 / factor);
    } else {
      ratio = static_cast<Real>(in) / static_cast<Real>(out);
    }
  }

  Taps<Real> taps(int64_t position) const {
    Taps<Real> taps;
    if (kind == Resampling::kLinear) {
      set_linear(position, taps);
    } else if (kind == Resampling::kCubic) {
      set_cubic(position, taps);
    } else {
      taps.at[0] = nearest(position);
    }
    return taps;
  }

  /// The one element that a nearest resampling reads.
  int64_t nearest(int64_t position) const {
    return ops::nearest_source(position, in, out, scale,
                               kind == Resampling::kNearestExact);
  }

 private:
  Real source(int64_t position) const {
    const Real at = static_cast<Real>(position);
    return align_corners ? ratio * at
                         : ratio * (at + Real(0.5)) - Real(0.5);
  }

  void set_linear(int64_t position, Taps<Real>& taps) const {
    const Real at = std::max(source(position), Real(0));
    const int64_t low = std::min(static_cast<int64_t>(at), in - 1);
    const Real share =
        std::min(std::max(at - static_cast<Real>(low), Real(0)), Real(1));
    taps.count = 2;
    taps.at[0] = low;
    taps.at[1] = low < in - 1 ? low + 1 : low;
    taps.weight[0] = Real(1) - share;
    taps.weight[1] = share;
  }

  void set_cubic(int64_t position, Taps<Real>& taps) const {
    const Real at = source(position);
    const Real low = std::floor(at);
    taps.count = 4;
    for (size_t k = 0; k < 4; ++k) {
      taps.at[k] =
          std::clamp<int64_t>(static_cast<int64_t>(low) - 1 +
                                  static_cast<int64_t>(k),
                              0, in - 1);
    }
    cubic_weights(at - low, taps.weight);
  }
};

/// Taps of a block of columns, found once for all rows.
template <class Real>
struct Columns {
  size_t count = 1;
  int64_t at[kMaxTaps][kBlock] = {};
  Real weight[kMaxTaps][kBlock] = {};

  Columns(const Axis<Real>& axis, int64_t first, int64_t n, int64_t stride) {
    for (int64_t i = 0; i < n; ++i) {
      const Taps<Real> taps = axis.taps(first + i);
      count = taps.count;
      for (size_t k = 0; k < count; ++k) {
        at[k][i] = taps.at[k] * stride;
        weight[k][i] = taps.weight[k];
      }
    }
  }
};

/// sums[i] += weight * (row at column i).
template <class T, class Real>
void add_row(const T* row, Real weight, const Columns<Real>& columns,
             Real* sums, int64_t n) {
  if (columns.count == 2) {
    for (int64_t i = 0; i < n; ++i) {
      const Real value =
          columns.weight[0][i] * convert<T, Real>(row[columns.at[0][i]]) +
          columns.weight[1][i] * convert<T, Real>(row[columns.at[1][i]]);
      sums[i] += weight * value;
    }
    return;
  }
  for (int64_t i = 0; i < n; ++i) {
    Real value = 0;
    for (size_t k = 0; k < columns.count; ++k) {
      value += columns.weight[k][i] * convert<T, Real>(row[columns.at[k][i]]);
    }
    sums[i] += weight * value;
  }
}

template <class T, class Real>
T rounded(Real value) {
  if constexpr (std::is_integral_v<T>) {
    constexpr auto kLowest = static_cast<Real>(std::numeric_limits<T>::min());
    constexpr auto kHighest = static_cast<Real>(std::numeric_limits<T>::max());
    return convert<Real, T>(
        std::clamp(std::floor(value + Real(0.5)), kLowest, kHighest));
  } else {
    return convert<Real, T>(value);
  }
}

/// ATen resamples uint8 along one dimension after the other, with weights of
/// 16 bits. `bits` is how many of them are behind the point.
class FixedAxis {
 public:
  explicit FixedAxis(const Axis<double>& axis) : axis_(axis) {
    double largest = 0;
    for (int64_t i = 0; i < axis.out; ++i) {
      const Taps<double> taps = merged(i);
      for (size_t k = 0; k < taps.count; ++k) {
        largest = std::max(largest, taps.weight[k]);
      }
    }
    while (bits_ < 22 && 0.5 + largest * (2 << bits_) < 32768.0) {
      ++bits_;
    }
  }

  Taps<int32_t> taps(int64_t position) const {
    const Taps<double> from = merged(position);
    Taps<int32_t> taps;
    taps.count = from.count;
    for (size_t k = 0; k < from.count; ++k) {
      taps.at[k] = from.at[k];
      taps.weight[k] = static_cast<int32_t>(
          std::copysign(0.5, from.weight[k]) + from.weight[k] * (1 << bits_));
    }
    return taps;
  }

  /// The sum of weighted elements as an element.
  int32_t element(int32_t sum) const {
    const int32_t half = bits_ == 0 ? 0 : 1 << (bits_ - 1);
    return std::clamp<int32_t>((sum + half) >> bits_, 0, 255);
  }

 private:
  /// Neighbours beyond an edge are the edge: their weights add up.
  Taps<double> merged(int64_t position) const {
    const Taps<double> all = axis_.taps(position);
    Taps<double> taps = all;
    taps.count = 0;
    for (size_t k = 0; k < all.count; ++k) {
      if (taps.count != 0 && taps.at[taps.count - 1] == all.at[k]) {
        taps.weight[taps.count - 1] += all.weight[k];
      } else {
        taps.at[taps.count] = all.at[k];
        taps.weight[taps.count++] = all.weight[k];
      }
    }
    return taps;
  }

  Axis<double> axis_;
  int bits_ = 0;
};

void blend_bytes(const Volumes& in, const Volumes& out, const FixedAxis& rows,
                 const FixedAxis& columns, const uint8_t* from, uint8_t* to) {
  for (int64_t x = 0; x < out.sizes[2]; ++x) {
    const Taps<int32_t> across = columns.taps(x);
    for (int64_t y = 0; y < out.sizes[1]; ++y) {
      const Taps<int32_t> down = rows.taps(y);
      int32_t sum = 0;
      for (size_t i = 0; i < down.count; ++i) {
        const uint8_t* row = from + down.at[i] * in.strides[1];
        int32_t line = 0;
        for (size_t k = 0; k < across.count; ++k) {
          line += across.weight[k] * row[across.at[k] * in.strides[2]];
        }
        sum += down.weight[i] * columns.element(line);
      }
      to[y * out.strides[1] + x * out.strides[2]] =
          static_cast<uint8_t>(rows.element(sum));
    }
  }
}

/// Two dimensions of uint8.
void resample_bytes(const Tensor& input, const Volumes& in, Resampling kind,
                    bool align_corners, const double* scales, Tensor& out) {
  const Volumes to(out, 2);
  const FixedAxis rows(Axis<double>(in.sizes[1], to.sizes[1], kind,
                                    align_corners, scales[1]));
  const FixedAxis columns(Axis<double>(in.sizes[2], to.sizes[2], kind,
                                       align_corners, scales[2]));
  for (int64_t i = 0; i < to.count(); ++i) {
    blend_bytes(in, to, rows, columns,
                input.const_data_ptr<uint8_t>() + in.offset(i),
                out.mutable_data_ptr<uint8_t>() + to.offset(i));
  }
}

template <class T, class Real>
void blend_volume(const Volumes& in, const Volumes& out,
                  const Axis<Real>* axes, const Columns<Real>& columns,
                  int64_t first, int64_t n, const T* from, T* to) {
  for (int64_t z = 0; z < out.sizes[0]; ++z) {
    const Taps<Real> depth = axes[0].taps(z);
    for (int64_t y = 0; y < out.sizes[1]; ++y) {
      const Taps<Real> height = axes[1].taps(y);
      Real sums[kBlock] = {};
      for (size_t i = 0; i < depth.count; ++i) {
        for (size_t k = 0; k < height.count; ++k) {
          add_row(from + depth.at[i] * in.strides[0] +
                      height.at[k] * in.strides[1],
                  depth.weight[i] * height.weight[k], columns, sums, n);
        }
      }
      T* row = to + z * out.strides[0] + y * out.strides[1] +
               first * out.strides[2];
      for (int64_t i = 0; i < n; ++i) {
        row[i * out.strides[2]] = rounded<T>(sums[i]);
      }
    }
  }
}

template <class T>
void blend(const Tensor& input, const Volumes& in, Resampling kind,
           bool align_corners, const double* scales, size_t dims, Tensor& out) {
  using Real = std::conditional_t<
      std::is_same_v<T, double> || (std::is_integral_v<T> && sizeof(T) > 2),
      double, float>;
  const Volumes to(out, dims);
  Axis<Real> axes[3];
  for (size_t i = 3 - dims; i < 3; ++i) {
    axes[i] = Axis<Real>(in.sizes[i], to.sizes[i], kind, align_corners,
                         scales[i]);
  }
  for (int64_t x = 0; x < to.sizes[2]; x += kBlock) {
    const int64_t n = std::min(kBlock, to.sizes[2] - x);
    const Columns<Real> columns(axes[2], x, n, in.strides[2]);
    for (int64_t i = 0; i < to.count(); ++i) {
      blend_volume(in, to, axes, columns, x, n,
                   input.const_data_ptr<T>() + in.offset(i),
                   out.mutable_data_ptr<T>() + to.offset(i));
    }
  }
}

/// Elements only move.
template <class T>
void pick(const Tensor& input, const Volumes& in, Resampling kind,
          const double* scales, size_t dims, Tensor& out) {
  const Volumes to(out, dims);
  Axis<float> axes[3];
  for (size_t i = 3 - dims; i < 3; ++i) {
    axes[i] = Axis<float>(in.sizes[i], to.sizes[i], kind, false, scales[i]);
  }
  const auto* from = static_cast<const T*>(input.const_data_ptr());
  auto* result = static_cast<T*>(out.mutable_data_ptr());
  for (int64_t x = 0; x < to.sizes[2]; x += kBlock) {
    const int64_t n = std::min(kBlock, to.sizes[2] - x);
    int64_t columns[kBlock] = {};
    for (int64_t k = 0; k < n; ++k) {
      columns[k] = axes[2].nearest(x + k) * in.strides[2];
    }
    for (int64_t i = 0; i < to.count(); ++i) {
      for (int64_t z = 0; z < to.sizes[0]; ++z) {
        for (int64_t y = 0; y < to.sizes[1]; ++y) {
          const T* row = from + in.offset(i) +
                         axes[0].nearest(z) * in.strides[0] +
                         axes[1].nearest(y) * in.strides[1];
          T* line = result + to.offset(i) + z * to.strides[0] +
                    y * to.strides[1] + x * to.strides[2];
          for (int64_t k = 0; k < n; ++k) {
            line[k * to.strides[2]] = row[columns[k]];
          }
        }
      }
    }
  }
}

bool target_sizes(KernelRuntimeContext& ctx, const char* op,
                  const Tensor& input, const OptionalInts& output_size,
                  const OptionalFloats& scales, size_t dims, Sizes& sizes) {
  if (output_size.has_value() == scales.has_value() ||
      (output_size ? output_size->size() : scales->size()) != dims ||
      static_cast<size_t>(input.dim()) != dims + 2) {
    ET_LOG(Error,
           "%s: expected an input of rank %zu and either %zu output sizes or "
           "as many scale factors",
           op, dims + 2, dims);
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  for (size_t i = 0; i < dims; ++i) {
    const double wanted =
        output_size ? static_cast<double>((*output_size)[i])
                    : static_cast<double>(input.sizes()[i + 2]) * (*scales)[i];
    if (!(wanted >= 1 && wanted <= INT32_MAX)) {
      ET_LOG(Error, "%s: output size %f, expected 1 or more", op, wanted);
      ctx.fail(Error::InvalidArgument);
      return false;
    }
    sizes.push_back(static_cast<int64_t>(wanted));
  }
  return true;
}

void pick_any(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
              const Volumes& in, Resampling kind, const double* scales,
              size_t dims, Tensor& out) {
  switch (runtime::elementSize(input.scalar_type())) {
    case 1:
      return pick<uint8_t>(input, in, kind, scales, dims, out);
    case 2:
      return pick<uint16_t>(input, in, kind, scales, dims, out);
    case 4:
      return pick<uint32_t>(input, in, kind, scales, dims, out);
    case 8:
      return pick<uint64_t>(input, in, kind, scales, dims, out);
    default:
      refuse_dtype(ctx, op, input.scalar_type());
  }
}

}  // namespace

void resample(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
              const OptionalInts& output_size,
              const OptionalFloats& scale_factors, size_t dims,
              Resampling kind, bool align_corners, Tensor& out) {
  Sizes sizes;
  if (!check_movable(ctx, op, input, out) ||
      !target_sizes(ctx, op, input, output_size, scale_factors, dims, sizes) ||
      !resize_out(ctx, op, ops::resample_shape(sizes_of(input), sizes), out) ||
      out.numel() == 0) {
    return;
  }
  const Volumes in(input, dims);
  if (in.numel() == 0) {
    ET_LOG(Error, "%s: input plane is empty, expected elements", op);
    ctx.fail(Error::InvalidArgument);
    return;
  }
  double scales[3] = {};
  for (size_t i = 0; scale_factors && i < dims; ++i) {
    scales[3 - dims + i] = (*scale_factors)[i];
  }
  if (kind == Resampling::kNearest || kind == Resampling::kNearestExact) {
    pick_any(ctx, op, input, in, kind, scales, dims, out);
    return;
  }
  if (input.scalar_type() == ScalarType::Byte && dims == 2) {
    resample_bytes(input, in, kind, align_corners, scales, out);
    return;
  }
  const bool done = dispatch_real(input.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    blend<T>(input, in, kind, align_corners, scales, dims, out);
  });
  if (!done) {
    refuse_dtype(ctx, op, input.scalar_type());
  }
}

}  // namespace executorch::kernels::portable
