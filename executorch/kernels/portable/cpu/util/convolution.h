#pragma once

#include <executorch/kernels/portable/cpu/util/kernel_util.h>

#include <cstddef>
#include <cstdint>

namespace executorch::kernels::portable {

/// A convolution of up to three spatial dimensions; absent ones are leading
/// dimensions of size 1.
struct ConvGeometry {
  size_t batch = 0;
  size_t in_channels = 0;   ///< of one group
  size_t out_channels = 0;  ///< of one group
  size_t groups = 1;
  int64_t in[3] = {1, 1, 1};
  int64_t out[3] = {1, 1, 1};
  int64_t kernel[3] = {1, 1, 1};
  int64_t stride[3] = {1, 1, 1};
  int64_t padding[3] = {0, 0, 0};
  int64_t dilation[3] = {1, 1, 1};
  bool transposed = false;

  size_t in_plane() const { return product(in); }
  size_t out_plane() const { return product(out); }
  size_t kernel_plane() const { return product(kernel); }
  /// True if output element i of a channel reads input element i only.
  bool is_pointwise() const;

 private:
  static size_t product(const int64_t (&sizes)[3]) {
    return static_cast<size_t>(sizes[0] * sizes[1] * sizes[2]);
  }
};

/// Dense tensors of element type `T`; `bias` may be null.
/// weight: [O, C / groups, kernel], transposed [C, O / groups, kernel].
template <class T>
struct ConvTensors {
  const T* in = nullptr;
  const T* weight = nullptr;
  const T* bias = nullptr;
  T* out = nullptr;
};

/// Output positions o of one spatial dimension whose window element `tap`
/// reads an input position, and that input position: for o in [first, last),
/// input = o * stride + offset (not transposed).
struct TapRange {
  int64_t first = 0;
  int64_t last = 0;
  int64_t offset = 0;
};
TapRange tap_range(const ConvGeometry& g, size_t dim, int64_t tap);

/// True if `conv_depthwise_f32` takes the convolution: one input channel for
/// each group, two dimensions, a kernel and rows that fit its buffers.
bool is_depthwise(const ConvGeometry& g);

/// Each path computes the whole convolution; the caller chooses.
void conv_depthwise_f32(const ConvGeometry& g, const ConvTensors<float>& t);
void conv_gemm_f32(const ConvGeometry& g, const ConvTensors<float>& t);
template <class T>
void conv_gemm_converted(const ConvGeometry& g, const ConvTensors<T>& t);
template <class T>
void conv_rows(const ConvGeometry& g, const ConvTensors<T>& t);

/// Any real dtype and any dim order, by strides; false for another dtype.
/// `bias` may be null.
bool conv_strided(const ConvGeometry& g, const Tensor& in,
                  const Tensor& weight, const Tensor* bias, Tensor& out);

extern template void conv_gemm_converted(const ConvGeometry&,
                                         const ConvTensors<Half>&);
extern template void conv_gemm_converted(const ConvGeometry&,
                                         const ConvTensors<BFloat16>&);
extern template void conv_rows(const ConvGeometry&, const ConvTensors<float>&);
extern template void conv_rows(const ConvGeometry&,
                               const ConvTensors<int64_t>&);
extern template void conv_rows(const ConvGeometry&, const ConvTensors<double>&);
extern template void conv_rows(const ConvGeometry&, const ConvTensors<Half>&);
extern template void conv_rows(const ConvGeometry&,
                               const ConvTensors<BFloat16>&);

}  // namespace executorch::kernels::portable
