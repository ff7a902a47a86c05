#import "value.h"

#include <cmath>
#include <cstring>

namespace mps_emulation {
namespace {

uint32_t bits_of(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
float float_of(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// The nearest half, as a float. Written without branches, to be vectorized.
float round_to_half(float x) {
  const uint32_t bits = bits_of(x);
  const uint32_t sign = bits & 0x80000000u;
  const uint32_t magnitude = bits ^ sign;
  const uint32_t rounded =
      (magnitude + 0xfffu + ((magnitude >> 13) & 1)) & ~0x1fffu;
  // Below 2^-14 halves are multiples of 2^-24, as floats are from 1/2 to 1.
  const uint32_t tiny = bits_of((float_of(magnitude) + 0.5f) - 0.5f);
  const uint32_t finite = magnitude < 0x38800000u ? tiny : rounded;
  const uint32_t limited = finite >= 0x47800000u ? 0x7f800000u : finite;
  return float_of(sign | (magnitude > 0x7f800000u ? magnitude : limited));
}

float half_to_float(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t magnitude = half & 0x7fffu;
  if (magnitude >= 0x7c00u) {
    return float_of(sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13));
  }
  if (magnitude < 0x400u) {
    return float_of(sign | bits_of(static_cast<float>(magnitude) * 0x1p-24f));
  }
  return float_of(sign | ((magnitude << 13) + 0x38000000u));
}

/// Of a number that is a half already.
uint16_t half_bits(float x) {
  const uint32_t bits = bits_of(x);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude >= 0x7f800000u) {
    return static_cast<uint16_t>(sign |
                                 (magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u));
  }
  if (magnitude < 0x38800000u) {
    return static_cast<uint16_t>(sign |
                                 static_cast<uint32_t>(std::fabs(x) * 0x1p24f));
  }
  return static_cast<uint16_t>(sign | ((magnitude - 0x38000000u) >> 13));
}

int64_t wrap(int64_t x, MPSDataType type) {
  switch (type) {
    case MPSDataTypeInt8:
      return static_cast<int8_t>(x);
    case MPSDataTypeUInt8:
      return static_cast<uint8_t>(x);
    case MPSDataTypeInt16:
      return static_cast<int16_t>(x);
    case MPSDataTypeInt32:
      return static_cast<int32_t>(x);
    default:
      return x;
  }
}

template <typename Element>
void load_integers(const void* bytes, std::vector<int64_t>& to) {
  const auto* from = static_cast<const Element*>(bytes);
  for (size_t i = 0; i < to.size(); ++i) {
    to[i] = static_cast<int64_t>(from[i]);
  }
}

template <typename Element>
void store_integers(const std::vector<int64_t>& from, void* bytes) {
  auto* to = static_cast<Element*>(bytes);
  for (size_t i = 0; i < from.size(); ++i) {
    to[i] = static_cast<Element>(from[i]);
  }
}

}  // namespace

bool is_float(MPSDataType type) { return (type & MPSDataTypeFloatBit) != 0; }
bool is_bool(MPSDataType type) { return type == MPSDataTypeBool; }
size_t element_nbytes(MPSDataType type) { return (type & 0xffff) / 8; }

int64_t numel(const Dims& dims) {
  int64_t product = 1;
  for (const int64_t size : dims) {
    product *= size;
  }
  return product;
}

Value::Value(MPSDataType value_type, Dims value_dims)
    : type(value_type), dims(std::move(value_dims)) {
  const auto count = static_cast<size_t>(numel(dims));
  if (is_float(type)) {
    floats.resize(count);
  } else {
    integers.resize(count);
  }
}

void settle(Value& value) {
  if (value.type == MPSDataTypeFloat16) {
    for (float& x : value.floats) {
      x = round_to_half(x);
    }
  } else if (value.type != MPSDataTypeInt64) {
    for (int64_t& x : value.integers) {
      x = wrap(x, value.type);
    }
  }
}

Value load(const void* bytes, MPSDataType type, const Dims& dims) {
  Value value(type, dims);
  switch (type) {
    case MPSDataTypeFloat32:
      std::memcpy(value.floats.data(), bytes, value.floats.size() * 4);
      break;
    case MPSDataTypeFloat16:
      for (size_t i = 0; i < value.floats.size(); ++i) {
        value.floats[i] = half_to_float(static_cast<const uint16_t*>(bytes)[i]);
      }
      break;
    case MPSDataTypeInt64:
      load_integers<int64_t>(bytes, value.integers);
      break;
    case MPSDataTypeInt32:
      load_integers<int32_t>(bytes, value.integers);
      break;
    case MPSDataTypeInt16:
      load_integers<int16_t>(bytes, value.integers);
      break;
    case MPSDataTypeInt8:
      load_integers<int8_t>(bytes, value.integers);
      break;
    default:
      load_integers<uint8_t>(bytes, value.integers);
  }
  return value;
}

void store(const Value& value, void* bytes) {
  switch (value.type) {
    case MPSDataTypeFloat32:
      std::memcpy(bytes, value.floats.data(), value.floats.size() * 4);
      break;
    case MPSDataTypeFloat16:
      for (size_t i = 0; i < value.floats.size(); ++i) {
        static_cast<uint16_t*>(bytes)[i] = half_bits(value.floats[i]);
      }
      break;
    case MPSDataTypeInt64:
      store_integers<int64_t>(value.integers, bytes);
      break;
    case MPSDataTypeInt32:
      store_integers<int32_t>(value.integers, bytes);
      break;
    case MPSDataTypeInt16:
      store_integers<int16_t>(value.integers, bytes);
      break;
    default:
      store_integers<uint8_t>(value.integers, bytes);
  }
}

}  // namespace mps_emulation
