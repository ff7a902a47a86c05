#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "fractional_max_pool2d";

/// Where the window of output `at` begins: steps of a fraction, shifted by a
/// sample; the last window ends with the input. As in ATen, each step of the
/// arithmetic is rounded to the element type `T`, which decides where windows
/// of half types lie.
template <class T, class Real>
int64_t window_begin(int64_t at, int64_t in, int64_t out, int64_t kernel,
                     Real sample) {
  if (at == out - 1) {
    return in - kernel;
  }
  const auto rounded = [](Real value) {
    return convert<T, Real>(convert<Real, T>(value));
  };
  const Real alpha = rounded(rounded(static_cast<Real>(in - kernel)) /
                             rounded(static_cast<Real>(out - 1)));
  const Real place = rounded(rounded(static_cast<Real>(at)) + sample);
  return static_cast<int64_t>(rounded(place * alpha)) -
         static_cast<int64_t>(rounded(sample * alpha));
}

/// True if no window leaves the input, whatever the sample.
template <class T, class Real>
bool windows_fit(int64_t in, int64_t out, int64_t kernel, Real sample) {
  for (int64_t at = 0; at < out; ++at) {
    const int64_t begin = window_begin<T>(at, in, out, kernel, sample);
    if (begin < 0 || begin > in - kernel) {
      return false;
    }
  }
  return true;
}

template <class T, class Real>
void pool_plane(const T* from, const Volumes& in, const int64_t* kernel,
                const Real* samples, T* to, const Volumes& out,
                int64_t* indices, const Volumes& places) {
  for (int64_t y = 0; y < out.sizes[1]; ++y) {
    const int64_t top = window_begin<T>(y, in.sizes[1], out.sizes[1], kernel[0],
                                        samples[1]);
    for (int64_t x = 0; x < out.sizes[2]; ++x) {
      const int64_t left = window_begin<T>(x, in.sizes[2], out.sizes[2],
                                           kernel[1], samples[0]);
      int64_t best = -1;
      T value = T();
      for (int64_t i = top; i < top + kernel[0]; ++i) {
        for (int64_t k = left; k < left + kernel[1]; ++k) {
          const T found = from[i * in.strides[1] + k * in.strides[2]];
          if (best < 0 || found > value || found != found) {
            value = found;
            best = i * in.sizes[2] + k;
          }
        }
      }
      to[y * out.strides[1] + x * out.strides[2]] = value;
      indices[y * places.strides[1] + x * places.strides[2]] = best;
    }
  }
}

}  // namespace

std::tuple<Tensor&, Tensor&> fractional_max_pool2d_output(
    KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef kernel_size,
    IntArrayRef output_size, const Tensor& random_samples, Tensor& output,
    Tensor& indices) {
  std::tuple<Tensor&, Tensor&> results(output, indices);
  Sizes wanted;
  if (!check_floating(ctx, kOp, self) ||
      !check_same_dtype(ctx, kOp, random_samples, self.scalar_type()) ||
      !check_same_dtype(ctx, kOp, output, self.scalar_type()) ||
      !check_same_dtype(ctx, kOp, indices, ScalarType::Long) ||
      !check_default_order(ctx, kOp, random_samples) ||
      !sizes_from(ctx, kOp, output_size, wanted)) {
    return results;
  }
  const Shape shape = ops::adaptive_pool_shape(sizes_of(self), wanted, 2);
  if (!resize_out(ctx, kOp, shape, output) ||
      !resize_out(ctx, kOp, shape, indices)) {
    return results;
  }
  const Volumes in(self, 2);
  const Volumes to(output, 2);
  const Volumes places(indices, 2);
  bool fits = kernel_size.size() == 2 && random_samples.numel() >=
                                             2 * in.count();
  for (size_t i = 0; fits && i < 2; ++i) {
    fits = kernel_size[i] > 0 && wanted[i] > 0 &&
           wanted[i] + kernel_size[i] - 1 <= in.sizes[1 + i];
  }
  ET_KERNEL_CHECK_MSG(ctx, fits, InvalidArgument, results,
                      "%s: expected two samples for each plane and windows "
                      "that fit the input",
                      kOp);
  dispatch_floating(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using Real = std::conditional_t<std::is_same_v<T, double>, double, float>;
    for (int64_t i = 0; i < in.count(); ++i) {
      const T* sample = random_samples.const_data_ptr<T>() + 2 * i;
      const Real samples[2] = {convert<T, Real>(sample[0]),
                               convert<T, Real>(sample[1])};
      for (size_t d = 0; d < 2; ++d) {
        const Real value = samples[1 - d];
        if (!(std::abs(value) < Real(1e6)) ||
            !windows_fit<T>(in.sizes[1 + d], wanted[d], kernel_size[d], value)) {
          ET_LOG(Error, "%s: found the sample %f, expected one in 0 to 1", kOp,
                 static_cast<double>(value));
          ctx.fail(Error::InvalidArgument);
          return;
        }
      }
      pool_plane(self.const_data_ptr<T>() + in.offset(i), in,
                 kernel_size.data(), samples,
                 output.mutable_data_ptr<T>() + to.offset(i), to,
                 indices.mutable_data_ptr<int64_t>() + places.offset(i),
                 places);
    }
  });
  return results;
}

}  // namespace executorch::kernels::portable
