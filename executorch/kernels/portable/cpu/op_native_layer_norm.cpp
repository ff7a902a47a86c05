#include <executorch/kernels/portable/cpu/util/dense_array.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "native_layer_norm";
constexpr int64_t kBlock = 256;

struct Arrays {
  Array in;
  Array out;
  Array mean;
  Array rstd;
  std::optional<Array> weight;
  std::optional<Array> bias;
};

template <class C>
class RowNorm {
 public:
  RowNorm(const Arrays& arrays, int64_t length, double eps)
      : arrays_(arrays), length_(length), eps_(eps) {}

  void run(int64_t row) {
    const int64_t first = row * length_;
    double sum = 0;
    for (int64_t i = 0; i < length_; i += kBlock) {
      const size_t n = read(first, i);
      sum += sum_of(values_, n);
    }
    const double mean = sum / static_cast<double>(length_);
    double squares = 0;
    for (int64_t i = 0; i < length_; i += kBlock) {
      const size_t n = read(first, i);
      squares += squares_of(values_, n, mean);
    }
    const double rstd =
        1.0 / std::sqrt(squares / static_cast<double>(length_) + eps_);
    for (int64_t i = 0; i < length_; i += kBlock) {
      write(first, i, static_cast<C>(mean), static_cast<C>(rstd));
    }
    const C stats[2] = {static_cast<C>(mean), static_cast<C>(rstd)};
    arrays_.mean.write(row, 1, &stats[0]);
    arrays_.rstd.write(row, 1, &stats[1]);
  }

 private:
  size_t read(int64_t first, int64_t at) {
    const auto n = static_cast<size_t>(std::min(kBlock, length_ - at));
    arrays_.in.read(first + at, n, values_);
    return n;
  }

  void write(int64_t first, int64_t at, C mean, C rstd) {
    const size_t n = read(first, at);
    for (size_t i = 0; i < n; ++i) {
      values_[i] = (values_[i] - mean) * rstd;
    }
    if (arrays_.weight) {
      arrays_.weight->read(at, n, factors_);
      for (size_t i = 0; i < n; ++i) {
        values_[i] *= factors_[i];
      }
    }
    if (arrays_.bias) {
      arrays_.bias->read(at, n, factors_);
      for (size_t i = 0; i < n; ++i) {
        values_[i] += factors_[i];
      }
    }
    arrays_.out.write(first + at, n, values_);
  }

  const Arrays& arrays_;
  int64_t length_;
  double eps_;
  C values_[kBlock];
  C factors_[kBlock];
};

bool check_parameter(KernelRuntimeContext& ctx,
                     const std::optional<Tensor>& parameter,
                     const Sizes& normalized) {
  if (!parameter) {
    return true;
  }
  const Sizes sizes = sizes_of(*parameter);
  if (sizes.size() == normalized.size() &&
      std::equal(sizes.begin(), sizes.end(), normalized.begin())) {
    return check_floating(ctx, kOp, *parameter) &&
           check_default_order(ctx, kOp, *parameter);
  }
  ET_LOG(Error, "%s: sizes of weight or bias differ from normalized_shape",
         kOp);
  ctx.fail(Error::InvalidArgument);
  return false;
}

bool check_tensors(KernelRuntimeContext& ctx, const Tensor& input,
                   std::initializer_list<const Tensor*> results) {
  for (const Tensor* tensor : results) {
    if (!check_floating(ctx, kOp, *tensor) ||
        !check_default_order(ctx, kOp, *tensor)) {
      return false;
    }
  }
  return check_floating(ctx, kOp, input) &&
         check_default_order(ctx, kOp, input);
}

template <class C>
void normalize_rows(const Tensor& input, const std::optional<Tensor>& weight,
                    const std::optional<Tensor>& bias, double eps, Tensor& out,
                    Tensor& mean, Tensor& rstd) {
  constexpr ScalarType kCompute = kScalarTypeOf<C>;
  Arrays arrays{array_of(input, kCompute),
                array_of(out, kCompute),
                array_of(mean, kCompute),
                array_of(rstd, kCompute),
                {},
                {}};
  if (weight) {
    arrays.weight = array_of(*weight, kCompute);
  }
  if (bias) {
    arrays.bias = array_of(*bias, kCompute);
  }
  const int64_t rows = mean.numel();
  RowNorm<C> norm(arrays, rows == 0 ? 0 : input.numel() / rows, eps);
  for (int64_t row = 0; row < rows; ++row) {
    norm.run(row);
  }
}

}  // namespace

std::tuple<Tensor&, Tensor&, Tensor&> native_layer_norm_out(
    KernelRuntimeContext& ctx, const Tensor& input,
    IntArrayRef normalized_shape, const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias, double eps, Tensor& out, Tensor& mean,
    Tensor& rstd) {
  std::tuple<Tensor&, Tensor&, Tensor&> results(out, mean, rstd);
  Sizes normalized;
  if (!sizes_from(ctx, kOp, normalized_shape, normalized)) {
    return results;
  }
  const Shape stats = ops::layer_norm_stats_shape(sizes_of(input), normalized);
  if (!resize_out(ctx, kOp, stats, mean) ||
      !resize_out(ctx, kOp, stats, rstd) ||
      !resize_out(ctx, kOp, sizes_of(input), out) ||
      !check_tensors(ctx, input, {&out, &mean, &rstd}) ||
      !check_same_dtype(ctx, kOp, out, input.scalar_type()) ||
      !check_parameter(ctx, weight, normalized) ||
      !check_parameter(ctx, bias, normalized)) {
    return results;
  }
  if (input.scalar_type() == ScalarType::Double) {
    normalize_rows<double>(input, weight, bias, eps, out, mean, rstd);
  } else {
    normalize_rows<float>(input, weight, bias, eps, out, mean, rstd);
  }
  return results;
}

}  // namespace executorch::kernels::portable
