#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "upsample_bilinear2d";

/// Where an output position reads along one dimension: two neighbours and the
/// second one's share.
template <class Real>
struct Tap {
  int64_t low;
  int64_t high;
  Real share;
};

template <class Real>
struct Axis {
  int64_t in = 0;
  Real ratio = 0;
  bool align_corners = false;

  Tap<Real> tap(int64_t at) const {
    const Real position = static_cast<Real>(at);
    const Real source =
        align_corners
            ? ratio * position
            : std::max(ratio * (position + Real(0.5)) - Real(0.5), Real(0));
    const int64_t low = std::min(static_cast<int64_t>(source), in - 1);
    const Real share =
        std::min(std::max(source - static_cast<Real>(low), Real(0)), Real(1));
    return {low, low < in - 1 ? low + 1 : low, share};
  }
};

template <class Real>
Axis<Real> axis_of(int64_t in, int64_t out, bool align_corners,
                   std::optional<double> scale) {
  Axis<Real> axis;
  axis.in = in;
  axis.align_corners = align_corners;
  if (align_corners) {
    axis.ratio = out > 1
                     ? static_cast<Real>(in - 1) / static_cast<Real>(out - 1)
                     : Real(0);
  } else if (scale && *scale > 0) {
    axis.ratio = static_cast<Real>(1.0 / *scale);
  } else {
    axis.ratio = static_cast<Real>(in) / static_cast<Real>(out);
  }
  return axis;
}

template <class T, class Real>
void resample_plane(const T* in, const Planes& from, const Axis<Real>& rows,
                    const Axis<Real>& columns, T* out, const Planes& to) {
  for (int64_t y = 0; y < to.height; ++y) {
    const Tap<Real> row = rows.tap(y);
    const T* low = in + row.low * from.strides[2];
    const T* high = in + row.high * from.strides[2];
    const auto at = [&](const T* line, int64_t x) {
      return convert<T, Real>(line[x * from.strides[3]]);
    };
    for (int64_t x = 0; x < to.width; ++x) {
      const Tap<Real> column = columns.tap(x);
      const Real rest = Real(1) - column.share;
      const Real above =
          rest * at(low, column.low) + column.share * at(low, column.high);
      const Real below =
          rest * at(high, column.low) + column.share * at(high, column.high);
      out[y * to.strides[2] + x * to.strides[3]] =
          convert<Real, T>((Real(1) - row.share) * above + row.share * below);
    }
  }
}

using OptionalInts = std::optional<IntArrayRef>;
using OptionalFloats = std::optional<ArrayRef<double>>;

/// Exactly one of the two is given, with two entries; fills `size`.
bool target_size(KernelRuntimeContext& ctx, const Tensor& input,
                 const OptionalInts& output_size, const OptionalFloats& scales,
                 int64_t* size) {
  if (output_size.has_value() == scales.has_value() ||
      (output_size ? output_size->size() : scales->size()) != 2 ||
      input.dim() != 4) {
    ET_LOG(Error,
           "%s: expected a 4-d input and either two output sizes or "
           "two scale factors",
           kOp);
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  for (size_t i = 0; i < 2; ++i) {
    const double wanted =
        output_size ? static_cast<double>((*output_size)[i])
                    : static_cast<double>(input.sizes()[i + 2]) * (*scales)[i];
    if (!(wanted >= 1 && wanted <= INT32_MAX)) {
      ET_LOG(Error, "%s: output size %f, expected 1 or more", kOp, wanted);
      ctx.fail(Error::InvalidArgument);
      return false;
    }
    size[i] = static_cast<int64_t>(wanted);
  }
  return true;
}

}  // namespace

Tensor& upsample_bilinear2d_vec_out(KernelRuntimeContext& ctx,
                                    const Tensor& input,
                                    OptionalInts output_size,
                                    bool align_corners,
                                    OptionalFloats scale_factors, Tensor& out) {
  int64_t size[2] = {};
  if (!check_floating(ctx, kOp, input) ||
      !check_same_dtype(ctx, kOp, out, input.scalar_type()) ||
      !target_size(ctx, input, output_size, scale_factors, size) ||
      !resize_out(ctx, kOp,
                  ops::upsample2d_shape(sizes_of(input), size[0], size[1]),
                  out)) {
    return out;
  }
  const Planes from = planes_of(input);
  const Planes to = planes_of(out);
  ET_KERNEL_CHECK_MSG(ctx,
                      out.numel() == 0 || (from.height > 0 && from.width > 0),
                      InvalidArgument, out, "%s: input plane is empty", kOp);
  const auto scale = [&](size_t i) {
    return scale_factors ? std::optional<double>((*scale_factors)[i])
                         : std::nullopt;
  };
  dispatch_floating(input.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using Real = PoolSum<T>;
    const auto rows =
        axis_of<Real>(from.height, to.height, align_corners, scale(0));
    const auto columns =
        axis_of<Real>(from.width, to.width, align_corners, scale(1));
    for_each_plane(from, [&](int64_t n, int64_t c) {
      resample_plane(input.const_data_ptr<T>() + from.offset(n, c), from, rows,
                     columns, out.mutable_data_ptr<T>() + to.offset(n, c), to);
    });
  });
  return out;
}

}  // namespace executorch::kernels::portable
