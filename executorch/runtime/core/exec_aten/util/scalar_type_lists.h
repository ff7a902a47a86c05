#pragma once

/// Lists of element types. Each calls _(C++ type, name) for every type of a
/// family; _WITH passes one more argument in front of these, _WITH2 two, and
/// _AND adds types by name. REAL is the integers, float and double; H adds
/// Half, B adds bool, BF16 adds BFloat16.

#include <executorch/runtime/core/portable_type/scalar_type.h>

/// The C++ type of a type that is given by name.
#define ET_INTERNAL_CPP_TYPE(name)            \
  ::executorch::runtime::ScalarTypeToCppType< \
      ::executorch::runtime::etensor::ScalarType::name>::type

#define ET_FORALL_INT_TYPES(_) \
  _(uint8_t, Byte)             \
  _(int8_t, Char)              \
  _(int16_t, Short)            \
  _(int32_t, Int)              \
  _(int64_t, Long)

#define ET_FORALL_INT_TYPES_WITH(A, _) \
  _(A, uint8_t, Byte)                  \
  _(A, int8_t, Char)                   \
  _(A, int16_t, Short)                 \
  _(A, int32_t, Int)                   \
  _(A, int64_t, Long)

#define ET_FORALL_INT_TYPES_WITH2(A, B, _) \
  _(A, B, uint8_t, Byte)                   \
  _(A, B, int8_t, Char)                    \
  _(A, B, int16_t, Short)                  \
  _(A, B, int32_t, Int)                    \
  _(A, B, int64_t, Long)

#define ET_FORALL_FLOAT_TYPES(_) \
  _(float, Float)                \
  _(double, Double)

#define ET_FORALL_FLOAT_TYPES_WITH(A, _) \
  _(A, float, Float)                     \
  _(A, double, Double)

#define ET_FORALL_FLOAT_TYPES_WITH2(A, B, _) \
  _(A, B, float, Float)                      \
  _(A, B, double, Double)

#define ET_FORALL_REAL_TYPES(_) \
  ET_FORALL_INT_TYPES(_)        \
  ET_FORALL_FLOAT_TYPES(_)

#define ET_FORALL_REAL_TYPES_WITH(A, _) \
  ET_FORALL_INT_TYPES_WITH(A, _)        \
  ET_FORALL_FLOAT_TYPES_WITH(A, _)

#define ET_FORALL_REAL_TYPES_WITH2(A, B, _) \
  ET_FORALL_INT_TYPES_WITH2(A, B, _)        \
  ET_FORALL_FLOAT_TYPES_WITH2(A, B, _)

#define ET_FORALL_INT_TYPES_AND(T1, _) \
  ET_FORALL_INT_TYPES(_)               \
  _(ET_INTERNAL_CPP_TYPE(T1), T1)

#define ET_FORALL_FLOAT_TYPES_AND(T1, _) \
  ET_FORALL_FLOAT_TYPES(_)               \
  _(ET_INTERNAL_CPP_TYPE(T1), T1)

#define ET_FORALL_REAL_TYPES_AND(T1, _) \
  ET_FORALL_REAL_TYPES(_)               \
  _(ET_INTERNAL_CPP_TYPE(T1), T1)

#define ET_FORALL_FLOAT_TYPES_AND2(T1, T2, _) \
  ET_FORALL_FLOAT_TYPES_AND(T1, _)            \
  _(ET_INTERNAL_CPP_TYPE(T2), T2)

#define ET_FORALL_REAL_TYPES_AND2(T1, T2, _) \
  ET_FORALL_REAL_TYPES_AND(T1, _)            \
  _(ET_INTERNAL_CPP_TYPE(T2), T2)

#define ET_FORALL_REAL_TYPES_AND3(T1, T2, T3, _) \
  ET_FORALL_REAL_TYPES_AND2(T1, T2, _)           \
  _(ET_INTERNAL_CPP_TYPE(T3), T3)

#define ET_FORALL_REAL_TYPES_AND_WITH(T1, A, _) \
  ET_FORALL_REAL_TYPES_WITH(A, _)               \
  _(A, ET_INTERNAL_CPP_TYPE(T1), T1)

#define ET_FORALL_FLOATH_TYPES(_) ET_FORALL_FLOAT_TYPES_AND(Half, _)

#define ET_FORALL_FLOATH_TYPES_WITH(A, _) \
  ET_FORALL_FLOAT_TYPES_WITH(A, _)        \
  _(A, ::executorch::runtime::etensor::Half, Half)

#define ET_FORALL_FLOATHBF16_TYPES(_) \
  ET_FORALL_FLOAT_TYPES_AND2(Half, BFloat16, _)

#define ET_FORALL_FLOATHBF16_TYPES_WITH2(A, B, _)     \
  ET_FORALL_FLOAT_TYPES_WITH2(A, B, _)                \
  _(A, B, ::executorch::runtime::etensor::Half, Half) \
  _(A, B, ::executorch::runtime::etensor::BFloat16, BFloat16)

#define ET_FORALL_REALH_TYPES(_) ET_FORALL_REAL_TYPES_AND(Half, _)

#define ET_FORALL_REALHBF16_TYPES(_) \
  ET_FORALL_REAL_TYPES_AND2(Half, BFloat16, _)

#define ET_FORALL_REALHBF16_TYPES_WITH2(A, B, _)      \
  ET_FORALL_REAL_TYPES_WITH2(A, B, _)                 \
  _(A, B, ::executorch::runtime::etensor::Half, Half) \
  _(A, B, ::executorch::runtime::etensor::BFloat16, BFloat16)

#define ET_FORALL_REALHBBF16_TYPES(_) \
  ET_FORALL_REAL_TYPES_AND3(Bool, Half, BFloat16, _)

#define ET_FORALL_REALHBBF16_TYPES_WITH2(A, B, _) \
  ET_FORALL_REALHBF16_TYPES_WITH2(A, B, _)        \
  _(A, B, bool, Bool)

#define ET_FORALL_QINT_TYPES(_)                         \
  _(::executorch::runtime::etensor::qint8, QInt8)       \
  _(::executorch::runtime::etensor::quint8, QUInt8)     \
  _(::executorch::runtime::etensor::qint32, QInt32)     \
  _(::executorch::runtime::etensor::quint4x2, QUInt4x2) \
  _(::executorch::runtime::etensor::quint2x4, QUInt2x4)

#define ET_FORALL_COMPLEX_TYPES(_)                                \
  _(::executorch::runtime::etensor::complex<float>, ComplexFloat) \
  _(::executorch::runtime::etensor::complex<double>, ComplexDouble)

#define ET_FORALL_COMPLEXH_TYPES(_)            \
  _(::executorch::runtime::etensor::complex<   \
        ::executorch::runtime::etensor::Half>, \
    ComplexHalf)                               \
  ET_FORALL_COMPLEX_TYPES(_)
