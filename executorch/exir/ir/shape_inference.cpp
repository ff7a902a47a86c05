#include <executorch/exir/ir/shape_inference.h>

#include <executorch/ops/dtype_rules.h>
#include <executorch/ops/shape_rules.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace executorch::exir::infer {
namespace {

using Specs = Expected<std::vector<ValueSpec>>;
using Sizes = ops::Sizes<SymInt>;

Sizes sizes_of(const std::vector<SymInt>& list) {
  Sizes sizes;
  sizes.assign(list.begin(), std::min(list.size(), ops::kMaxRank));
  return sizes;
}

Sizes sizes_of(const Value* value) { return sizes_of(value->sizes()); }

/// Constant integers of an argument, which keeps what an IntSpan points to.
class Ints {
 public:
  Ints(const Node& node, std::string_view name) {
    if (node.is_none(name)) {
      return;
    }
    for (const SymInt& item : node.ints(name)) {
      values_.push_back(item.constant().value_or(-1));
    }
  }

  ops::IntSpan span() const { return {values_.data(), values_.size()}; }

 private:
  std::vector<int64_t> values_;
};

ValueSpec tensor_spec(ScalarType dtype, const Sizes& sizes) {
  return TensorSpec{dtype, {sizes.begin(), sizes.end()}};
}

Specs one(const Node& node, ScalarType dtype,
          const ops::ShapeResult<SymInt>& shape) {
  if (!shape.ok()) {
    return fail(diagnose(
        node, fmt::format("{}: found {}, expected {}", shape.error.what,
                          shape.error.found, shape.error.expected)));
  }
  return std::vector<ValueSpec>{tensor_spec(dtype, shape.sizes)};
}

/// `count` outputs of the same spec.
Specs repeated(Specs specs, size_t count) {
  if (specs) {
    specs->resize(count, specs->front());
  }
  return specs;
}

ops::ShapeResult<SymInt> broadcast_all(const Node& node) {
  ops::ShapeResult<SymInt> shape{Sizes{}};
  for (const Argument& argument : node.args()) {
    for_each_value(argument, [&](const Value* value) {
      if (shape.ok() && value->is_tensor()) {
        shape = ops::broadcast_shapes(shape.sizes, sizes_of(value));
      }
    });
  }
  return shape;
}

void add_number(ops::ResultType& type, const Argument& argument) {
  if (std::holds_alternative<bool>(argument)) {
    type.add_number(ScalarType::Bool);
  } else if (std::holds_alternative<SymInt>(argument)) {
    type.add_number(ScalarType::Long);
  } else if (std::holds_alternative<double>(argument)) {
    type.add_number(ScalarType::Float);
  }
}

/// torch.result_type of the tensors and of the named Scalar arguments.
ScalarType promoted(const Node& node,
                    std::initializer_list<std::string_view> scalars) {
  ops::ResultType type;
  for (const Argument& argument : node.args()) {
    for_each_value(argument, [&](const Value* value) {
      if (value->is_tensor()) {
        type.add_tensor(value->dtype(), value->sizes().empty());
      }
    });
  }
  for (const std::string_view name : scalars) {
    if (node.op().schema.param_index(name)) {
      add_number(type, node.arg(name));
    }
  }
  return type.get();
}

ScalarType dtype_or(const Node& node, ScalarType fallback) {
  const auto* dtype = std::get_if<ScalarType>(&node.arg("dtype"));
  return dtype != nullptr ? *dtype : fallback;
}

ops::PoolParams pool_params(const Node& node, const Ints& kernel,
                            const Ints& stride, const Ints& padding,
                            ops::IntSpan dilation) {
  return {kernel.span(), stride.span(), padding.span(), dilation,
          node.bool_value("ceil_mode")};
}

/// Sizes floor(in * factor) of the last two dimensions.
Specs upsample_by_factors(const Node& node, const Value& input) {
  const auto& factors = std::get<std::vector<double>>(node.arg("scale_factors"));
  const auto& sizes = input.sizes();
  if (factors.size() != 2 || sizes.size() != 4 || !sizes[2].constant() ||
      !sizes[3].constant()) {
    return fail(diagnose(node, fmt::format(
        "found {} scale factors for {}, expected 2 for constant sizes",
        factors.size(), input.tensor().str())));
  }
  const auto scaled = [&](size_t i) {
    return SymInt(static_cast<int64_t>(std::floor(
        static_cast<double>(*sizes[2 + i].constant()) * factors[i])));
  };
  return one(node, input.dtype(),
             ops::upsample2d_shape(sizes_of(&input), scaled(0), scaled(1)));
}

}  // namespace

