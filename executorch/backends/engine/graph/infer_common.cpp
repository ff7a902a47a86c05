#include <executorch/backends/engine/graph/infer.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <algorithm>

namespace executorch::backends::engine {

Error expect_inputs(const char* name, const NodeTypes& node, size_t min,
                    size_t max) {
  const size_t n = node.inputs.size();
  ET_CHECK_OR_RETURN_ERROR(n >= min && n <= max, InvalidProgram,
                           "%s: %zu operands, expected %zu to %zu", name, n,
                           min, max);
  for (size_t i = 0; i < min; ++i) {
    ET_CHECK_OR_RETURN_ERROR(node.has(i), InvalidProgram,
                             "%s: operand %zu is left out", name, i);
  }
  return Error::Ok;
}

Error expect_outputs(const char* name, const NodeTypes& node, size_t max) {
  ET_CHECK_OR_RETURN_ERROR(node.n_outputs >= 1 && node.n_outputs <= max,
                           InvalidProgram, "%s: %zu results, expected 1 to %zu",
                           name, node.n_outputs, max);
  return Error::Ok;
}

Error expect_wanted(const char* name, const NodeTypes& node) {
  ET_CHECK_OR_RETURN_ERROR(node.wanted != nullptr, InvalidProgram,
                           "%s: no result type, expected one", name);
  return Error::Ok;
}

Error expect_float(const char* name, const NodeTypes& node, size_t input) {
  const ScalarType dtype = node.input(input).dtype;
  ET_CHECK_OR_RETURN_ERROR(is_float(dtype), InvalidProgram,
                           "%s: operand %zu is %s, expected Float or Half",
                           name, input, runtime::toString(dtype));
  return Error::Ok;
}

Error expect_dtype(const char* name, const NodeTypes& node, size_t input,
                   ScalarType dtype) {
  const ScalarType found = node.input(input).dtype;
  ET_CHECK_OR_RETURN_ERROR(found == dtype, InvalidProgram,
                           "%s: operand %zu is %s, expected %s", name, input,
                           runtime::toString(found), runtime::toString(dtype));
  return Error::Ok;
}

Error expect_type(const char* name, const NodeTypes& node, size_t input,
                  const TensorType& type) {
  const TensorType& found = node.input(input);
  ET_CHECK_OR_RETURN_ERROR(found == type, InvalidProgram,
                           "%s: operand %zu is %s, expected %s", name, input,
                           to_string(found).c_str(), to_string(type).c_str());
  return Error::Ok;
}

Error expect_residual(const char* name, const Epilogue& epilogue,
                      const NodeTypes& node) {
  if (!epilogue.has_residual) {
    return Error::Ok;
  }
  ET_CHECK_OR_RETURN_ERROR(node.has(Epilogue::kResidual), InvalidProgram,
                           "%s: the residual is left out", name);
  return expect_type(name, node, Epilogue::kResidual, node.outputs[0]);
}

Error expect_axis(const char* name, int64_t axis, size_t rank) {
  ET_CHECK_OR_RETURN_ERROR(
      axis >= 0 && static_cast<uint64_t>(axis) < rank, InvalidProgram,
      "%s: axis %" PRId64 ", expected 0 or more and less than %zu", name, axis,
      rank);
  return Error::Ok;
}

Error broadcast_sizes(const char* name, const std::vector<int64_t>& other,
                      std::vector<int64_t>& sizes) {
  const std::vector<int64_t> before = sizes;
  if (sizes.size() < other.size()) {
    sizes.insert(sizes.begin(), other.size() - sizes.size(), 1);
  }
  const size_t lead = sizes.size() - other.size();
  for (size_t i = 0; i < other.size(); ++i) {
    int64_t& size = sizes[lead + i];
    ET_CHECK_OR_RETURN_ERROR(
        size == other[i] || size == 1 || other[i] == 1, InvalidProgram,
        "%s: sizes %s and %s do not broadcast", name, to_string(before).c_str(),
        to_string(other).c_str());
    size = size == 1 ? other[i] : size;
  }
  return Error::Ok;
}

Error expect_broadcastable(const char* name, const std::vector<int64_t>& from,
                           const std::vector<int64_t>& to) {
  bool fits = from.size() <= to.size();
  for (size_t i = 0; fits && i < from.size(); ++i) {
    fits = from[i] == 1 || from[i] == to[to.size() - from.size() + i];
  }
  ET_CHECK_OR_RETURN_ERROR(fits, InvalidProgram,
                           "%s: sizes %s do not broadcast to %s", name,
                           to_string(from).c_str(), to_string(to).c_str());
  return Error::Ok;
}

}  // namespace executorch::backends::engine
