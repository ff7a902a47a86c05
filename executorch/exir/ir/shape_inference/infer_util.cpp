#include <executorch/exir/ir/shape_inference/infer_util.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace executorch::exir::infer {
namespace {

void add_number(ops::ResultType& type, const Argument& argument) {
  if (std::holds_alternative<bool>(argument)) {
    type.add_number(ScalarType::Bool);
  } else if (std::holds_alternative<SymInt>(argument)) {
    type.add_number(ScalarType::Long);
  } else if (std::holds_alternative<double>(argument)) {
    type.add_number(ScalarType::Float);
  }
}

}  // namespace

Sizes sizes_of(const std::vector<SymInt>& list) {
  Sizes sizes;
  sizes.assign(list.begin(), std::min(list.size(), ops::kMaxRank));
  return sizes;
}

Sizes sizes_of(const Value* value) { return sizes_of(value->sizes()); }

Expected<Ints> constant_ints(const Node& node, std::string_view name) {
  if (node.is_none(name)) {
    return Ints({});
  }
  const auto* one = std::get_if<SymInt>(&node.arg(name));
  const std::vector<SymInt> items =
      one == nullptr ? node.ints(name) : std::vector<SymInt>{*one};
  std::vector<int64_t> values;
  for (const SymInt& item : items) {
    if (!item.is_constant()) {
      return fail(diagnose(node, fmt::format("{} is {}, expected a constant",
                                             name, item.str())));
    }
    values.push_back(*item.constant());
  }
  return Ints(std::move(values));
}

Expected<int64_t> constant_int(const Node& node, std::string_view name) {
  const SymInt value = node.sym_int(name);
  if (!value.is_constant()) {
    return fail(diagnose(node, fmt::format("{} is {}, expected a constant",
                                           name, value.str())));
  }
  return *value.constant();
}

Specs one(const Node& node, ScalarType dtype,
          const ops::ShapeResult<SymInt>& shape) {
  if (!shape.ok()) {
    return fail(diagnose(
        node, fmt::format("{}: found {}, expected {}", shape.error.what,
                          shape.error.found, shape.error.expected)));
  }
  return std::vector<ValueSpec>{
      TensorSpec{dtype, {shape.sizes.begin(), shape.sizes.end()}}};
}

Specs repeated(Specs specs, size_t count) {
  if (specs) {
    specs->resize(count, specs->front());
  }
  return specs;
}

Specs with_indices(Specs specs) {
  specs = repeated(std::move(specs), 2);
  if (specs) {
    std::get<TensorSpec>((*specs)[1]).dtype = ScalarType::Long;
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

}  // namespace executorch::exir::infer
