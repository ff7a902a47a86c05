#include <executorch/backends/xnnpack/operators/constants.h>

#include <executorch/backends/xnnpack/serialization/payload_header.h>
#include <executorch/runtime/core/portable_type/half.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace executorch::backends::xnnpack {
namespace {

using runtime::etensor::Half;

constexpr float kMaxHalf = 65504.0f;

Half to_half(float value) {
  return std::isinf(value) ? Half(value)
                           : Half(std::clamp(value, -kMaxHalf, kMaxHalf));
}

template <class From, class To, class Convert>
exir::ConstantData map_elements(const exir::ConstantData& data,
                                const Convert& convert) {
  std::vector<To> result(data.bytes.size() / sizeof(From));
  for (size_t i = 0; i < result.size(); ++i) {
    From value{};
    std::memcpy(&value, data.bytes.data() + i * sizeof(From), sizeof(From));
    result[i] = convert(value);
  }
  return owned(std::move(result));
}

}  // namespace

size_t element_nbytes(XNNDatatype dtype) {
  switch (dtype) {
    case XNNDatatype::xnn_datatype_fp32:
    case XNNDatatype::xnn_datatype_qint32:
    case XNNDatatype::xnn_datatype_qcint32:
    case XNNDatatype::xnn_datatype_int32:
      return 4;
    case XNNDatatype::xnn_datatype_fp16:
      return 2;
    default:
      return 1;
  }
}

exir::ConstantData permuted(const exir::ConstantData& data, const Sizes& sizes,
                            const std::vector<uint32_t>& axes, size_t nbytes) {
  std::vector<size_t> strides(sizes.size(), nbytes);
  for (size_t i = sizes.size(); i-- > 1;) {
    strides[i - 1] = strides[i] * static_cast<size_t>(sizes[i]);
  }
  const size_t rank = axes.size();
  std::vector<int64_t> index(rank);
  std::vector<std::byte> result(data.bytes.size());
  size_t from = 0;
  for (size_t to = 0; to < result.size(); to += nbytes) {
    std::memcpy(result.data() + to, data.bytes.data() + from, nbytes);
    for (size_t i = rank; i-- > 0;) {
      from += strides[axes[i]];
      if (++index[i] < sizes[axes[i]]) {
        break;
      }
      from -= strides[axes[i]] * static_cast<size_t>(sizes[axes[i]]);
      index[i] = 0;
    }
  }
  return owned(std::move(result));
}

exir::ConstantData converted(const exir::ConstantData& data,
                             exir::ScalarType from, XNNDatatype to) {
  const bool from_half = from == exir::ScalarType::Half;
  const bool is_half = to == XNNDatatype::xnn_datatype_fp16;
  if (from_half == is_half) {
    return data;
  }
  return is_half ? map_elements<float, Half>(data, to_half)
                 : map_elements<Half, float>(data, [](Half value) {
                     return static_cast<float>(value);
                   });
}

exir::ConstantData packed_4_bits(const exir::ConstantData& integers) {
  const auto bits = [&](size_t i) {
    return (std::to_integer<unsigned>(integers.bytes[i]) +
            unsigned{kZeroPointOf4Bits}) &
           15;
  };
  std::vector<std::byte> packed(integers.bytes.size() / 2);
  for (size_t i = 0; i < packed.size(); ++i) {
    packed[i] = static_cast<std::byte>(bits(2 * i) | bits(2 * i + 1) << 4);
  }
  return owned(std::move(packed));
}

}  // namespace executorch::backends::xnnpack
