#include <executorch/exir/ir/shape_inference/infer_util.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>

namespace executorch::exir::infer {
namespace {

ops::PoolParams pool_params(const Node& node, const Ints& kernel,
                            const Ints& stride, const Ints& padding,
                            ops::IntSpan dilation) {
  return {kernel.span(), stride.span(), padding.span(), dilation,
          node.bool_value("ceil_mode")};
}

/// floor(size * factor); for a size that is not constant the factor must be a
/// whole number.
std::optional<SymInt> scaled(const SymInt& size, double factor) {
  if (const auto constant = size.constant()) {
    return SymInt(static_cast<int64_t>(
        std::floor(static_cast<double>(*constant) * factor)));
  }
  if (factor != std::floor(factor) || factor < 1 || factor > 1e6) {
    return std::nullopt;
  }
  return size * SymInt(static_cast<int64_t>(factor));
}

/// Sizes floor(in * factor) of the last two dimensions.
Specs upsample_by_factors(const Node& node, const Value& input) {
  const auto& factors = std::get<std::vector<double>>(node.arg("scale_factors"));
  const auto& sizes = input.sizes();
  if (factors.size() == 2 && sizes.size() == 4) {
    const auto height = scaled(sizes[2], factors[0]);
    const auto width = scaled(sizes[3], factors[1]);
    if (height && width) {
      return one(node, input.dtype(),
                 ops::upsample2d_shape(sizes_of(&input), *height, *width));
    }
  }
  return fail(diagnose(
      node, fmt::format("found scale factors ({}) for {}, expected 2, whole "
                        "numbers where sizes are dynamic",
                        fmt::join(factors, ", "), input.tensor().str())));
}

Specs avg_pool(const Node& node, size_t dims) {
  static constexpr int64_t kNoDilation = 1;
  const Value* self = node.tensor("self");
  ET_ASSIGN(const Ints kernel, constant_ints(node, "kernel_size"));
  ET_ASSIGN(const Ints stride, constant_ints(node, "stride"));
  ET_ASSIGN(const Ints padding, constant_ints(node, "padding"));
  return one(node, self->dtype(),
             ops::pool_shape(sizes_of(self),
                             pool_params(node, kernel, stride, padding,
                                         {&kNoDilation, 1}),
                             dims));
}

Specs max_pool(const Node& node, size_t dims) {
  const Value* self = node.tensor("self");
  ET_ASSIGN(const Ints kernel, constant_ints(node, "kernel_size"));
  ET_ASSIGN(const Ints stride, constant_ints(node, "stride"));
  ET_ASSIGN(const Ints padding, constant_ints(node, "padding"));
  ET_ASSIGN(const Ints dilation, constant_ints(node, "dilation"));
  return with_indices(
      one(node, self->dtype(),
          ops::pool_shape(sizes_of(self),
                          pool_params(node, kernel, stride, padding,
                                      dilation.span()),
                          dims)));
}

Specs adaptive_pool(const Node& node, size_t dims) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::adaptive_pool_shape(
                 sizes_of(self), sizes_of(node.ints("output_size")), dims));
}

}  // namespace

Specs infer_avg_pool2d(const Node& node) { return avg_pool(node, 2); }
Specs infer_avg_pool3d(const Node& node) { return avg_pool(node, 3); }

Specs infer_max_pool2d_with_indices(const Node& node) {
  return max_pool(node, 2);
}
Specs infer_max_pool3d_with_indices(const Node& node) {
  return max_pool(node, 3);
}

Specs infer_adaptive_avg_pool2d(const Node& node) {
  return adaptive_pool(node, 2);
}
Specs infer_adaptive_avg_pool3d(const Node& node) {
  return adaptive_pool(node, 3);
}
Specs infer_adaptive_max_pool2d(const Node& node) {
  return with_indices(adaptive_pool(node, 2));
}
Specs infer_adaptive_max_pool3d(const Node& node) {
  return with_indices(adaptive_pool(node, 3));
}

Specs infer_grid_sampler(const Node& node) {
  const Value* input = node.tensor("input");
  const auto rank = input->sizes().size();
  return one(node, input->dtype(),
             ops::grid_sample_shape(sizes_of(input),
                                    sizes_of(node.tensor("grid")),
                                    rank < 2 ? 0 : rank - 2));
}

Specs infer_pixel_unshuffle(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::pixel_unshuffle_shape(sizes_of(self),
                                        node.int_value("downscale_factor")));
}

Specs infer_upsample2d(const Node& node) {
  const Value* input = node.tensor("input");
  if (!node.is_none("output_size") && node.ints("output_size").size() == 2) {
    const auto& size = node.ints("output_size");
    return one(node, input->dtype(),
               ops::upsample2d_shape(sizes_of(input), size[0], size[1]));
  }
  if (!node.is_none("scale_factors")) {
    return upsample_by_factors(node, *input);
  }
  return fail(diagnose(
      node, "found neither output_size nor scale_factors of 2 numbers"));
}

Specs infer_pixel_shuffle(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::pixel_shuffle_shape(sizes_of(self),
                                      node.int_value("upscale_factor")));
}

}  // namespace executorch::exir::infer
