#include <executorch/kernels/test/kernel_test.h>

#include <executorch/kernels/portable/cpu/util/convert.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/platform/runtime.h>

#include <algorithm>
#include <numeric>

namespace executorch::kernels::test {

using portable::load_function;
using portable::store_function;

const std::vector<ScalarType>& floating_dtypes() {
  static const std::vector<ScalarType> dtypes = {
      ScalarType::Float, ScalarType::Double, ScalarType::Half,
      ScalarType::BFloat16};
  return dtypes;
}

const std::vector<ScalarType>& real_dtypes() {
  static const std::vector<ScalarType> dtypes = {
      ScalarType::Float,    ScalarType::Double, ScalarType::Half,
      ScalarType::BFloat16, ScalarType::Byte,   ScalarType::Char,
      ScalarType::Short,    ScalarType::Int,    ScalarType::Long};
  return dtypes;
}

const std::vector<ScalarType>& all_dtypes() {
  static const std::vector<ScalarType> dtypes = [] {
    std::vector<ScalarType> list = real_dtypes();
    list.push_back(ScalarType::Bool);
    return list;
  }();
  return dtypes;
}

size_t product(const std::vector<int32_t>& sizes) {
  size_t total = 1;
  for (const int32_t size : sizes) {
    total *= static_cast<size_t>(size);
  }
  return total;
}

TestTensor::TestTensor(ScalarType dtype, std::vector<int32_t> sizes,
                       const std::vector<double>& values,
                       std::vector<uint8_t> order)
    : sizes_(std::move(sizes)), order_(std::move(order)) {
  if (order_.empty()) {
    order_.resize(sizes_.size());
    std::iota(order_.begin(), order_.end(), uint8_t{0});
  }
  strides_.resize(sizes_.size());
  int32_t stride = 1;
  for (size_t i = sizes_.size(); i-- > 0;) {
    strides_[order_[i]] = stride;
    stride *= std::max(sizes_[order_[i]], 1);
  }
  const size_t nbytes = product(sizes_) * runtime::elementSize(dtype);
  data_ = std::make_unique<char[]>(nbytes);
  std::fill_n(data_.get(), nbytes, char{0});
  impl_ = std::make_unique<aten::TensorImpl>(
      dtype, static_cast<ssize_t>(sizes_.size()), sizes_.data(), data_.get(),
      order_.data(), strides_.data(), aten::TensorShapeDynamism::DYNAMIC_BOUND);
  tensor_ = std::make_unique<Tensor>(impl_.get());
  if (!values.empty()) {
    set(values);
  }
}

int64_t TestTensor::offset_of(int64_t element) const {
  int64_t offset = 0;
  for (size_t i = sizes_.size(); i-- > 0;) {
    offset += element % sizes_[i] * strides_[i];
    element /= sizes_[i];
  }
  return offset *
         static_cast<int64_t>(runtime::elementSize(tensor_->scalar_type()));
}

void TestTensor::set(const std::vector<double>& values) {
  ASSERT_EQ(values.size(), static_cast<size_t>(tensor_->numel()));
  const auto store = store_function(ScalarType::Double, tensor_->scalar_type());
  for (size_t i = 0; i < values.size(); ++i) {
    store(&values[i], data_.get() + offset_of(static_cast<int64_t>(i)), 1, 1);
  }
}

std::vector<double> TestTensor::values() const {
  std::vector<double> result(static_cast<size_t>(tensor_->numel()));
  const auto load = load_function(tensor_->scalar_type(), ScalarType::Double);
  for (size_t i = 0; i < result.size(); ++i) {
    load(data_.get() + offset_of(static_cast<int64_t>(i)), 1, &result[i], 1);
  }
  return result;
}

std::vector<int32_t> TestTensor::sizes() const {
  return {tensor_->sizes().begin(), tensor_->sizes().end()};
}

void expect_values(const TestTensor& found, const std::vector<double>& expected,
                   double tolerance) {
  const std::vector<double> values = found.values();
  ASSERT_EQ(values.size(), expected.size());
  double magnitude = 1;
  for (const double value : expected) {
    if (std::isfinite(value)) {
      magnitude = std::max(magnitude, std::abs(value));
    }
  }
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(values[i])) << "element " << i;
    } else if (std::isinf(expected[i]) || tolerance == 0) {
      EXPECT_EQ(values[i], expected[i]) << "element " << i;
    } else {
      EXPECT_NEAR(values[i], expected[i], tolerance * magnitude)
          << "element " << i;
    }
  }
}

void expect_sizes(const TestTensor& found,
                  const std::vector<int32_t>& expected) {
  EXPECT_EQ(found.sizes(), expected);
}

std::vector<double> small_values(size_t count, int64_t modulus) {
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = static_cast<double>(static_cast<int64_t>(i) % modulus);
  }
  return values;
}

std::vector<double> random_values(size_t count, uint64_t seed) {
  std::vector<double> values(count);
  uint64_t state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
  for (double& value : values) {
    state =
        state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    value = static_cast<double>(state >> 40) / double{1 << 23} - 1.0;
  }
  return values;
}

double rounding(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Half:
      return 1e-3;
    case ScalarType::BFloat16:
      return 8e-3;
    case ScalarType::Double:
      return 1e-12;
    case ScalarType::Float:
      return 2e-6;
    default:
      return 0;
  }
}

KernelTest::KernelTest() { runtime::runtime_init(); }

}  // namespace executorch::kernels::test
