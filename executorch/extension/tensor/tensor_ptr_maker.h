#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <executorch/extension/tensor/tensor_ptr.h>

namespace executorch {
namespace extension {

/// Makes a TensorPtr step by step; for_blob() starts. What the steps mean is
/// said at make_tensor_ptr().
class TensorPtrMaker final {
 public:
  TensorPtrMaker(TensorPtrMaker&&) = default;
  TensorPtrMaker& operator=(TensorPtrMaker&&) = default;
  TensorPtrMaker(const TensorPtrMaker&) = delete;
  TensorPtrMaker& operator=(const TensorPtrMaker&) = delete;

  TensorPtrMaker&& type(aten::ScalarType type) {
    type_ = type;
    return std::move(*this);
  }
  TensorPtrMaker&& dim_order(std::vector<aten::DimOrderType> dim_order) {
    dim_order_ = std::move(dim_order);
    return std::move(*this);
  }
  TensorPtrMaker&& strides(std::vector<aten::StridesType> strides) {
    strides_ = std::move(strides);
    return std::move(*this);
  }
  TensorPtrMaker&& dynamism(aten::TensorShapeDynamism dynamism) {
    dynamism_ = dynamism;
    return std::move(*this);
  }
  TensorPtrMaker&& deleter(std::function<void(void*)>&& deleter) {
    deleter_ = std::move(deleter);
    return std::move(*this);
  }
  TensorPtrMaker&& device(aten::Device device) {
    device_ = device;
    return std::move(*this);
  }

  /// The last step. The maker is used up.
  TensorPtr make_tensor_ptr() && {
    return extension::make_tensor_ptr(
        std::move(sizes_), data_, std::move(dim_order_), std::move(strides_),
        type_, dynamism_, std::move(deleter_), device_);
  }
  operator TensorPtr() && { return std::move(*this).make_tensor_ptr(); }

 private:
  friend TensorPtrMaker for_blob(void* data, std::vector<aten::SizesType> sizes,
                                 aten::ScalarType type);

  TensorPtrMaker(void* data, std::vector<aten::SizesType> sizes,
                 aten::ScalarType type)
      : sizes_(std::move(sizes)), data_(data), type_(type) {}

