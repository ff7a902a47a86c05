#pragma once

#include <executorch/kernels/portable/cpu/util/convert.h>
#include <executorch/kernels/portable/cpu/util/strided.h>

/// \file
/// Poolings over one to three dimensions. What does not fit is reported and
/// fails.
namespace executorch::kernels::portable {

/// The volumes of [N, C, *dims] or [C, *dims] tensors with their strides.
/// Dimensions that are missing have size 1.
struct Volumes {
  int64_t batch = 1;
  int64_t channels = 1;
  int64_t batch_stride = 0;
  int64_t channel_stride = 0;
  int64_t sizes[3] = {1, 1, 1};    ///< depth, height, width
  int64_t strides[3] = {0, 0, 0};

  Volumes(const Tensor& tensor, size_t dims);

  int64_t numel() const { return sizes[0] * sizes[1] * sizes[2]; }
  /// First element of volume `i` of batch * channels.
  int64_t offset(int64_t i) const {
    return i / channels * batch_stride + i % channels * channel_stride;
  }
  int64_t count() const { return batch * channels; }
};

/// Largest element of each window, the first of equal ones, and its position
/// in the volume. NaN wins.
void max_pool(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
              const ops::PoolParams& params, size_t dims, Tensor& out,
              Tensor& indices);

/// Mean of each window, over `divisor` elements if that is given.
void avg_pool(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
              const ops::PoolParams& params, size_t dims,
              bool count_include_pad, std::optional<int64_t> divisor,
              Tensor& out);

/// Windows that share out the volume; max_pool's or avg_pool's values.
void adaptive_avg_pool(KernelRuntimeContext& ctx, const char* op,
                       const Tensor& self, IntArrayRef output_size, size_t dims,
                       Tensor& out);
void adaptive_max_pool(KernelRuntimeContext& ctx, const char* op,
                       const Tensor& self, IntArrayRef output_size, size_t dims,
                       Tensor& out, Tensor& indices);

}  // namespace executorch::kernels::portable
