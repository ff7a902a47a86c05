#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>

#include <algorithm>
#include <cmath>

namespace executorch::backends::mps {
namespace {

/// Resampling of one axis: row i of `weights` says how output i is made of the
/// inputs.
struct Resampling {
  int64_t input = 1;
  int64_t output = 1;
  std::vector<float> weights;  ///< [output, input]

  Resampling(int64_t n_in, int64_t n_out)
      : input(n_in),
        output(n_out),
        weights(static_cast<size_t>(n_in * n_out)) {}

  float& at(int64_t i, int64_t k) {
    return weights[static_cast<size_t>(i * input + k)];
  }
  std::vector<float> transposed() const {
    std::vector<float> result(weights.size());
    for (int64_t i = 0; i < output; ++i) {
      for (int64_t k = 0; k < input; ++k) {
        result[static_cast<size_t>(k * output + i)] =
            weights[static_cast<size_t>(i * input + k)];
      }
    }
    return result;
  }
};

/// The mean over the inputs from floor(i n / m) to ceil((i + 1) n / m).
Resampling adaptive_average(int64_t n_in, int64_t n_out) {
  Resampling result(n_in, n_out);
  for (int64_t i = 0; i < n_out; ++i) {
    const int64_t start = i * n_in / n_out;
    const int64_t end = ((i + 1) * n_in + n_out - 1) / n_out;
    for (int64_t k = start; k < end; ++k) {
      result.at(i, k) = 1.0f / static_cast<float>(end - start);
    }
  }
  return result;
}

/// Inputs per output as ATen takes them: from the factor that the model
/// states, else from the sizes.
float input_step(int64_t n_in, int64_t n_out, bool align_corners,
                 double factor) {
  if (align_corners) {
    return n_out > 1
               ? static_cast<float>(n_in - 1) / static_cast<float>(n_out - 1)
               : 0.0f;
  }
  return factor > 0 ? static_cast<float>(1.0 / factor)
                    : static_cast<float>(n_in) / static_cast<float>(n_out);
}

Resampling bilinear(int64_t n_in, int64_t n_out, bool align_corners,
                    double factor) {
  Resampling result(n_in, n_out);
  const float step = input_step(n_in, n_out, align_corners, factor);
  for (int64_t i = 0; i < n_out; ++i) {
    const auto index = static_cast<float>(i);
    const float place = align_corners
                            ? step * index
                            : std::max(0.0f, step * (index + 0.5f) - 0.5f);
    const int64_t low = std::min(static_cast<int64_t>(place), n_in - 1);
    const int64_t high = std::min(low + 1, n_in - 1);
    const float share = std::clamp(place - static_cast<float>(low), 0.0f, 1.0f);
    result.at(i, low) += 1.0f - share;
    result.at(i, high) += share;
  }
  return result;
}

/// Both axes of [.., H, W], by matrix products; exact for every scale.
Tensor resample(GraphWriter& writer, const Tensor& x, const Resampling& rows,
                const Resampling& columns) {
  Tensor result = x;
  if (columns.input != 1 || columns.output != 1) {
    result = matmul(writer, result,
                    writer.constant({1, 1, columns.input, columns.output},
                                    columns.transposed(), x.dtype));
  }
  if (rows.input != 1 || rows.output != 1) {
    result = matmul(
        writer,
        writer.constant({1, 1, rows.output, rows.input}, rows.weights, x.dtype),
        result);
  }
  return result;
}

/// The stated factor of axis `i`, or 0.
double stated_factor(const exir::Node& node, size_t i) {
  return node.is_none("scale_factors")
             ? 0.0
             : std::get<std::vector<double>>(node.arg("scale_factors"))[i];
}

std::vector<int32_t> nearest(int64_t n_in, int64_t n_out, double factor) {
  const float step = input_step(n_in, n_out, false, factor);
  std::vector<int32_t> places;
  for (int64_t i = 0; i < n_out; ++i) {
    const auto place = static_cast<int64_t>(static_cast<float>(i) * step);
    places.push_back(static_cast<int32_t>(std::min(place, n_in - 1)));
  }
  return places;
}

}  // namespace

Refusal visit_adaptive_avg_pool2d(GraphWriter& writer, const exir::Node& node,
                                  MPSNodeUnion) {
  const exir::Value* self = node.tensor("self");
  const std::vector<int64_t> in = sizes_of(self);
  const std::vector<int64_t> out = sizes_of(node.output());
  Refusal refusal = require_float(node, "self");
  if (refusal || in.size() != 4) {
    return refusal ? refusal : "self has no batch";
  }
  const Tensor x = writer.get(self, form_of(writer, node, self->dtype()));
  writer.define(node.output(),
                resample(writer, x, adaptive_average(in[2], out[2]),
                         adaptive_average(in[3], out[3])));
  return std::nullopt;
}

Refusal visit_upsample_bilinear2d(GraphWriter& writer, const exir::Node& node,
                                  MPSNodeUnion) {
  if (Refusal refusal = require_float(node, "input")) {
    return refusal;
  }
  const exir::Value* input = node.tensor("input");
  const std::vector<int64_t> in = sizes_of(input);
  const std::vector<int64_t> out = sizes_of(node.output());
  const bool corners = node.bool_value("align_corners");
  const Tensor x = writer.get(input, form_of(writer, node, input->dtype()));
  writer.define(
      node.output(),
      resample(writer, x,
               bilinear(in[2], out[2], corners, stated_factor(node, 0)),
               bilinear(in[3], out[3], corners, stated_factor(node, 1))));
  return std::nullopt;
}

Refusal visit_upsample_nearest2d(GraphWriter& writer, const exir::Node& node,
                                 MPSNodeUnion) {
  if (Refusal refusal = require_float(node, "input")) {
    return refusal;
  }
  const exir::Value* input = node.tensor("input");
  const std::vector<int64_t> in = sizes_of(input);
  const std::vector<int64_t> out = sizes_of(node.output());
  Tensor result = writer.get(input, form_of(writer, node, input->dtype()));
  for (const size_t axis : {2, 3}) {
    const std::vector<int32_t> places =
        nearest(in[axis], out[axis], stated_factor(node, axis - 2));
    result = index_select(writer, result, axis,
                          writer.constant({out[axis]}, places));
  }
  writer.define(node.output(), result);
  return std::nullopt;
}

}  // namespace executorch::backends::mps