  std::vector<aten::SizesType> sizes_;
  std::vector<aten::DimOrderType> dim_order_;
  std::vector<aten::StridesType> strides_;
  std::function<void(void*)> deleter_;
  void* data_;
  aten::ScalarType type_;
  aten::TensorShapeDynamism dynamism_ =
      aten::TensorShapeDynamism::DYNAMIC_BOUND;
  aten::Device device_{aten::DeviceType::CPU};
};

/// Starts a tensor of elements at `data`, which stay the caller's unless a
/// deleter is given.
inline TensorPtrMaker for_blob(
    void* data, std::vector<aten::SizesType> sizes,
    aten::ScalarType type = aten::ScalarType::Float) {
  return TensorPtrMaker(data, std::move(sizes), type);
}

/// Makes a tensor of elements at `data`, which must outlive it unless a deleter
/// frees them.
inline TensorPtr from_blob(void* data, std::vector<aten::SizesType> sizes,
                           aten::ScalarType type = aten::ScalarType::Float,
                           aten::TensorShapeDynamism dynamism =
                               aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return make_tensor_ptr(std::move(sizes), data, {}, {}, type, dynamism);
}

inline TensorPtr from_blob(void* data, std::vector<aten::SizesType> sizes,
                           std::vector<aten::StridesType> strides,
                           aten::ScalarType type = aten::ScalarType::Float,
                           aten::TensorShapeDynamism dynamism =
                               aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return make_tensor_ptr(std::move(sizes), data, {}, std::move(strides), type,
                         dynamism);
}

inline TensorPtr from_blob(void* data, std::vector<aten::SizesType> sizes,
                           aten::ScalarType type,
                           std::function<void(void*)>&& deleter,
                           aten::TensorShapeDynamism dynamism =
                               aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return make_tensor_ptr(std::move(sizes), data, {}, {}, type, dynamism,
                         std::move(deleter));
}

inline TensorPtr from_blob(void* data, std::vector<aten::SizesType> sizes,
                           std::vector<aten::StridesType> strides,
                           aten::ScalarType type,
                           std::function<void(void*)>&& deleter,
                           aten::TensorShapeDynamism dynamism =
                               aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return make_tensor_ptr(std::move(sizes), data, {}, std::move(strides), type,
                         dynamism, std::move(deleter));
}

// The functions below make tensors that own their elements. Each kind has three
// forms: by sizes and strides, by sizes, and `_like` another tensor, whose type
// it has if `type` is Undefined.

/// Elements of no certain value.
TensorPtr empty_strided(std::vector<aten::SizesType> sizes,
                        std::vector<aten::StridesType> strides,
                        aten::ScalarType type = aten::ScalarType::Float,
                        aten::TensorShapeDynamism dynamism =
                            aten::TensorShapeDynamism::DYNAMIC_BOUND);
TensorPtr empty_like(const TensorPtr& other,
                     aten::ScalarType type = aten::ScalarType::Undefined,
                     aten::TensorShapeDynamism dynamism =
                         aten::TensorShapeDynamism::DYNAMIC_BOUND);
inline TensorPtr empty(std::vector<aten::SizesType> sizes,
                       aten::ScalarType type = aten::ScalarType::Float,
                       aten::TensorShapeDynamism dynamism =
                           aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return empty_strided(std::move(sizes), {}, type, dynamism);
}

/// All elements `fill_value`. Aborts if the type cannot hold it: a floating
/// point value for integers, or one out of range.
TensorPtr full_strided(std::vector<aten::SizesType> sizes,
                       std::vector<aten::StridesType> strides,
                       aten::Scalar fill_value,
                       aten::ScalarType type = aten::ScalarType::Float,
                       aten::TensorShapeDynamism dynamism =
                           aten::TensorShapeDynamism::DYNAMIC_BOUND);
TensorPtr full_like(const TensorPtr& other, aten::Scalar fill_value,
                    aten::ScalarType type = aten::ScalarType::Undefined,
                    aten::TensorShapeDynamism dynamism =
                        aten::TensorShapeDynamism::DYNAMIC_BOUND);
inline TensorPtr full(std::vector<aten::SizesType> sizes,
                      aten::Scalar fill_value,
                      aten::ScalarType type = aten::ScalarType::Float,
                      aten::TensorShapeDynamism dynamism =
                          aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return full_strided(std::move(sizes), {}, fill_value, type, dynamism);
}

inline TensorPtr scalar_tensor(
    aten::Scalar value, aten::ScalarType type = aten::ScalarType::Float) {
  return full({}, value, type);
}

inline TensorPtr ones_like(const TensorPtr& other,
                           aten::ScalarType type = aten::ScalarType::Undefined,
                           aten::TensorShapeDynamism dynamism =
                               aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return full_like(other, 1, type, dynamism);
}
inline TensorPtr ones(std::vector<aten::SizesType> sizes,
                      aten::ScalarType type = aten::ScalarType::Float,
                      aten::TensorShapeDynamism dynamism =
                          aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return full(std::move(sizes), 1, type, dynamism);
}

inline TensorPtr zeros_like(const TensorPtr& other,
                            aten::ScalarType type = aten::ScalarType::Undefined,
                            aten::TensorShapeDynamism dynamism =
                                aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return full_like(other, 0, type, dynamism);
}
inline TensorPtr zeros(std::vector<aten::SizesType> sizes,
                       aten::ScalarType type = aten::ScalarType::Float,
                       aten::TensorShapeDynamism dynamism =
                           aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return full(std::move(sizes), 0, type, dynamism);
}

/// Random numbers of [0, 1), evenly distributed; as integers, zeros.
TensorPtr rand_strided(std::vector<aten::SizesType> sizes,
                       std::vector<aten::StridesType> strides,
                       aten::ScalarType type = aten::ScalarType::Float,
                       aten::TensorShapeDynamism dynamism =
                           aten::TensorShapeDynamism::DYNAMIC_BOUND);
TensorPtr rand_like(const TensorPtr& other,
                    aten::ScalarType type = aten::ScalarType::Undefined,
                    aten::TensorShapeDynamism dynamism =
                        aten::TensorShapeDynamism::DYNAMIC_BOUND);
inline TensorPtr rand(std::vector<aten::SizesType> sizes,
                      aten::ScalarType type = aten::ScalarType::Float,
                      aten::TensorShapeDynamism dynamism =
                          aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return rand_strided(std::move(sizes), {}, type, dynamism);
}

/// Random numbers of the normal distribution with mean 0 and variance 1.
TensorPtr randn_strided(std::vector<aten::SizesType> sizes,
                        std::vector<aten::StridesType> strides,
                        aten::ScalarType type = aten::ScalarType::Float,
                        aten::TensorShapeDynamism dynamism =
                            aten::TensorShapeDynamism::DYNAMIC_BOUND);
TensorPtr randn_like(const TensorPtr& other,
                     aten::ScalarType type = aten::ScalarType::Undefined,
                     aten::TensorShapeDynamism dynamism =
                         aten::TensorShapeDynamism::DYNAMIC_BOUND);
inline TensorPtr randn(std::vector<aten::SizesType> sizes,
                       aten::ScalarType type = aten::ScalarType::Float,
                       aten::TensorShapeDynamism dynamism =
                           aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return randn_strided(std::move(sizes), {}, type, dynamism);
}

/// Random integers of [low, high), evenly distributed. Aborts unless
/// low < high.
TensorPtr randint_strided(int64_t low, int64_t high,
                          std::vector<aten::SizesType> sizes,
                          std::vector<aten::StridesType> strides,
                          aten::ScalarType type = aten::ScalarType::Int,
                          aten::TensorShapeDynamism dynamism =
                              aten::TensorShapeDynamism::DYNAMIC_BOUND);
TensorPtr randint_like(const TensorPtr& other, int64_t low, int64_t high,
                       aten::ScalarType type = aten::ScalarType::Undefined,
                       aten::TensorShapeDynamism dynamism =
                           aten::TensorShapeDynamism::DYNAMIC_BOUND);
inline TensorPtr randint(int64_t low, int64_t high,
                         std::vector<aten::SizesType> sizes,
                         aten::ScalarType type = aten::ScalarType::Int,
                         aten::TensorShapeDynamism dynamism =
                             aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return randint_strided(low, high, std::move(sizes), {}, type, dynamism);
}

}  // namespace extension
}  // namespace executorch
