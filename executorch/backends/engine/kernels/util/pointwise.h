#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/kernels/util/blocks.h>
#include <executorch/backends/engine/kernels/util/broadcast_reader.h>
#include <executorch/backends/engine/kernels/util/parallel.h>
#include <executorch/runtime/core/error.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

namespace executorch {
namespace backends {
namespace engine {

/// What a pointwise function knows besides the elements.
template <typename T>
struct PointwiseParameters {
  T first{};
  T second{};
};

/// y[i] of operands[.][i], all of length n; y may be one of the operands.
/// False: the values are not possible (a divisor of 0).
template <typename T>
using PointwiseFunction = bool (*)(const T* const* operands, T* y, size_t n,
                                   const PointwiseParameters<T>& parameters);

/// A function of float operands; null: there is none.
struct FloatFunction {
  PointwiseFunction<float> function = nullptr;
  PointwiseParameters<float> parameters{};
};

/// A function of N broadcast operands, computed as T.
template <typename T, size_t N>
class PointwiseKernel : public Kernel {
 public:
  PointwiseKernel(const NodeView& node, PointwiseFunction<T> function,
                  PointwiseParameters<T> parameters, const char* name)
      : function_(function),
        parameters_(parameters),
        name_(name),
        numel_(static_cast<size_t>(node.output().numel())),
        n_workers_(workers_for(numel_ * kElementCost)),
        store_(block_storer<T>(node.output().dtype)),
        element_nbytes_(engine::element_nbytes(node.output().dtype)),
        is_direct_(BroadcastPlan<T>::is_array_of(node.output().dtype)) {
    for (size_t i = 0; i < N; ++i) {
      plans_.emplace_back(node.input(i), node.output().sizes);
    }
  }

  Error run(const KernelArgs& args) const override {
    const size_t blocks = (numel_ + kBlock - 1) / kBlock;
    std::atomic<bool> is_possible{true};
    for_each_range(blocks, n_workers_, [&](size_t first, size_t last, size_t) {
      if (!run_part(args, first * kBlock, std::min(last * kBlock, numel_),
                    std::make_index_sequence<N>())) {
        is_possible = false;
      }
    });
    ET_CHECK_OR_RETURN_ERROR(is_possible, InvalidArgument,
                             "%s: an integer divisor is 0 or an exponent "
                             "negative",
                             name_);
    return Error::Ok;
  }

 private:
  template <size_t... I>
  bool run_part(const KernelArgs& args, size_t first, size_t last,
                std::index_sequence<I...>) const {
    std::array<BroadcastReader<T>, N> readers{
        BroadcastReader<T>(plans_[I], args.inputs[I], first)...};
    alignas(64) T block[kBlock];
    for (size_t done = first; done < last; done += kBlock) {
      const size_t n = std::min(kBlock, last - done);
      const T* operands[N] = {readers[I].next(n)...};
      T* y = is_direct_ ? args.output<T>(0) + done : block;
      if (!function_(operands, y, n, parameters_)) {
        return false;
      }
      if (!is_direct_) {
        store_(y, advance(args.outputs[0], done * element_nbytes_), n);
      }
    }
    return true;
  }

  PointwiseFunction<T> function_;
  PointwiseParameters<T> parameters_;
  const char* name_;
  size_t numel_;
  size_t n_workers_;
  StoreBlock<T> store_;
  size_t element_nbytes_;
  bool is_direct_;  ///< the result is an array of T
  std::vector<BroadcastPlan<T>> plans_;
};

template <typename T, size_t N, typename Operator>
KernelResult make_pointwise(const Operator&, const NodeView& node,
                            PointwiseFunction<T> function,
                            PointwiseParameters<T> parameters = {}) {
  return KernelResult(std::make_unique<PointwiseKernel<T, N>>(
      node, function, parameters, Operator::kName));
}

}  // namespace engine
}  // namespace backends
}  // namespace executorch
