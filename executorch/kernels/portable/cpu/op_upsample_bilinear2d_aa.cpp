#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "_upsample_bilinear2d_aa";

/// A triangle around the source of each output position. It is as wide as an
/// output element where the tensor shrinks.
struct Filter {
  int64_t in = 1;
  double ratio = 1;
  double width = 1;  ///< half of the triangle's base, in input elements
  bool align_corners = false;

  Filter(int64_t in_size, int64_t out_size, bool align,
         std::optional<double> scale)
      : in(in_size), align_corners(align) {
    if (align) {
      ratio = out_size > 1 ? static_cast<double>(in_size - 1) /
                                 static_cast<double>(out_size - 1)
                           : 0;
    } else if (scale && *scale > 0) {
      ratio = 1.0 / *scale;
    } else {
      ratio = static_cast<double>(in_size) / static_cast<double>(out_size);
    }
    width = std::max(ratio, 1.0);
  }

  double centre(int64_t at) const {
    return ratio * (static_cast<double>(at) + 0.5);
  }
  int64_t first(int64_t at) const {
    return std::max<int64_t>(
        static_cast<int64_t>(centre(at) - width + 0.5), 0);
  }
  int64_t last(int64_t at) const {
    return std::min(static_cast<int64_t>(centre(at) + width + 0.5), in);
  }
  double weight(int64_t at, int64_t element) const {
    const double distance =
        std::abs(static_cast<double>(element) - centre(at) + 0.5) / width;
    return std::max(1.0 - distance, 0.0);
  }
  double sum(int64_t at) const {
    double total = 0;
    for (int64_t i = first(at); i < last(at); ++i) {
      total += weight(at, i);
    }
    return total == 0 ? 1 : total;
  }
};

template <class T>
void blend_plane(const Filter& rows, const Filter& columns, const Volumes& in,
                 const Volumes& out, const T* from, T* to) {
  for (int64_t y = 0; y < out.sizes[1]; ++y) {
    const double row_sum = rows.sum(y);
    for (int64_t x = 0; x < out.sizes[2]; ++x) {
      double total = 0;
      for (int64_t i = rows.first(y); i < rows.last(y); ++i) {
        const T* row = from + i * in.strides[1];
        double line = 0;
        for (int64_t k = columns.first(x); k < columns.last(x); ++k) {
          line += columns.weight(x, k) *
                  convert<T, double>(row[k * in.strides[2]]);
        }
        total += rows.weight(y, i) * line;
      }
      const double value = total / (row_sum * columns.sum(x));
      if constexpr (std::is_integral_v<T>) {
        to[y * out.strides[1] + x * out.strides[2]] =
            static_cast<T>(std::clamp(std::floor(value + 0.5), 0.0, 255.0));
      } else {
        to[y * out.strides[1] + x * out.strides[2]] =
            convert<double, T>(value);
      }
    }
  }
}

}  // namespace

Tensor& _upsample_bilinear2d_aa_out(KernelRuntimeContext& ctx,
                                    const Tensor& self, IntArrayRef output_size,
                                    bool align_corners,
                                    std::optional<double> scales_h,
                                    std::optional<double> scales_w,
                                    Tensor& out) {
  Sizes sizes;
  if (!check_same_dtype(ctx, kOp, out, self.scalar_type()) ||
      !sizes_from(ctx, kOp, output_size, sizes)) {
    return out;
  }
  ET_KERNEL_CHECK_MSG(ctx,
                      sizes.size() == 2 && sizes[0] > 0 && sizes[1] > 0 &&
                          self.dim() == 4 && self.size(2) > 0 &&
                          self.size(3) > 0,
                      InvalidArgument, out,
                      "%s: expected rank 4 and two sizes above 0", kOp);
  if (!resize_out(ctx, kOp, ops::resample_shape(sizes_of(self), sizes), out)) {
    return out;
  }
  const Volumes from(self, 2);
  const Volumes to(out, 2);
  const Filter rows(from.sizes[1], to.sizes[1], align_corners, scales_h);
  const Filter columns(from.sizes[2], to.sizes[2], align_corners, scales_w);
  const auto run = [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (int64_t i = 0; i < to.count(); ++i) {
      blend_plane(rows, columns, from, to,
                  self.const_data_ptr<T>() + from.offset(i),
                  out.mutable_data_ptr<T>() + to.offset(i));
    }
  };
  if (self.scalar_type() == ScalarType::Byte) {
    run(TypeTag<uint8_t>());
  } else if (!dispatch_floating(self.scalar_type(), run)) {
    refuse_dtype(ctx, kOp, self.scalar_type());
  }
  return out;
}

}  // namespace executorch::kernels::portable
