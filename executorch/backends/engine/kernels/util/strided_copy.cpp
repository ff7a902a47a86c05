#include <executorch/backends/engine/kernels/util/strided_copy.h>

#include <executorch/backends/engine/kernels/util/blocks.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

#include <algorithm>
#include <cstring>

namespace executorch::backends::engine {
namespace {

enum Operand : size_t { kTo, kFrom };

template <typename Element>
void copy_line(const std::byte* from, int64_t from_stride, std::byte* to,
               int64_t to_stride, size_t n) {
  const auto* source = reinterpret_cast<const Element*>(from);
  auto* target = reinterpret_cast<Element*>(to);
  if (from_stride == 1 && to_stride == 1) {
    std::memcpy(to, from, n * sizeof(Element));
  } else if (from_stride == 0 && to_stride == 1) {
    std::fill(target, target + n, *source);
  } else {
    for (size_t i = 0; i < n; ++i) {
      *target = *source;
      target += to_stride;
      source += from_stride;
    }
  }
}

/// to[column][row] = from[row][column], in blocks that stay in the cache.
/// Columns of `from` and rows of `to` follow one another.
template <typename Element>
void copy_plane(const std::byte* from, int64_t from_stride, std::byte* to,
                int64_t to_stride, size_t rows, size_t columns) {
  constexpr size_t kBlock = 16;
  const auto* source = reinterpret_cast<const Element*>(from);
  auto* target = reinterpret_cast<Element*>(to);
  for (size_t row = 0; row < rows; row += kBlock) {
    const size_t n = std::min(kBlock, rows - row);
    const Element* line = source + static_cast<int64_t>(row) * from_stride;
    for (size_t column = 0; column < columns; ++column) {
      Element* out = target + static_cast<int64_t>(column) * to_stride + row;
      for (size_t i = 0; i < n; ++i) {
        out[i] = line[static_cast<int64_t>(i) * from_stride +
                      static_cast<int64_t>(column)];
      }
    }
  }
}

template <typename Element>
void fill(void* to, const void* element, size_t n) {
  Element value;
  std::memcpy(&value, element, sizeof(value));
  std::fill_n(static_cast<Element*>(to), n, value);
}

}  // namespace

StridedCopy::StridedCopy(const std::vector<int64_t>& sizes,
                         const std::vector<int64_t>& to_strides,
                         const std::vector<int64_t>& from_strides,
                         size_t element_nbytes)
    : loops_(make_loops<2>(sizes, {to_strides, from_strides})),
      element_nbytes_(element_nbytes),
      line_(element_nbytes == 1   ? copy_line<uint8_t>
            : element_nbytes == 2 ? copy_line<uint16_t>
            : element_nbytes == 4 ? copy_line<uint32_t>
                                  : copy_line<uint64_t>),
      plane_(element_nbytes == 1   ? copy_plane<uint8_t>
             : element_nbytes == 2 ? copy_plane<uint16_t>
             : element_nbytes == 4 ? copy_plane<uint32_t>
                                   : copy_plane<uint64_t>) {
  if (loops_.empty()) {
    loops_.push_back({1, {1, 1}});
  }
  put_plane_last();
  n_workers_ = workers_for(
      static_cast<size_t>(loop_count(loops_, loops_.size())) * kElementCost);
}

/// If the inner loop writes line by line but reads across, and another one
/// reads along, the two are a plane.
void StridedCopy::put_plane_last() {
  const Dim<2>& inner = loops_.back();
  if (inner.strides[kTo] != 1 || inner.strides[kFrom] <= 1) {
    return;
  }
  const auto along =
      std::find_if(loops_.begin(), loops_.end(),
                   [](const Dim<2>& dim) { return dim.strides[kFrom] == 1; });
  if (along != loops_.end()) {
    std::rotate(along, along + 1, loops_.end() - 1);
    has_plane_ = true;
  }
}

void StridedCopy::run(const void* from, void* to) const {
  const int64_t n = loop_count(loops_, outer_dims()) * divided().size;
  for_each_range(static_cast<size_t>(n), n_workers_,
                 [&](size_t first, size_t last, size_t) {
                   run_part(from, to, first, last);
                 });
}

/// Steps [first, last) of the loops up to the divided one.
void StridedCopy::run_part(const void* from, void* to, size_t first,
                           size_t last) const {
  if (first == last || loops_.back().size == 0) {
    return;
  }
  const Dim<2>& dim = divided();
  const auto size = static_cast<size_t>(dim.size);
  LoopWalk<2> walk(loops_, outer_dims());
  walk.skip(static_cast<int64_t>(first / size));
  for (size_t i = first % size; first < last; i = 0, walk.next()) {
    const size_t n = std::min(size - i, last - first);
    first += n;
    const auto step = static_cast<int64_t>(i);
    const std::byte* source = advance(
        from, static_cast<size_t>(walk.offset(kFrom) + step * dim.strides[kFrom]) *
                  element_nbytes_);
    std::byte* target =
        advance(to, static_cast<size_t>(walk.offset(kTo) + step * dim.strides[kTo]) *
                        element_nbytes_);
    if (has_plane_) {
      const Dim<2>& inner = loops_.back();
      plane_(source, inner.strides[kFrom], target, dim.strides[kTo],
             static_cast<size_t>(inner.size), n);
    } else {
      line_(source, dim.strides[kFrom], target, dim.strides[kTo], n);
    }
  }
}

void fill_elements(void* to, const void* element, size_t element_nbytes,
                   size_t n) {
  switch (element_nbytes) {
    case 1:
      return fill<uint8_t>(to, element, n);
    case 2:
      return fill<uint16_t>(to, element, n);
    case 4:
      return fill<uint32_t>(to, element, n);
    default:
      return fill<uint64_t>(to, element, n);
  }
}

}  // namespace executorch::backends::engine
