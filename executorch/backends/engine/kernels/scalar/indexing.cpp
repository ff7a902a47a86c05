#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/blocks.h>
#include <executorch/backends/engine/kernels/util/broadcast_reader.h>
#include <executorch/backends/engine/kernels/util/parallel.h>
#include <executorch/backends/engine/kernels/util/strided_copy.h>
#include <executorch/runtime/core/error.h>

#include <algorithm>
#include <cinttypes>
#include <cstring>
#include <numeric>
#include <optional>

namespace executorch::backends::engine::scalar {
namespace {

using Sizes = std::vector<int64_t>;

int64_t product(Sizes::const_iterator first, Sizes::const_iterator last) {
  return std::accumulate(first, last, int64_t{1}, std::multiplies<int64_t>());
}

/// Makes an index of [-size, size) one of [0, size); negative ones may be
/// refused.
Error resolve(const char* name, int64_t size, int64_t* index,
              bool allows_negative = true) {
  const int64_t found = *index;
  *index += allows_negative && found < 0 && found >= -size ? size : 0;
  ET_CHECK_OR_RETURN_ERROR(*index >= 0 && *index < size, InvalidArgument,
                           "%s: index %" PRId64 " is out of range for %" PRId64
                           " elements",
                           name, found, size);
  return Error::Ok;
}

class GatherKernel : public Kernel {
 public:
  GatherKernel(const Gather& op, const NodeView& node)
      : load_(block_loader<int64_t>(node.input(1).dtype)),
        index_nbytes_(element_nbytes(node.input(1).dtype)),
        n_indices_(static_cast<size_t>(node.input(1).numel())),
        allows_negative_(op.allows_negative) {
    const Sizes& sizes = node.input(0).sizes;
    const auto at = sizes.begin() + op.axis;
    size_ = *at;
    slice_nbytes_ = static_cast<size_t>(product(at + 1, sizes.end())) *
                    element_nbytes(node.input(0).dtype);
    n_slices_ = static_cast<size_t>(product(sizes.begin(), at)) * n_indices_;
    n_workers_ =
        workers_for(static_cast<size_t>(node.output(0).numel()) * kElementCost);
  }

  Error run(const KernelArgs& args) const override {
    for (size_t i = 0; i < n_indices_; ++i) {
      ET_CHECK_OK_OR_RETURN_ERROR(index_at(args, i).error());
    }
    for_each_range(n_slices_, n_workers_,
                   [&](size_t first, size_t last, size_t) {
                     copy_slices(args, first, last);
                   });
    return Error::Ok;
  }

 private:
  Result<int64_t> index_at(const KernelArgs& args, size_t i) const {
    int64_t index = 0;
    load_(advance(args.inputs[1], i * index_nbytes_), &index, 1);
    ET_CHECK_OK_OR_RETURN_ERROR(
        resolve(Gather::kName, size_, &index, allows_negative_));
    return index;
  }

  /// The indices are within the axis.
  void copy_slices(const KernelArgs& args, size_t first, size_t last) const {
    auto* to = args.output<std::byte>(0) + first * slice_nbytes_;
    for (size_t i = first; i < last; ++i, to += slice_nbytes_) {
      const size_t slice = i / n_indices_ * static_cast<size_t>(size_) +
                           static_cast<size_t>(*index_at(args, i % n_indices_));
      std::memcpy(to, advance(args.inputs[0], slice * slice_nbytes_),
                  slice_nbytes_);
    }
  }

  LoadBlock<int64_t> load_;
  size_t index_nbytes_;
  size_t n_indices_;
  bool allows_negative_;
  int64_t size_;
  size_t slice_nbytes_;
  size_t n_slices_;
  size_t n_workers_;
};

/// The slices of x that coordinates name, one after the other.
class Coordinates {
 public:
  Coordinates(const char* name, const NodeView& node, size_t first)
      : name_(name), first_(first) {
    const Sizes& x = node.input(0).sizes;
    const size_t n = node.inputs.size() - first;
    slice_ = product(x.begin() + static_cast<ptrdiff_t>(n), x.end());
    Sizes sizes;
    for (size_t i = 0; i < n; ++i) {
      widen(node.input(first + i).sizes, sizes);
    }
    const Sizes strides = dense_strides(x);
    for (size_t i = 0; i < n; ++i) {
      const TensorType& type = node.input(first + i);
      axes_.push_back({broadcast_strides(type.sizes, sizes), x[i], strides[i],
                       block_loader<int64_t>(type.dtype),
                       element_nbytes(type.dtype)});
    }
    sizes_ = sizes;
    count_ = product(sizes.begin(), sizes.end());
  }

  int64_t count() const { return count_; }
  int64_t slice() const { return slice_; }  ///< elements of one
  const Sizes& sizes() const { return sizes_; }

