#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>
#include <executorch/exir/passes/decompositions/util.h>

#include <limits>
#include <optional>

/// torchao's affine quantization, where blocks of any shape share parameters.
namespace executorch::exir::decompositions {
namespace {

/// A tensor's dimensions with each one that has several blocks split in two.
struct Blocks {
  Sizes split;    ///< what the tensor is viewed as
  Sizes reduced;  ///< the same with 1 for the dimensions within a block
  Sizes dims;     ///< the dimensions within a block
};

/// Nothing, after a refusal, if the blocks do not divide the tensor.
std::optional<Blocks> blocks_of(Rewriter& rewriter, const Node& node,
                                const Value* x) {
  const Sizes& block = node.ints("block_size");
  const Sizes& sizes = x->sizes();
  if (block.size() != sizes.size()) {
    rewriter.refuse("has a block_size of another rank than its input");
    return std::nullopt;
  }
  Blocks result;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto size = sizes[i].constant();
    const auto length = block[i].constant();
    if (length == 1) {
      result.split.push_back(sizes[i]);
      result.reduced.push_back(sizes[i]);
      continue;
    }
    if (!(block[i] == sizes[i])) {
      if (!size || !length || *length < 1 || *size % *length != 0) {
        rewriter.refuse("has a block_size that does not divide its input");
        return std::nullopt;
      }
      result.split.emplace_back(*size / *length);
      result.reduced.emplace_back(*size / *length);
    }
    result.dims.push_back(sym(result.split.size()));
    result.split.push_back(block[i]);
    result.reduced.emplace_back(1);
  }
  return result;
}

/// The tensor as a matrix with a block in each row, if its blocks are dense in
/// memory: single elements, then one split dimension, then whole dimensions.
std::optional<Sizes> rows_of(const Blocks& blocks) {
  SymInt rows(1);
  SymInt columns(1);
  bool inside = false;
  size_t next = 0;
  for (size_t i = 0; i < blocks.split.size(); ++i) {
    const bool in_block =
        next < blocks.dims.size() && blocks.dims[next] == sym(i);
    next += in_block ? 1 : 0;
    if (!in_block && inside && blocks.split[i].constant() != 1) {
      return std::nullopt;
    }
    inside |= in_block;
    SymInt& product = in_block ? columns : rows;
    product = product * blocks.split[i];
  }
  return Sizes{rows, columns};
}

struct Limits {
  double min;
  double max;
};

/// The limits that are given, or those of the dtype.
std::optional<Limits> limits_of(Rewriter& rewriter, const Node& node,
                                const char* dtype_name) {
  const auto* dtype = std::get_if<ScalarType>(&node.arg(dtype_name));
  Limits limits{};
  switch (dtype == nullptr ? ScalarType::Undefined : *dtype) {
    case ScalarType::Byte:
      limits = {0, 255};
      break;
    case ScalarType::Char:
      limits = {-128, 127};
      break;
    case ScalarType::Short:
      limits = {-32768, 32767};
      break;
    case ScalarType::Int:
      limits = {-2147483648.0, 2147483647.0};
      break;
    default:
      rewriter.refuse(
          "quantizes to a dtype other than uint8, int8, int16 and int32");
      return std::nullopt;
  }
  if (!node.is_none("quant_min")) {
    limits.min = node.number("quant_min");
  }
  if (!node.is_none("quant_max")) {
    limits.max = node.number("quant_max");
  }
  return limits;
}

/// The zero point, or null where there is none (or an empty one).
Value* zero_point_of(const Node& node) {
  Value* value = node.optional_tensor("zero_point");
  const bool is_empty =
      value != nullptr && numel_of(value->sizes()).constant() == 0;
  return is_empty ? nullptr : value;
}

/// One parameter for each row; none stays none.
Argument flat(Rewriter& rewriter, Value* x, const SymInt& count) {
  return x == nullptr ? Argument() : Argument(view(rewriter, x, {count}));
}

double smallest_normal(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Half:
      return 0x1p-14;
    case ScalarType::Double:
      return std::numeric_limits<double>::min();
    default:
      return static_cast<double>(std::numeric_limits<float>::min());
  }
}

/// Scale and zero point from the smallest (at most 0) and the largest (at
/// least 0) value of each block.
struct Extremes {
  Value* low;
  Value* high;
};

Value* symmetric_scale(Rewriter& rewriter, const Extremes& x,
                       const Limits& limits, bool clips) {
  Expressions e(rewriter);
  if (clips) {
    Value* largest = rewriter.call("aten::maximum", {e.neg(x.low), x.high});
    return e.div(largest, (limits.max - limits.min) / 2);
  }
  Value* from_low = e.div(x.low, limits.min);
  Value* from_high = e.div(x.high, limits.max);
  return e.where(e.compare("gt", from_low, from_high), from_low, from_high);
}

Value* asymmetric_zero_point(Rewriter& rewriter, Value* low, Value* scale,
                             const Limits& limits) {
  Expressions e(rewriter);
  Value* exact = e.from(limits.min, e.unary("round", e.div(low, scale)));
  return rewriter.call("aten::clamp", {exact, limits.min, limits.max});
}

}  // namespace

