#include <executorch/backends/xnnpack/runtime/graph/nodes.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>

namespace executorch {
namespace backends {
namespace xnnpack {

namespace {

/// More places than this of one axis would take memory that no byte of the
/// payload stands for.
constexpr int64_t kMaxPlaces = 1 << 24;

/// For each place of the output the two of the input that it lies between, and
/// the weight of the second.
struct Places {
  std::vector<int64_t> first;
  std::vector<int64_t> second;
  std::vector<float> weight;
};

Places places_of(int64_t from, int64_t to, bool align_corners) {
  const bool by_corners = align_corners && to > 1;
  const auto a = static_cast<float>(by_corners ? from - 1 : from);
  const auto b = static_cast<float>(by_corners ? to - 1 : to);
  const float step = a / b;
  Places places;
  for (int64_t i = 0; i < to; ++i) {
    const auto at = static_cast<float>(i);
    const float place =
        align_corners ? at * step : std::max(0.0f, (at + 0.5f) * step - 0.5f);
    const auto first =
        std::min(static_cast<int64_t>(std::floor(place)), from - 1);
    places.first.push_back(first);
    places.second.push_back(std::min(first + 1, from - 1));
    places.weight.push_back(std::min(place - static_cast<float>(first), 1.0f));
  }
  return places;
}

/// first + (second - first) * weight along one axis of planes.
Result<ValueId> interpolate(GraphBuilder& builder, ValueId planes, int32_t axis,
                            int64_t to, bool align_corners) {
  const int64_t from = builder.type(planes).sizes[static_cast<size_t>(axis)];
  ET_CHECK_OR_RETURN_ERROR(
      from > 0 && to > 0 && to <= kMaxPlaces, InvalidProgram,
      "XNNPACK payload: %" PRId64 " places are resized to %" PRId64, from, to);
  const Places places = places_of(from, to, align_corners);
  const engine::Gather gather{axis, false};
  ET_XNN_ASSIGN(firsts, builder.add_indices(places.first));
  ET_XNN_ASSIGN(seconds, builder.add_indices(places.second));
  std::vector<int64_t> sizes{1, 1, 1, 1};
  sizes[static_cast<size_t>(axis)] = to;
  ET_XNN_ASSIGN(weights, builder.add_floats(sizes, places.weight));
  ET_XNN_ASSIGN(weight, builder.cast(weights, builder.type(planes).dtype));
  ET_XNN_ASSIGN(a, builder.graph().add(gather, {planes, firsts}));
  ET_XNN_ASSIGN(b, builder.graph().add(gather, {planes, seconds}));
  ET_XNN_ASSIGN(difference, builder.binary(Binary::Kind::kSub, b, a));
  ET_XNN_ASSIGN(part, builder.binary(Binary::Kind::kMul, difference, weight));
  return builder.binary(Binary::Kind::kAdd, a, part);
}

}  // namespace

Error build_resize(GraphBuilder& builder, const XNode& node,
                   const fb_xnnpack::XNNStaticResizeBilinear2D& table, int) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags(), kAlignCorners));
  const bool align_corners = (table.flags() & kAlignCorners) != 0;
  ET_XNN_ASSIGN(x, builder.planes(table.input_id()));
  ET_XNN_ASSIGN(lines,
                interpolate(builder, x, 2, table.new_height(), align_corners));
  ET_XNN_ASSIGN(
      y, interpolate(builder, lines, 3, table.new_width(), align_corners));
  return builder.define_planes(node, table.output_id(), y);
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
