#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// Strides of N operands through one dimension of a loop, in elements.
template <size_t N>
struct Dim {
  int64_t size = 1;
  std::array<int64_t, N> strides{};
};

/// Nested loops, outermost first. Where the strides allow, two dimensions are
/// one, and those of size 1 are none.
template <size_t N>
using Loops = std::vector<Dim<N>>;

/// Strides of a dense tensor.
std::vector<int64_t> dense_strides(const std::vector<int64_t>& sizes);

/// Strides with which a dense tensor of `sizes` is read under the sizes `to` to
/// which it broadcasts: 0 where it repeats.
std::vector<int64_t> broadcast_strides(const std::vector<int64_t>& sizes,
                                       const std::vector<int64_t>& to);

/// Loops over `sizes` with the strides of each operand.
template <size_t N>
Loops<N> make_loops(const std::vector<int64_t>& sizes,
                    const std::array<std::vector<int64_t>, N>& strides) {
  Loops<N> loops;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 1) {
      continue;
    }
    Dim<N> dim;
    dim.size = sizes[d];
    bool merges = !loops.empty();
    for (size_t i = 0; i < N; ++i) {
      dim.strides[i] = strides[i][d];
      merges = merges && loops.back().strides[i] == strides[i][d] * sizes[d];
    }
    if (merges) {
      dim.size *= loops.back().size;
      loops.back() = dim;
    } else {
      loops.push_back(dim);
    }
  }
  return loops;
}

/// Offsets of N operands at the steps of some loops, in order.
template <size_t N>
class LoopWalk {
 public:
  /// Walks the first `n_dims` of `loops`, which outlives the walk.
  LoopWalk(const Loops<N>& loops, size_t n_dims)
      : loops_(loops.data()), n_dims_(n_dims) {}

  int64_t offset(size_t operand) const { return offsets_[operand]; }

  /// Goes to step `n` from the first.
  void skip(int64_t n) {
    for (size_t d = n_dims_; d-- > 0 && n != 0;) {
      const Dim<N>& dim = loops_[d];
      index_[d] = n % dim.size;
      for (size_t i = 0; i < N; ++i) {
        offsets_[i] += index_[d] * dim.strides[i];
      }
      n /= dim.size;
    }
  }

  void next() {
    for (size_t d = n_dims_; d-- > 0;) {
      const Dim<N>& dim = loops_[d];
      const bool wraps = ++index_[d] == dim.size;
      const int64_t by = wraps ? 1 - dim.size : 1;
      for (size_t i = 0; i < N; ++i) {
        offsets_[i] += by * dim.strides[i];
      }
      if (!wraps) {
        return;
      }
      index_[d] = 0;
    }
  }

 private:
  const Dim<N>* loops_;
  size_t n_dims_;
  // Two dimensions of the graph may be needed for each of a tensor.
  std::array<int64_t, 2 * kMaxRank> index_{};
  std::array<int64_t, N> offsets_{};
};

/// Steps of the first `n_dims` loops.
template <size_t N>
int64_t loop_count(const Loops<N>& loops, size_t n_dims) {
  int64_t count = 1;
  for (size_t d = 0; d < n_dims; ++d) {
    count *= loops[d].size;
  }
  return count;
}

}  // namespace engine
}  // namespace backends
}  // namespace executorch