std::vector<Value*> decompose_quantize_affine(Rewriter& rewriter,
                                              const Node& node) {
  Expressions e(rewriter);
  Value* input = node.tensor("input");
  Value* scale = node.tensor("scale");
  Value* zero_point = zero_point_of(node);
  const auto blocks = blocks_of(rewriter, node, input);
  const auto limits = limits_of(rewriter, node, "output_dtype");
  if (!blocks || !limits) {
    return {};
  }
  const ScalarType dtype = node.output()->dtype();
  if (const auto rows = rows_of(*blocks)) {
    const SymInt& count = rows->front();
    const Argument zeros =
        zero_point != nullptr
            ? flat(rewriter, zero_point, count)
            : full(rewriter, {count}, SymInt(0), ScalarType::Int);
    Value* matrix = rewriter.call(
        "quantized_decomposed::quantize_per_channel",
        {view(rewriter, input, *rows), flat(rewriter, scale, count), zeros,
         SymInt(0), SymInt(static_cast<int64_t>(limits->min)),
         SymInt(static_cast<int64_t>(limits->max)), dtype});
    return {view(rewriter, matrix, input->sizes())};
  }
  Value* inverse = e.unary("reciprocal", e.view(scale, blocks->reduced));
  Value* steps = e.unary("round", e.mul(e.view(input, blocks->split), inverse));
  if (zero_point != nullptr) {
    steps = e.add(steps, e.view(zero_point, blocks->reduced));
  }
  Value* limited =
      rewriter.call("aten::clamp", {steps, limits->min, limits->max});
  return {e.cast(e.view(limited, input->sizes()), dtype)};
}

std::vector<Value*> decompose_dequantize_affine(Rewriter& rewriter,
                                                const Node& node) {
  Expressions e(rewriter);
  Value* input = node.tensor("input");
  Value* scale = node.tensor("scale");
  Value* zero_point = zero_point_of(node);
  const auto blocks = blocks_of(rewriter, node, input);
  const auto limits = limits_of(rewriter, node, "input_dtype");
  if (!blocks || !limits) {
    return {};
  }
  const ScalarType dtype = node.output()->dtype();
  if (const auto rows = rows_of(*blocks)) {
    const SymInt& count = rows->front();
    Value* matrix = rewriter.call(
        "quantized_decomposed::dequantize_per_channel",
        {view(rewriter, input, *rows), flat(rewriter, scale, count),
         flat(rewriter, zero_point, count), SymInt(0),
         SymInt(static_cast<int64_t>(limits->min)),
         SymInt(static_cast<int64_t>(limits->max)), input->dtype(), dtype});
    return {view(rewriter, matrix, input->sizes())};
  }
  Value* values = e.cast(e.view(input, blocks->split), dtype);
  if (zero_point != nullptr) {
    values = e.sub(values, e.cast(e.view(zero_point, blocks->reduced), dtype));
  }
  values = e.mul(values, e.view(scale, blocks->reduced));
  return {e.cast(e.view(values, input->sizes()), dtype)};
}

std::vector<Value*> decompose_choose_qparams_affine(Rewriter& rewriter,
                                                    const Node& node) {
  Expressions e(rewriter);
  Value* input = node.optional_tensor("input");
  const auto* mapping = std::get_if<std::string>(&node.arg("mapping_type"));
  const auto limits = limits_of(rewriter, node, "target_dtype");
  if (input == nullptr || mapping == nullptr || !limits) {
    return rewriter.refuse("chooses parameters without an input");
  }
  const auto blocks = blocks_of(rewriter, node, input);
  if (!blocks) {
    return {};
  }
  Value* split = e.view(input, blocks->split);
  const bool keepdim = node.bool_value("keepdim");
  Value* low = rewriter.call("aten::amin", {split, blocks->dims, keepdim});
  Value* high = rewriter.call("aten::amax", {split, blocks->dims, keepdim});
  const Extremes extremes{
      rewriter.call("aten::clamp", {low, std::monostate{}, 0.0}),
      e.at_least(high, 0.0)};
  const double eps = node.is_none("eps") ? smallest_normal(input->dtype())
                                         : node.number("eps");
  Value* scale = nullptr;
  Value* zero_point = nullptr;
  if (*mapping == "ASYMMETRIC") {
    scale = e.at_least(
        e.div(e.sub(extremes.high, extremes.low), limits->max - limits->min),
        eps);
    zero_point = asymmetric_zero_point(rewriter, extremes.low, scale, *limits);
  } else if (*mapping == "SYMMETRIC" ||
             *mapping == "SYMMETRIC_NO_CLIPPING_ERR") {
    scale = e.at_least(
        symmetric_scale(rewriter, extremes, *limits, *mapping == "SYMMETRIC"),
        eps);
    const auto middle =
        static_cast<int64_t>((limits->max + limits->min + 1) / 2);
    zero_point =
        full(rewriter, scale->sizes(), SymInt(middle), node.output(1)->dtype());
  } else {
    return rewriter.refuse(
        "has a mapping_type other than SYMMETRIC, SYMMETRIC_NO_CLIPPING_ERR "
        "and ASYMMETRIC");
  }
  const Sizes& sizes = node.output(0)->sizes();
  return {e.cast(e.view(scale, sizes), node.output(0)->dtype()),
          e.cast(e.view(zero_point, sizes), node.output(1)->dtype())};
}

}  // namespace executorch::exir::decompositions
