#pragma once

/// The types of `executorch::aten`, which kernels and applications use.

#include <optional>
#include <string_view>

#include <executorch/runtime/core/array_ref.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/portable_type/bfloat16.h>
#include <executorch/runtime/core/portable_type/bfloat16_math.h>
#include <executorch/runtime/core/portable_type/complex.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/portable_type/half.h>
#include <executorch/runtime/core/portable_type/optional.h>
#include <executorch/runtime/core/portable_type/qint_types.h>
#include <executorch/runtime/core/portable_type/scalar.h>
#include <executorch/runtime/core/portable_type/scalar_type.h>
#include <executorch/runtime/core/portable_type/string_view.h>
#include <executorch/runtime/core/portable_type/tensor.h>
#include <executorch/runtime/core/portable_type/tensor_options.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/tensor_shape_dynamism.h>
#include <executorch/runtime/platform/assert.h>
#include <executorch/runtime/platform/compiler.h>

#ifndef ET_RUNTIME_NAMESPACE
#define ET_RUNTIME_NAMESPACE runtime
#endif

namespace executorch {
namespace aten {

using std::nullopt;
using std::nullopt_t;
using std::optional;
using std::string_view;

using runtime::ArrayRef;
using runtime::IntArrayRef;
using runtime::TensorShapeDynamism;
using runtime::etensor::BFloat16;
using runtime::etensor::complex;
using runtime::etensor::compute_numel;
using runtime::etensor::Device;
using runtime::etensor::DeviceIndex;
using runtime::etensor::DeviceType;
using runtime::etensor::Half;
using runtime::etensor::Layout;
using runtime::etensor::MemoryFormat;
using runtime::etensor::qint32;
using runtime::etensor::qint8;
using runtime::etensor::quint2x4;
using runtime::etensor::quint4x2;
using runtime::etensor::quint8;
using runtime::etensor::safe_numel;
using runtime::etensor::Scalar;
using runtime::etensor::ScalarType;
using runtime::etensor::Tensor;
using runtime::etensor::TensorImpl;

using SizesType = Tensor::SizesType;
using DimOrderType = Tensor::DimOrderType;
using StridesType = Tensor::StridesType;
using TensorList = ArrayRef<Tensor>;
template <typename T>
using OptionalArrayRef = std::optional<ArrayRef<T>>;
using OptionalIntArrayRef = OptionalArrayRef<int64_t>;

}  // namespace aten
}  // namespace executorch

/// The namespaces of earlier releases.
namespace exec_aten = ::executorch::aten;
namespace torch {
namespace executor {
using TensorList = ::executorch::aten::TensorList;
}  // namespace executor
}  // namespace torch
