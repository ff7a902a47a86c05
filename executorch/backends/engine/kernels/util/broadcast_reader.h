#pragma once

#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/kernels/util/blocks.h>
#include <executorch/backends/engine/kernels/util/loops.h>

#include <algorithm>

namespace executorch {
namespace backends {
namespace engine {

/// How the elements of one operand follow one another in the order of the
/// result, and how they are read as T (float or int64_t): made when the graph
/// is compiled.
template <typename T>
struct BroadcastPlan {
  Loops<1> loops;  ///< the last is the inner loop, with stride 0 or 1
  LoadBlock<T> load;
  size_t element_nbytes;
  /// The operand is an array of T as the result is one.
  bool is_direct;

  BroadcastPlan(const TensorType& operand, const std::vector<int64_t>& result)
      : loops(
            make_loops<1>(result, {broadcast_strides(operand.sizes, result)})),
        load(block_loader<T>(operand.dtype)),
        element_nbytes(engine::element_nbytes(operand.dtype)) {
    if (loops.empty()) {
      loops.push_back({1, {1}});
    }
    is_direct = loops.size() == 1 && loops[0].strides[0] == 1 &&
                is_array_of(operand.dtype);
  }

  static bool is_array_of(ScalarType dtype) {
    return dtype ==
           (std::is_same_v<T, float> ? ScalarType::Float : ScalarType::Long);
  }
};

/// Reads an operand block by block in the order of the result.
template <typename T>
class BroadcastReader {
 public:
  /// Reads from element `first` of the result on.
  BroadcastReader(const BroadcastPlan<T>& plan, const void* data,
                  size_t first = 0)
      : plan_(plan), data_(data), walk_(plan.loops, plan.loops.size() - 1) {
    const auto inner = static_cast<size_t>(plan.loops.back().size);
    if (plan.is_direct || inner == 0) {
      inner_ = first;
    } else {
      walk_.skip(static_cast<int64_t>(first / inner));
      inner_ = first % inner;
    }
  }

  /// The next `n` elements, kBlock at most.
  const T* next(size_t n) {
    if (plan_.is_direct) {
      inner_ += n;
      return static_cast<const T*>(data_) + inner_ - n;
    }
    size_t done = 0;
    while (done < n) {
      const Dim<1>& inner = plan_.loops.back();
      const size_t length =
          std::min(n - done, static_cast<size_t>(inner.size) - inner_);
      if (inner.strides[0] != 0) {
        copy(buffer_ + done, length);
      } else if (length != n || inner_ == 0 || repeated_ < n) {
        repeat(buffer_ + done, length);
        repeated_ = length == n ? n : 0;
      }
      done += length;
      inner_ += length;
      if (inner_ == static_cast<size_t>(inner.size)) {
        inner_ = 0;
        walk_.next();
      }
    }
    return buffer_;
  }

 private:
  const std::byte* element(size_t inner) const {
    const auto at = static_cast<size_t>(walk_.offset(0)) + inner;
    return advance(data_, at * plan_.element_nbytes);
  }

  void copy(T* to, size_t n) { plan_.load(element(inner_), to, n); }

  void repeat(T* to, size_t n) {
    plan_.load(element(0), to, 1);
    std::fill(to + 1, to + n, *to);
  }

  const BroadcastPlan<T>& plan_;
  const void* data_;
  LoopWalk<1> walk_;
  size_t inner_ = 0;
  /// So much of the buffer holds the element that the inner loop repeats.
  size_t repeated_ = 0;
  alignas(64) T buffer_[kBlock];
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
