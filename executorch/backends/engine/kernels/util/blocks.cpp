#include <executorch/backends/engine/kernels/util/blocks.h>

#include <executorch/backends/engine/kernels/simd/byte_loops.h>
#include <executorch/backends/engine/kernels/simd/half_loops.h>

#include <cstring>
#include <limits>
#include <type_traits>

namespace executorch::backends::engine {
namespace {

/// A bool of memory, which may hold any byte.
struct BoolByte {
  uint8_t byte;
};

int64_t to_integer(float value) {
  constexpr float kAbove = 9223372036854775808.0f;
  if (value >= kAbove) {
    return std::numeric_limits<int64_t>::max();
  }
  if (value < -kAbove) {
    return std::numeric_limits<int64_t>::min();
  }
  return value == value ? static_cast<int64_t>(value) : 0;
}

template <typename Element, typename T>
T loaded(Element element) {
  if constexpr (std::is_same_v<Element, BoolByte>) {
    return static_cast<T>(element.byte != 0);
  } else if constexpr (std::is_same_v<T, int64_t> &&
                       !std::is_integral_v<Element>) {
    return to_integer(static_cast<float>(element));
  } else {
    return static_cast<T>(element);
  }
}

template <typename Element, typename T>
Element stored(T value) {
  if constexpr (std::is_same_v<Element, BoolByte>) {
    return {value != 0};
  } else if constexpr (!std::is_integral_v<Element>) {
    return static_cast<Element>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<T, float>) {
    return static_cast<Element>(to_integer(value));
  } else {
    return static_cast<Element>(value);
  }
}

template <typename Element, typename T>
void load(const void* from, T* to, size_t n) {
  if constexpr (std::is_same_v<Element, T>) {
    if (n != 0) {
      std::memcpy(to, from, n * sizeof(T));
    }
  } else {
    const auto* elements = static_cast<const Element*>(from);
    for (size_t i = 0; i < n; ++i) {
      to[i] = loaded<Element, T>(elements[i]);
    }
  }
}

template <typename Element, typename T>
void store(const T* from, void* to, size_t n) {
  if constexpr (std::is_same_v<Element, T>) {
    if (n != 0) {
      std::memcpy(to, from, n * sizeof(T));
    }
  } else {
    auto* elements = static_cast<Element*>(to);
    for (size_t i = 0; i < n; ++i) {
      elements[i] = stored<Element>(from[i]);
    }
  }
}

template <typename Byte>
void store_bytes(const float* from, void* to, size_t n) {
  const auto to_bytes = simd::byte_loops().to_bytes;
  auto* bytes = static_cast<Byte*>(to);
  for (size_t i = to_bytes(from, bytes, n); i < n;
       i += to_bytes(from + i, bytes + i, n - i)) {
    bytes[i] = stored<Byte>(from[i]);
    ++i;
  }
}

template <typename Element, typename T>
struct Access {
  static constexpr LoadBlock<T> kLoad = load<Element, T>;
  static constexpr StoreBlock<T> kStore = store<Element, T>;
};

template <typename T, typename Take>
auto with_access(ScalarType dtype, const Take& take) {
  switch (dtype) {
    case ScalarType::Half:
      return take(Access<aten::Half, T>{});
    case ScalarType::Long:
      return take(Access<int64_t, T>{});
    case ScalarType::Int:
      return take(Access<int32_t, T>{});
    case ScalarType::Short:
      return take(Access<int16_t, T>{});
    case ScalarType::Char:
      return take(Access<int8_t, T>{});
    case ScalarType::Byte:
      return take(Access<uint8_t, T>{});
    case ScalarType::Bool:
      return take(Access<BoolByte, T>{});
    default:
      return take(Access<float, T>{});
  }
}

}  // namespace

template <typename T>
LoadBlock<T> block_loader(ScalarType dtype) {
  if constexpr (std::is_same_v<T, float>) {
    if (dtype == ScalarType::Half) {
      return simd::half_loops().to_floats;
    }
    if (dtype == ScalarType::Byte) {
      return simd::byte_loops().unsigned_to_floats;
    }
    if (dtype == ScalarType::Char) {
      return simd::byte_loops().signed_to_floats;
    }
  }
  return with_access<T>(dtype, [](auto access) { return access.kLoad; });
}

template <typename T>
StoreBlock<T> block_storer(ScalarType dtype) {
  if constexpr (std::is_same_v<T, float>) {
    if (dtype == ScalarType::Half) {
      return simd::half_loops().to_halves;
    }
    if (dtype == ScalarType::Byte) {
      return store_bytes<uint8_t>;
    }
    if (dtype == ScalarType::Char) {
      return store_bytes<int8_t>;
    }
  }
  return with_access<T>(dtype, [](auto access) { return access.kStore; });
}

template LoadBlock<float> block_loader<float>(ScalarType);
template LoadBlock<int64_t> block_loader<int64_t>(ScalarType);
template StoreBlock<float> block_storer<float>(ScalarType);
template StoreBlock<int64_t> block_storer<int64_t>(ScalarType);

}  // namespace executorch::backends::engine
