#include <executorch/kernels/portable/cpu/util/convert.h>

#include <executorch/kernels/portable/cpu/util/simd.h>

#include <cstring>

namespace executorch::kernels::portable {
namespace {

template <class From, class To>
void convert_dense(const From* src, To* dst, size_t n) {
  ET_IVDEP
  for (size_t i = 0; i < n; ++i) {
    dst[i] = convert<From, To>(src[i]);
  }
}

float float_of(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

uint32_t bits_of(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// Both conversions without branches, so that they become vector code. The
/// subnormal halves go through float arithmetic: their unit is that of a
/// power of two to which they are added.
ET_TARGET_CLONES void convert_dense(const Half* src, float* dst, size_t n) {
  ET_IVDEP
  for (size_t i = 0; i < n; ++i) {
    const uint32_t magnitude = src[i].x & 0x7FFFu;
    const uint32_t sign = (src[i].x & 0x8000u) << 16;
    const uint32_t shifted = magnitude << 13;
    const float small = float_of(0x38800000u | shifted) - float_of(0x38800000u);
    const uint32_t offset = magnitude < 0x7C00u ? 112u << 23 : 224u << 23;
    const uint32_t bits =
        magnitude < 0x0400u ? bits_of(small) : shifted + offset;
    dst[i] = float_of(sign | bits);
  }
}

ET_TARGET_CLONES void convert_dense(const float* src, Half* dst, size_t n) {
  ET_IVDEP
  for (size_t i = 0; i < n; ++i) {
    const uint32_t bits = bits_of(src[i]);
    const uint32_t sign = (bits >> 16) & 0x8000u;
    const uint32_t magnitude = bits & 0x7FFFFFFFu;
    const uint32_t special = magnitude > 0x7F800000u ? 0x7E00u : 0x7C00u;
    const float sum = float_of(magnitude) + 0.5f;
    const uint32_t small = bits_of(sum) - 0x3F000000u;
    const uint32_t odd = (magnitude >> 13) & 1u;
    const uint32_t normal = (magnitude + 0xC8000FFFu + odd) >> 13;
    const uint32_t finite = magnitude < 0x38800000u ? small : normal;
    const uint32_t half = magnitude >= 0x47800000u ? special : finite;
    dst[i].x = static_cast<uint16_t>(sign | half);
  }
}

template <class Stored, class Compute>
void load(const void* src, ptrdiff_t stride, void* dst, size_t n) {
  const auto* from = static_cast<const Stored*>(src);
  auto* to = static_cast<Compute*>(dst);
  if (stride == 1) {
    convert_dense(from, to, n);
  } else if (stride == 0) {
    const Compute value = convert<Stored, Compute>(*from);
    for (size_t i = 0; i < n; ++i) {
      to[i] = value;
    }
  } else {
    for (size_t i = 0; i < n; ++i, from += stride) {
      to[i] = convert<Stored, Compute>(*from);
    }
  }
}

template <class Compute, class Stored>
void store(const void* src, void* dst, ptrdiff_t stride, size_t n) {
  const auto* from = static_cast<const Compute*>(src);
  auto* to = static_cast<Stored*>(dst);
  if (stride == 1) {
    convert_dense(from, to, n);
  } else {
    for (size_t i = 0; i < n; ++i, to += stride) {
      *to = convert<Compute, Stored>(from[i]);
    }
  }
}

template <class Compute>
LoadFn loader(ScalarType stored) {
  switch (stored) {
    case ScalarType::Byte:
      return load<uint8_t, Compute>;
    case ScalarType::Char:
      return load<int8_t, Compute>;
    case ScalarType::Short:
      return load<int16_t, Compute>;
    case ScalarType::Int:
      return load<int32_t, Compute>;
    case ScalarType::Long:
      return load<int64_t, Compute>;
    case ScalarType::Half:
      return load<Half, Compute>;
    case ScalarType::BFloat16:
      return load<BFloat16, Compute>;
    case ScalarType::Float:
      return load<float, Compute>;
    case ScalarType::Double:
      return load<double, Compute>;
    case ScalarType::Bool:
      return load<bool, Compute>;
    default:
      return nullptr;
  }
}

template <class Compute>
StoreFn storer(ScalarType stored) {
  switch (stored) {
    case ScalarType::Byte:
      return store<Compute, uint8_t>;
    case ScalarType::Char:
      return store<Compute, int8_t>;
    case ScalarType::Short:
      return store<Compute, int16_t>;
    case ScalarType::Int:
      return store<Compute, int32_t>;
    case ScalarType::Long:
      return store<Compute, int64_t>;
    case ScalarType::Half:
      return store<Compute, Half>;
    case ScalarType::BFloat16:
      return store<Compute, BFloat16>;
    case ScalarType::Float:
      return store<Compute, float>;
    case ScalarType::Double:
      return store<Compute, double>;
    case ScalarType::Bool:
      return store<Compute, bool>;
    default:
      return nullptr;
  }
}

}  // namespace

ScalarType compute_type(ScalarType type) {
  switch (type) {
    case ScalarType::Half:
    case ScalarType::BFloat16:
    case ScalarType::Float:
      return ScalarType::Float;
    case ScalarType::Double:
      return ScalarType::Double;
    case ScalarType::Bool:
      return ScalarType::Long;
    default:
      return is_integral(type) ? ScalarType::Long : ScalarType::Undefined;
  }
}

LoadFn load_function(ScalarType stored, ScalarType compute) {
  switch (compute) {
    case ScalarType::Float:
      return loader<float>(stored);
    case ScalarType::Double:
      return loader<double>(stored);
    case ScalarType::Long:
      return loader<int64_t>(stored);
    case ScalarType::Bool:
      return loader<bool>(stored);
    default:
      return nullptr;
  }
}

StoreFn store_function(ScalarType compute, ScalarType stored) {
  switch (compute) {
    case ScalarType::Float:
      return storer<float>(stored);
    case ScalarType::Double:
      return storer<double>(stored);
    case ScalarType::Long:
      return storer<int64_t>(stored);
    case ScalarType::Bool:
      return storer<bool>(stored);
    default:
      return nullptr;
  }
}

}  // namespace executorch::kernels::portable