  /// Where in x slice `i` begins, in elements.
  Error offset(const KernelArgs& args, int64_t i, int64_t* offset) const {
    *offset = 0;
    for (size_t a = 0; a < axes_.size(); ++a) {
      const Axis& axis = axes_[a];
      int64_t at = 0;
      int64_t rest = i;
      for (size_t d = sizes_.size(); d-- > 0;) {
        at += rest % sizes_[d] * axis.strides[d];
        rest /= sizes_[d];
      }
      int64_t index = 0;
      axis.load(advance(args.inputs[first_ + a],
                        static_cast<size_t>(at) * axis.nbytes),
                &index, 1);
      ET_CHECK_OK_OR_RETURN_ERROR(resolve(name_, axis.size, &index));
      *offset += index * axis.x_stride;
    }
    return Error::Ok;
  }

 private:
  struct Axis {
    Sizes strides;
    int64_t size;
    int64_t x_stride;
    LoadBlock<int64_t> load;
    size_t nbytes;
  };

  static void widen(const Sizes& other, Sizes& sizes) {
    if (sizes.size() < other.size()) {
      sizes.insert(sizes.begin(), other.size() - sizes.size(), 1);
    }
    const size_t lead = sizes.size() - other.size();
    for (size_t i = 0; i < other.size(); ++i) {
      sizes[lead + i] = other[i] == 1 ? sizes[lead + i] : other[i];
    }
  }

  const char* name_;
  size_t first_;
  Sizes sizes_;
  int64_t count_;
  int64_t slice_;
  std::vector<Axis> axes_;
};

class GatherNdKernel : public Kernel {
 public:
  explicit GatherNdKernel(const NodeView& node)
      : coordinates_(GatherNd::kName, node, 1),
        element_nbytes_(element_nbytes(node.input(0).dtype)) {}

  Error run(const KernelArgs& args) const override {
    const size_t nbytes =
        static_cast<size_t>(coordinates_.slice()) * element_nbytes_;
    auto* to = args.output<std::byte>(0);
    for (int64_t i = 0; i < coordinates_.count(); ++i, to += nbytes) {
      int64_t offset = 0;
      ET_CHECK_OK_OR_RETURN_ERROR(coordinates_.offset(args, i, &offset));
      std::memcpy(to,
                  advance(args.inputs[0],
                          static_cast<size_t>(offset) * element_nbytes_),
                  nbytes);
    }
    return Error::Ok;
  }

 private:
  Coordinates coordinates_;
  size_t element_nbytes_;
};

template <typename T>
T sum(T a, T b) {
  if constexpr (std::is_same_v<T, float>) {
    return a + b;
  } else {
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  }
}

template <typename T>
class ScatterNdKernel : public Kernel {
 public:
  ScatterNdKernel(const ScatterNd& op, const NodeView& node)
      : coordinates_(ScatterNd::kName, node, 2),
        accumulate_(op.accumulate),
        values_(node.input(1), slices(coordinates_, node)),
        store_(block_storer<T>(node.input(1).dtype)),
        element_nbytes_(element_nbytes(node.input(0).dtype)),
        nbytes_(node.input(0).nbytes()) {}

  Error run(const KernelArgs& args) const override {
    if (args.outputs[0] != args.inputs[0]) {
      std::memcpy(args.outputs[0], args.inputs[0], nbytes_);
    }
    const auto slice = static_cast<size_t>(coordinates_.slice());
    BroadcastReader<T> values(values_, args.inputs[1]);
    for (int64_t i = 0; i < coordinates_.count(); ++i) {
      int64_t offset = 0;
      ET_CHECK_OK_OR_RETURN_ERROR(coordinates_.offset(args, i, &offset));
      for (size_t done = 0; done < slice; done += kBlock) {
        const size_t n = std::min(kBlock, slice - done);
        const size_t at = static_cast<size_t>(offset) + done;
        write(values.next(n), n,
              advance(args.outputs[0], at * element_nbytes_));
      }
    }
    return Error::Ok;
  }

 private:
  /// The sizes to which the values broadcast.
  static Sizes slices(const Coordinates& coordinates, const NodeView& node) {
    const Sizes& x = node.input(0).sizes;
    const size_t n = node.inputs.size() - 2;
    Sizes sizes = coordinates.sizes();
    sizes.insert(sizes.end(), x.begin() + static_cast<ptrdiff_t>(n), x.end());
    return sizes;
  }

  void write(const T* values, size_t n, std::byte* to) const {
    if (!accumulate_) {
      store_(values, to, n);
      return;
    }
    T sums[kBlock];
    values_.load(to, sums, n);
    for (size_t i = 0; i < n; ++i) {
      sums[i] = sum(sums[i], values[i]);
    }
    store_(sums, to, n);
  }

  Coordinates coordinates_;
  bool accumulate_;
  BroadcastPlan<T> values_;
  StoreBlock<T> store_;
  size_t element_nbytes_;
  size_t nbytes_;
};

}  // namespace

KernelResult make(const Gather& op, const NodeView& node) {
  return KernelResult(std::make_unique<GatherKernel>(op, node));
}

KernelResult make(const GatherNd&, const NodeView& node) {
  return KernelResult(std::make_unique<GatherNdKernel>(node));
}

KernelResult make(const ScatterNd& op, const NodeView& node) {
  if (is_float(node.input(0).dtype)) {
    return KernelResult(std::make_unique<ScatterNdKernel<float>>(op, node));
  }
  return KernelResult(std::make_unique<ScatterNdKernel<int64_t>>(op, node));
}

}  // namespace executorch::backends::engine::scalar