Specs infer_pointwise(const Node& node) {
  return one(node, promoted(node, {"other", "exponent"}), broadcast_all(node));
}

Specs infer_pointwise_same(const Node& node) {
  return one(node, node.tensor("self")->dtype(), broadcast_all(node));
}

Specs infer_pointwise_float(const Node& node) {
  return one(node, ops::to_floating(promoted(node, {"other"})),
             broadcast_all(node));
}

Specs infer_pointwise_bool(const Node& node) {
  return one(node, ScalarType::Bool, broadcast_all(node));
}

Specs infer_pointwise_clamp(const Node& node) {
  return one(node, promoted(node, {"min", "max"}), broadcast_all(node));
}

Specs infer_where(const Node& node) {
  ops::ResultType type;
  for (const char* name : {"self", "other"}) {
    const Value* value = node.tensor(name);
    type.add_tensor(value->dtype(), value->sizes().empty());
  }
  return one(node, type.get(), broadcast_all(node));
}

Specs infer_same_as_self(const Node& node) {
  const Value* self = std::get<Value*>(node.args()[0]);
  return std::vector<ValueSpec>{self->spec};
}

Specs infer_mm(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::mm_shape(sizes_of(self), sizes_of(node.tensor("mat2"))));
}

Specs infer_bmm(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::bmm_shape(sizes_of(self), sizes_of(node.tensor("mat2"))));
}

Specs infer_addmm(const Node& node) {
  const Value* mat1 = node.tensor("mat1");
  return one(node, mat1->dtype(),
             ops::mm_shape(sizes_of(mat1), sizes_of(node.tensor("mat2"))));
}

Specs infer_convolution(const Node& node) {
  const Value* input = node.tensor("input");
  const Ints stride(node, "stride");
  const Ints padding(node, "padding");
  const Ints dilation(node, "dilation");
  const Ints output_padding(node, "output_padding");
  const ops::ConvolutionParams params{
      stride.span(),          padding.span(),
      dilation.span(),        node.bool_value("transposed"),
      output_padding.span(),  node.int_value("groups")};
  return one(node, input->dtype(),
             ops::convolution_shape(sizes_of(input),
                                    sizes_of(node.tensor("weight")), params));
}

Specs infer_avg_pool2d(const Node& node) {
  static constexpr int64_t kNoDilation = 1;
  const Value* self = node.tensor("self");
  const Ints kernel(node, "kernel_size");
  const Ints stride(node, "stride");
  const Ints padding(node, "padding");
  return one(node, self->dtype(),
             ops::pool2d_shape(sizes_of(self),
                               pool_params(node, kernel, stride, padding,
                                           {&kNoDilation, 1})));
}

Specs infer_max_pool2d_with_indices(const Node& node) {
  const Value* self = node.tensor("self");
  const Ints kernel(node, "kernel_size");
  const Ints stride(node, "stride");
  const Ints padding(node, "padding");
  const Ints dilation(node, "dilation");
  Specs specs = repeated(
      one(node, self->dtype(),
          ops::pool2d_shape(sizes_of(self),
                            pool_params(node, kernel, stride, padding,
                                        dilation.span()))),
      2);
  if (specs) {
    std::get<TensorSpec>((*specs)[1]).dtype = ScalarType::Long;
  }
  return specs;
}

Specs infer_adaptive_avg_pool2d(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::adaptive_pool2d_shape(sizes_of(self),
                                        sizes_of(node.ints("output_size"))));
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

Specs infer_batch_norm_no_training(const Node& node) {
  const Value* input = node.tensor("input");
  const ValueSpec unused = TensorSpec{input->dtype(), {SymInt(0)}};
  return std::vector<ValueSpec>{input->spec, unused, unused};
}

