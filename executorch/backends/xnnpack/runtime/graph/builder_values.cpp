#include <executorch/backends/engine/graph/conversions.h>
#include <executorch/backends/xnnpack/runtime/graph/graph_builder.h>

#include <algorithm>
#include <cinttypes>
#include <cstring>

/// \file
/// GraphBuilder: views, and single operators of the engine.
namespace executorch {
namespace backends {
namespace xnnpack {

Result<ValueId> GraphBuilder::dense(const View& view) {
  return permute(view.base, view.axes);
}

Result<ValueId> GraphBuilder::dense(uint32_t id) {
  ET_XNN_ASSIGN(view, stored(id));
  return dense(view);
}

Result<ValueId> GraphBuilder::planes(uint32_t id) {
  ET_XNN_ASSIGN(view, real(id));
  return planes(id, view);
}

Result<ValueId> GraphBuilder::planes(uint32_t id, const View& view) {
  ET_CHECK_OR_RETURN_ERROR(type(view.base).rank() == 4, InvalidProgram,
                           "XNNPACK payload: image %" PRIu32
                           " has %zu dimensions, expected 4",
                           id, type(view.base).rank());
  return under(view, to_pixels());
}

Result<ValueId> GraphBuilder::under(const View& view, const Axes& axes) {
  if (view.axes == axes || type(view.base).numel() == 1) {
    return view.base;
  }
  const std::vector<int64_t>& sizes = type(view.base).sizes;
  if (view.axes.empty() && sizes.size() < axes.size()) {
    std::vector<int64_t> wide(axes.size() - sizes.size(), 1);
    wide.insert(wide.end(), sizes.begin(), sizes.end());
    ET_XNN_ASSIGN(value, reshape(view.base, std::move(wide)));
    return permute(value, inverse(axes));
  }
  return permute(view.base, composed(view.axes, inverse(axes)));
}

Result<ValueId> GraphBuilder::permute(ValueId value, const Axes& axes) {
  const Axes needed = composed(axes, {});
  if (needed.empty()) {
    return value;
  }
  const auto key = std::pair(value, needed);
  const auto found = transposed_.find(key);
  if (found != transposed_.end()) {
    return found->second;
  }
  Result<ValueId> result = engine::permute(graph(), value, needed);
  if (result.ok()) {
    transposed_.emplace(key, *result);
  }
  return result;
}

Result<ValueId> GraphBuilder::add_constant(TensorType type,
                                           std::vector<std::byte> bytes) {
  return built_.add_constant(std::move(type), std::move(bytes));
}

Result<ValueId> GraphBuilder::add_floats(std::vector<int64_t> sizes,
                                         const std::vector<float>& numbers) {
  const auto* const first = reinterpret_cast<const std::byte*>(numbers.data());
  return add_constant({ScalarType::Float, std::move(sizes)},
                      {first, first + numbers.size() * sizeof(float)});
}

Result<ValueId> GraphBuilder::add_indices(const std::vector<int64_t>& numbers) {
  const auto* const first = reinterpret_cast<const std::byte*>(numbers.data());
  return add_constant(
      {ScalarType::Long, {static_cast<int64_t>(numbers.size())}},
      {first, first + numbers.size() * sizeof(int64_t)});
}

Result<ValueId> GraphBuilder::scalar(ValueId like, double value) {
  return graph().add_scalar(type(like).dtype, value);
}

Result<ValueId> GraphBuilder::unary(engine::Unary::Kind kind, ValueId x) {
  return graph().add(engine::Unary{kind}, {x});
}

Result<ValueId> GraphBuilder::binary(engine::Binary::Kind kind, ValueId a,
                                     ValueId b) {
  return graph().add(engine::Binary{kind}, {a, b});
}

Result<ValueId> GraphBuilder::with_number(engine::Binary::Kind kind, ValueId a,
                                          double b) {
  ET_XNN_ASSIGN(number, scalar(a, b));
  return binary(kind, a, number);
}

Result<ValueId> GraphBuilder::clamp(ValueId x, double min, double max) {
  return graph().add(engine::Clamp{min, max}, {x});
}

Result<ValueId> GraphBuilder::cast(ValueId value, ScalarType dtype) {
  return engine::cast(graph(), value, dtype);
}

Result<ValueId> GraphBuilder::reshape(ValueId value,
                                      std::vector<int64_t> sizes) {
  return engine::reshape(graph(), value, std::move(sizes));
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
