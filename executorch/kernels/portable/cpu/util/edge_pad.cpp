#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/cpu/util/edge_pad.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

/// Where positions of one padded dimension read.
struct PaddedDim {
  int64_t size = 1;  ///< of self
  int64_t out_size = 1;
  int64_t before = 0;
  int64_t stride = 0;
  int64_t out_stride = 0;
  bool reflects = false;

  int64_t source(int64_t at) const {
    const int64_t i = at - before;
    if (!reflects) {
      return std::clamp<int64_t>(i, 0, size - 1);
    }
    const int64_t positive = i < 0 ? -i : i;
    return positive >= size ? 2 * (size - 1) - positive : positive;
  }
};

/// One row: the part that self has is copied as a whole.
template <class T>
void pad_row(const T* from, const PaddedDim& dim, T* to) {
  const int64_t first = std::clamp<int64_t>(dim.before, 0, dim.out_size);
  const int64_t last =
      std::clamp<int64_t>(dim.before + dim.size, first, dim.out_size);
  const auto put = [&](int64_t i) {
    to[i * dim.out_stride] = from[dim.source(i) * dim.stride];
  };
  for (int64_t i = 0; i < first; ++i) {
    put(i);
  }
  const T* inner = from + (first - dim.before) * dim.stride;
  if (dim.stride == 1 && dim.out_stride == 1) {
    std::copy(inner, inner + (last - first), to + first);
  } else {
    for (int64_t i = first; i < last; ++i) {
      to[i * dim.out_stride] = inner[(i - first) * dim.stride];
    }
  }
  for (int64_t i = last; i < dim.out_size; ++i) {
    put(i);
  }
}

/// `dims` are depth, row and column; `lead` walks out and self before them.
template <class T>
void pad_all(const Tensor& self, const LoopNest& lead, const PaddedDim* dims,
             Tensor& out) {
  const auto* from = static_cast<const T*>(self.const_data_ptr());
  auto* to = static_cast<T*>(out.mutable_data_ptr());
  for_each_offset(lead, [&](const int64_t* at) {
    for (int64_t z = 0; z < dims[0].out_size; ++z) {
      for (int64_t y = 0; y < dims[1].out_size; ++y) {
        const T* row = from + at[1] + dims[0].source(z) * dims[0].stride +
                       dims[1].source(y) * dims[1].stride;
        pad_row(row, dims[2],
                to + at[0] + z * dims[0].out_stride + y * dims[1].out_stride);
      }
    }
  });
}

}  // namespace

void pad_edges(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
               IntArrayRef padding, size_t dims, bool reflects, Tensor& out) {
  if (!check_magnitudes(ctx, op, {span_of(padding)}) ||
      !check_movable(ctx, op, self, out) ||
      !resize_out(ctx, op,
                  ops::edge_pad_shape(sizes_of(self), span_of(padding), dims,
                                      reflects),
                  out) ||
      out.numel() == 0) {
    return;
  }
  PaddedDim padded[3];
  const auto rank = static_cast<size_t>(self.dim());
  for (size_t i = 0; i < dims; ++i) {
    const size_t axis = rank - 1 - i;
    padded[2 - i] = {self.sizes()[axis], out.sizes()[axis], padding[2 * i],
                     self.strides()[axis], out.strides()[axis], reflects};
  }
  LoopNest lead = nest_over(out);
  add_broadcast(lead, self);
  lead.rank = rank - dims;
  for (size_t i = 0; i < lead.rank; ++i) {
    lead.strides[1][i] = self.strides()[i];
  }
  switch (runtime::elementSize(self.scalar_type())) {
    case 1:
      return pad_all<uint8_t>(self, lead, padded, out);
    case 2:
      return pad_all<uint16_t>(self, lead, padded, out);
    case 4:
      return pad_all<uint32_t>(self, lead, padded, out);
    case 8:
      return pad_all<uint64_t>(self, lead, padded, out);
    default:
      refuse_dtype(ctx, op, self.scalar_type());
  }
}

}  // namespace executorch::kernels::portable
