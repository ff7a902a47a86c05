#include <executorch/runtime/core/exec_aten/util/tensor_shape_to_c_string.h>

#include <cinttypes>
#include <cstdio>

namespace executorch {
namespace runtime {

namespace {

using ShapeText = std::array<char, kTensorShapeStringSizeLimit>;

bool is_printable(int64_t size) {
  return size >= 0 && static_cast<uint64_t>(size) <=
                          internal::kMaximumPrintableTensorShapeElement;
}

template <typename T>
ShapeText to_text(Span<const T> shape) {
  ShapeText text{};
  if (shape.size() > kTensorDimensionLimit) {
    std::snprintf(text.data(), text.size(), "(ERR: tensor ndim exceeds limit)");
    return text;
  }
  size_t used = 1;
  text[0] = '(';
  for (size_t i = 0; i < shape.size(); ++i) {
    const char* const separator = i == 0 ? "" : ", ";
    char* const end = text.data() + used;
    const size_t room = text.size() - used;
    const int written = is_printable(shape[i])
                            ? std::snprintf(end, room, "%s%" PRId64, separator,
                                            static_cast<int64_t>(shape[i]))
                            : std::snprintf(end, room, "%sERR", separator);
    used += static_cast<size_t>(written);
  }
  text[used] = ')';
  return text;
}

}  // namespace

ShapeText tensor_shape_to_c_string(Span<const int32_t> shape) {
  return to_text(shape);
}

ShapeText tensor_shape_to_c_string(Span<const int64_t> shape) {
  return to_text(shape);
}

}  // namespace runtime
}  // namespace executorch
