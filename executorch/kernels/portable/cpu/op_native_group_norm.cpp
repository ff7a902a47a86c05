#include <executorch/kernels/portable/cpu/util/batch_norm.h>
#include <executorch/kernels/portable/cpu/util/dense_array.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "native_group_norm";
constexpr int64_t kBlock = 256;

using Results = std::tuple<Tensor&, Tensor&, Tensor&>;

/// Reads a dense run of values in blocks.
template <class C, class F>
void for_each_block(const Array& in, int64_t first, int64_t length,
                    const F& f) {
  C values[kBlock];
  for (int64_t i = 0; i < length; i += kBlock) {
    const auto n = static_cast<size_t>(std::min(kBlock, length - i));
    in.read(first + i, n, values);
    f(values, n, first + i);
  }
}

template <class C>
Moments run_moments(const Array& in, int64_t first, int64_t length) {
  const auto count = static_cast<double>(length);
  double sum = 0;
  for_each_block<C>(in, first, length, [&](const C* values, size_t n, int64_t) {
    sum += sum_of(values, n);
  });
  double squares = 0;
  for_each_block<C>(in, first, length, [&](const C* values, size_t n, int64_t) {
    squares += squares_of(values, n, sum / count);
  });
  return {sum / count, squares / count};
}

struct Groups {
  int64_t batches;
  int64_t channels;
  int64_t area;  ///< elements of one channel
  int64_t count;
};

template <class C>
void normalize_groups(const Tensor& input, const std::optional<Tensor>& weight,
                      const std::optional<Tensor>& bias, const Groups& groups,
                      double eps, const Results& results) {
  const Array in = array_of(input, kScalarTypeOf<C>);
  const Array out = array_of(std::get<0>(results), kScalarTypeOf<C>);
  const ChannelValues factors(weight, 1);
  const ChannelValues addends(bias, 0);
  const int64_t depth = groups.channels / groups.count;
  for (int64_t g = 0; g < groups.batches * groups.count; ++g) {
    const int64_t first = g * depth * groups.area;
    const Moments moments = run_moments<C>(in, first, depth * groups.area);
    const double rstd = 1 / std::sqrt(moments.variance + eps);
    write_value(std::get<1>(results), g, moments.mean);
    write_value(std::get<2>(results), g, rstd);
    for (int64_t d = 0; d < depth; ++d) {
      const int64_t channel = g % groups.count * depth + d;
      const double scale = factors.get(channel) * rstd;
      const C a = static_cast<C>(scale);
      const C b = static_cast<C>(addends.get(channel) - moments.mean * scale);
      for_each_block<C>(in, first + d * groups.area, groups.area,
                        [&](C* values, size_t n, int64_t at) {
                          for (size_t i = 0; i < n; ++i) {
                            values[i] = values[i] * a + b;
                          }
                          out.write(at, n, values);
                        });
    }
  }
}

/// Sizes that agree with the input, and groups that divide the channels.
bool check_groups(KernelRuntimeContext& ctx, const Tensor& input,
                  const Groups& groups) {
  if (groups.count <= 0 || groups.batches < 0 || groups.channels < 0 ||
      groups.area < 0 || groups.channels % groups.count != 0) {
    ET_LOG(Error, "%s: %" PRId64 " channels in %" PRId64 " groups", kOp,
           groups.channels, groups.count);
  } else if (input.dim() < 2 || input.size(0) != groups.batches ||
             input.size(1) != groups.channels ||
             (groups.batches * groups.channels != 0 &&
              input.numel() / groups.batches / groups.channels !=
                  groups.area)) {
    ET_LOG(Error, "%s: N, C and HxW differ from the sizes of the input", kOp);
  } else {
    return true;
  }
  ctx.fail(Error::InvalidArgument);
  return false;
}

}  // namespace

Results native_group_norm_out(KernelRuntimeContext& ctx, const Tensor& input,
                              const std::optional<Tensor>& weight,
                              const std::optional<Tensor>& bias, int64_t N,
                              int64_t C, int64_t HxW, int64_t group, double eps,
                              Tensor& out, Tensor& mean, Tensor& rstd) {
  const Results results(out, mean, rstd);
  const Groups groups{N, C, HxW, group};
  Sizes stats;
  stats.push_back(N);
  stats.push_back(group);
  if (!check_groups(ctx, input, groups) ||
      !check_batch_norm(ctx, kOp, input, {&weight, &bias}, out) ||
      !check_floating(ctx, kOp, mean) || !check_floating(ctx, kOp, rstd) ||
      !check_default_order(ctx, kOp, input) ||
      !resize_out(ctx, kOp, sizes_of(input), out) ||
      !resize_out(ctx, kOp, stats, mean) ||
      !resize_out(ctx, kOp, stats, rstd) ||
      !check_default_order(ctx, kOp, out)) {
    return results;
  }
  if (input.scalar_type() == ScalarType::Double) {
    normalize_groups<double>(input, weight, bias, groups, eps, results);
  } else {
    normalize_groups<float>(input, weight, bias, groups, eps, results);
  }
  return results;
}

}  // namespace executorch::kernels::portable
