#include <executorch/kernels/portable/cpu/util/strided.h>

#include <algorithm>
#include <cstring>

namespace executorch::kernels::portable {
namespace {

void swap_dims(LoopNest& nest, size_t a, size_t b) {
  std::swap(nest.sizes[a], nest.sizes[b]);
  for (size_t k = 0; k < nest.operands; ++k) {
    std::swap(nest.strides[k][a], nest.strides[k][b]);
  }
}

void move_dim(LoopNest& nest, size_t from, size_t to) {
  nest.sizes[to] = nest.sizes[from];
  for (size_t k = 0; k < nest.operands; ++k) {
    nest.strides[k][to] = nest.strides[k][from];
  }
}

bool joins(const LoopNest& nest, size_t outer, size_t inner) {
  for (size_t k = 0; k < nest.operands; ++k) {
    if (nest.strides[k][outer] != nest.strides[k][inner] * nest.sizes[inner]) {
      return false;
    }
  }
  return true;
}

void sort_by_first_operand(LoopNest& nest) {
  for (size_t i = 1; i < nest.rank; ++i) {
    for (size_t j = i; j > 0 && nest.strides[0][j - 1] < nest.strides[0][j];
         --j) {
      swap_dims(nest, j - 1, j);
    }
  }
}

template <class T>
void copy_row(T* dst, int64_t dst_stride, const T* src, int64_t src_stride,
              int64_t n) {
  if (dst_stride == 1 && src_stride == 1) {
    std::memcpy(dst, src, static_cast<size_t>(n) * sizeof(T));
    return;
  }
  if (dst_stride == 1 && src_stride == 0) {
    std::fill_n(dst, n, *src);
    return;
  }
  for (int64_t i = 0; i < n; ++i) {
    dst[i * dst_stride] = src[i * src_stride];
  }
}

constexpr int64_t kBlock = 16;

/// dst[i * dst_stride + j] = src[i + j * src_stride] over one block.
template <class T>
void transpose_block(T* dst, int64_t dst_stride, const T* src,
                     int64_t src_stride, int64_t rows, int64_t cols) {
  if (rows == kBlock && cols == kBlock) {
    for (int64_t i = 0; i < kBlock; ++i) {
      for (int64_t j = 0; j < kBlock; ++j) {
        dst[i * dst_stride + j] = src[i + j * src_stride];
      }
    }
    return;
  }
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) {
      dst[i * dst_stride + j] = src[i + j * src_stride];
    }
  }
}

/// Source columns become rows: wide strips of the source are read so that its
/// cache lines are used up while they are near.
template <class T>
void transpose(T* dst, int64_t dst_stride, const T* src, int64_t src_stride,
               int64_t rows, int64_t cols) {
  for (int64_t j = 0; j < cols; j += kBlock) {
    const int64_t width = std::min(kBlock, cols - j);
    for (int64_t i = 0; i < rows; i += kBlock) {
      transpose_block(dst + i * dst_stride + j, dst_stride,
                      src + i + j * src_stride, src_stride,
                      std::min(kBlock, rows - i), width);
    }
  }
}

/// Moves the dimension that the source walks densely to the place before the
/// last, where `transpose` takes it. False if there is none.
bool prepare_transpose(LoopNest& nest) {
  const size_t last = nest.rank - 1;
  if (nest.rank < 2 || nest.strides[0][last] != 1 ||
      nest.strides[1][last] <= 1 || nest.sizes[last] < 4) {
    return false;
  }
  for (size_t i = 0; i < last; ++i) {
    if (nest.strides[1][i] == 1 && nest.sizes[i] >= 4) {
      for (size_t j = i; j + 1 < last; ++j) {
        swap_dims(nest, j, j + 1);
      }
      return true;
    }
  }
  return false;
}

template <class T>
void copy_elements(LoopNest& nest, void* dst, const void* src) {
  auto* to = static_cast<T*>(dst);
  const auto* from = static_cast<const T*>(src);
  const bool transposes = prepare_transpose(nest);
  const size_t last = nest.rank - 1;
  const int64_t n = nest.sizes[last];
  const int64_t dst_stride = nest.strides[0][last];
  const int64_t src_stride = nest.strides[1][last];
  if (transposes) {
    LoopNest outer = nest;
    outer.sizes[last - 1] = 1;
    OuterLoop loop(outer);
    do {
      transpose(to + loop.offset(0), nest.strides[0][last - 1],
                from + loop.offset(1), src_stride, nest.sizes[last - 1], n);
    } while (loop.next());
    return;
  }
  OuterLoop loop(nest);
  do {
    copy_row(to + loop.offset(0), dst_stride, from + loop.offset(1), src_stride,
             n);
  } while (loop.next());
}

