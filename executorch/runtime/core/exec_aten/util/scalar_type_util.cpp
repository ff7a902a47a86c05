#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <executorch/runtime/core/defines.h>

namespace executorch {
namespace runtime {

using aten::ScalarType;

const char* toString(ScalarType type) {
#if ET_ENABLE_ENUM_STRINGS
  static constexpr const char* kNames[] = {
#define ET_INTERNAL_TYPE_NAME(cpp_type, name) #name,
      ET_FORALL_SCALAR_TYPES(ET_INTERNAL_TYPE_NAME)
#undef ET_INTERNAL_TYPE_NAME
  };
  if (isValid(type)) {
    return kNames[static_cast<int8_t>(type)];
  }
#endif
  return type == ScalarType::Undefined ? "Undefined" : "UNKNOWN_SCALAR";
}

bool isSignedType(ScalarType t) {
  ET_CHECK_MSG(isRealHBBF16Type(t) || isComplexType(t), "type %d has no sign",
               static_cast<int>(t));
  return t != ScalarType::Byte && t != ScalarType::Bool;
}

ScalarType toQIntType(ScalarType t) {
  switch (t) {
    case ScalarType::Byte:
      return ScalarType::QUInt8;
    case ScalarType::Char:
      return ScalarType::QInt8;
    case ScalarType::Int:
      return ScalarType::QInt32;
    default:
      return t;
  }
}

ScalarType toUnderlying(ScalarType t) {
  switch (t) {
    case ScalarType::QUInt8:
    case ScalarType::QUInt4x2:
    case ScalarType::QUInt2x4:
      return ScalarType::Byte;
    case ScalarType::QInt8:
      return ScalarType::Char;
    case ScalarType::QInt32:
      return ScalarType::Int;
    default:
      return t;
  }
}

}  // namespace runtime
}  // namespace executorch