Specs infer_native_layer_norm(const Node& node) {
  const TensorSpec& input = node.tensor("input")->tensor();
  const size_t count = node.ints("normalized_shape").size();
  if (count > input.sizes.size()) {
    return fail(diagnose(
        node, fmt::format("normalized_shape has {} sizes, expected at most {}",
                          count, input.sizes.size())));
  }
  TensorSpec statistics = input;
  std::fill(statistics.sizes.end() - static_cast<ptrdiff_t>(count),
            statistics.sizes.end(), SymInt(1));
  return std::vector<ValueSpec>{input, statistics, statistics};
}

Specs infer_softmax(const Node& node) {
  TensorSpec spec = node.tensor("self")->tensor();
  if (node.bool_value("half_to_float")) {
    spec.dtype = ScalarType::Float;
  }
  return std::vector<ValueSpec>{spec};
}

Specs infer_sum(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, dtype_or(node, ops::to_sum_type(self->dtype())),
             ops::reduce_shape(sizes_of(self), Ints(node, "dim").span(),
                               node.bool_value("keepdim")));
}

Specs infer_mean(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, dtype_or(node, self->dtype()),
             ops::reduce_shape(sizes_of(self), Ints(node, "dim").span(),
                               node.bool_value("keepdim")));
}

Specs infer_any_dim(const Node& node) {
  const int64_t dim = node.int_value("dim");
  return one(node, ScalarType::Bool,
             ops::reduce_shape(sizes_of(node.tensor("self")), {&dim, 1},
                               node.bool_value("keepdim")));
}

Specs infer_view(const Node& node) {
  const Value* self = node.tensor("self");
  const auto& size = std::get<std::vector<SymInt>>(node.args()[1]);
  return one(node, self->dtype(),
             ops::view_shape(sizes_of(self), sizes_of(size)));
}

Specs infer_squeeze(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::squeeze_shape(sizes_of(self), Ints(node, "dim").span()));
}

Specs infer_unsqueeze(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::unsqueeze_shape(sizes_of(self), node.int_value("dim")));
}

Specs infer_permute(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::permute_shape(sizes_of(self), Ints(node, "dims").span()));
}

Specs infer_expand(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::expand_shape(sizes_of(self), sizes_of(node.ints("size"))));
}

Specs infer_slice(const Node& node) {
  const Value* self = node.tensor("self");
  const auto bound = [&](std::string_view name) {
    return node.is_none(name) ? std::nullopt
                              : std::optional(node.sym_int(name));
  };
  return one(node, self->dtype(),
             ops::slice_shape(sizes_of(self), node.int_value("dim"),
                              bound("start"), bound("end"),
                              node.int_value("step")));
}

Specs infer_select(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::select_shape(sizes_of(self), node.int_value("dim")));
}

Specs infer_cat(const Node& node) {
  const auto& tensors = std::get<std::vector<Value*>>(node.arg("tensors"));
  if (tensors.empty()) {
    return fail(diagnose(node, "found no operands, expected at least 1"));
  }
  ops::ResultType type;
  ops::ShapeResult<SymInt> shape{sizes_of(tensors[0])};
  for (size_t i = 0; i < tensors.size(); ++i) {
    type.add_tensor(tensors[i]->dtype(), false);
    if (i > 0 && shape.ok()) {
      shape = ops::cat_step_shape(shape.sizes, sizes_of(tensors[i]),
                                  node.int_value("dim"));
    }
  }
  return one(node, type.get(), shape);
}

Specs infer_embedding(const Node& node) {
  const Value* weight = node.tensor("weight");
  return one(node, weight->dtype(),
             ops::embedding_shape(sizes_of(weight),
                                  sizes_of(node.tensor("indices"))));
}

Specs infer_full(const Node& node) {
  const Argument& fill = node.arg("fill_value");
  const ScalarType natural = std::holds_alternative<bool>(fill)
                                 ? ScalarType::Bool
                             : std::holds_alternative<SymInt>(fill)
                                 ? ScalarType::Long
                                 : ScalarType::Float;
  return one(node, dtype_or(node, natural), {sizes_of(node.ints("size"))});
}

Specs infer_full_like(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, dtype_or(node, self->dtype()), {sizes_of(self)});
}

Specs infer_to_copy(const Node& node) {
  return infer_full_like(node);
}

}  // namespace executorch::exir::infer