struct Pair {
  uint64_t low;
  uint64_t high;
};

}  // namespace

int64_t LoopNest::numel() const {
  int64_t total = 1;
  for (size_t i = 0; i < rank; ++i) {
    total *= sizes[i];
  }
  return total;
}

void LoopNest::simplify() {
  const bool is_empty = numel() == 0;
  size_t kept = 0;
  for (size_t i = 0; i < rank; ++i) {
    if (sizes[i] != 1) {
      move_dim(*this, i, kept++);
    }
  }
  rank = kept;
  sort_by_first_operand(*this);
  kept = 0;
  for (size_t i = 1; i < rank; ++i) {
    if (joins(*this, kept, i)) {
      const int64_t joined = sizes[kept] * sizes[i];
      move_dim(*this, i, kept);
      sizes[kept] = joined;
    } else {
      move_dim(*this, i, ++kept);
    }
  }
  rank = rank == 0 ? 0 : kept + 1;
  if (rank == 0) {
    rank = 1;
    sizes[0] = 1;
    for (size_t k = 0; k < operands; ++k) {
      strides[k][0] = 1;
    }
  }
  if (is_empty) {
    rank = 1;
    sizes[0] = 0;
  }
}

void LoopNest::move_last(size_t dim) {
  for (size_t i = dim; i + 1 < rank; ++i) {
    swap_dims(*this, i, i + 1);
  }
}

void add_broadcast(LoopNest& nest, const Tensor& tensor) {
  const size_t rank = static_cast<size_t>(tensor.dim());
  const size_t lead = nest.rank - rank;
  int64_t* strides = nest.strides[nest.operands++];
  for (size_t i = 0; i < nest.rank; ++i) {
    strides[i] = i < lead || tensor.sizes()[i - lead] == 1
                     ? 0
                     : tensor.strides()[i - lead];
  }
}

LoopNest nest_over(const Tensor& tensor) {
  LoopNest nest;
  nest.rank = static_cast<size_t>(tensor.dim());
  nest.operands = 1;
  for (size_t i = 0; i < nest.rank; ++i) {
    nest.sizes[i] = tensor.sizes()[i];
    nest.strides[0][i] = tensor.strides()[i];
  }
  return nest;
}

LoopNest nest_without(size_t axis,
                      std::initializer_list<const Tensor*> tensors) {
  const Tensor& first = **tensors.begin();
  const auto rank = static_cast<size_t>(first.dim());
  LoopNest nest;
  nest.rank = rank == 0 ? 0 : rank - 1;
  for (const Tensor* tensor : tensors) {
    const bool whole = static_cast<size_t>(tensor->dim()) == rank;
    int64_t* strides = nest.strides[nest.operands++];
    for (size_t i = 0, at = 0; i < nest.rank; ++i) {
      at += i == axis && whole ? 1 : 0;
      strides[i] = tensor->strides()[at++];
    }
  }
  for (size_t i = 0; i < nest.rank; ++i) {
    nest.sizes[i] = first.sizes()[i < axis ? i : i + 1];
  }
  return nest;
}

int64_t size_along(const Tensor& tensor, size_t axis) {
  return tensor.dim() == 0 ? 1 : tensor.sizes()[axis];
}

int64_t stride_along(const Tensor& tensor, size_t axis) {
  return tensor.dim() == 0 ? 1 : tensor.strides()[axis];
}

bool OuterLoop::next() {
  for (size_t i = nest_.rank - 1; i-- > 0;) {
    for (size_t k = 0; k < nest_.operands; ++k) {
      offsets_[k] += nest_.strides[k][i];
    }
    if (++index_[i] < nest_.sizes[i]) {
      return true;
    }
    for (size_t k = 0; k < nest_.operands; ++k) {
      offsets_[k] -= nest_.strides[k][i] * nest_.sizes[i];
    }
    index_[i] = 0;
  }
  return false;
}

void copy_strided(LoopNest nest, void* dst, const void* src,
                  size_t element_nbytes) {
  nest.simplify();
  if (nest.sizes[0] == 0) {
    return;
  }
  switch (element_nbytes) {
    case 1:
      return copy_elements<uint8_t>(nest, dst, src);
    case 2:
      return copy_elements<uint16_t>(nest, dst, src);
    case 4:
      return copy_elements<uint32_t>(nest, dst, src);
    case 8:
      return copy_elements<uint64_t>(nest, dst, src);
    default:
      return copy_elements<Pair>(nest, dst, src);
  }
}

}  // namespace executorch::kernels::portable
