#pragma once

#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

/// \file
/// Tensors for kernel tests: values are given and read as doubles in index
/// order, whatever the dtype and dim order.
namespace executorch::kernels::test {

using aten::BFloat16;
using aten::Half;
using aten::Scalar;
using aten::ScalarType;
using aten::Tensor;
using runtime::Error;
using runtime::KernelRuntimeContext;

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInf = std::numeric_limits<double>::infinity();

/// Every dtype that kernels compute with, and two subsets.
const std::vector<ScalarType>& all_dtypes();
const std::vector<ScalarType>& real_dtypes();  ///< without Bool
const std::vector<ScalarType>& floating_dtypes();

/// A list of integers as an argument.
class Ints : public std::vector<int64_t> {
 public:
  using std::vector<int64_t>::vector;

  operator aten::IntArrayRef() const { return {data(), size()}; }
};

/// A tensor that owns its memory and metadata. Its sizes are also its upper
/// bound; it may be resized below. Exactly as many bytes as needed are owned,
/// so that a sanitizer sees what goes beyond.
class TestTensor {
 public:
  /// `values` in index order, all zero if empty; `order` is the dim order,
  /// the default one if empty.
  TestTensor(ScalarType dtype, std::vector<int32_t> sizes,
             const std::vector<double>& values = {},
             std::vector<uint8_t> order = {});

  operator Tensor&() { return *tensor_; }
  operator const Tensor&() const { return *tensor_; }
  Tensor& operator*() const { return *tensor_; }
  Tensor* operator->() const { return tensor_.get(); }

  std::vector<double> values() const;
  std::vector<int32_t> sizes() const;
  void set(const std::vector<double>& values);

 private:
  int64_t offset_of(int64_t element) const;

  std::vector<int32_t> sizes_;
  std::vector<uint8_t> order_;
  std::vector<int32_t> strides_;
  std::unique_ptr<char[]> data_;
  std::unique_ptr<aten::TensorImpl> impl_;
  std::unique_ptr<Tensor> tensor_;
};

/// Values in index order agree within `tolerance` times the larger of 1 and
/// the largest expected magnitude; NaN equals NaN, infinities by sign.
void expect_values(const TestTensor& found, const std::vector<double>& expected,
                   double tolerance = 0);
void expect_sizes(const TestTensor& found,
                  const std::vector<int32_t>& expected);

/// Small numbers that every dtype holds exactly: 0, 1, 2, 3, 0, …
std::vector<double> small_values(size_t count, int64_t modulus = 4);
/// Pseudo-random numbers in [-1, 1], the same on every machine.
std::vector<double> random_values(size_t count, uint64_t seed = 1);
size_t product(const std::vector<int32_t>& sizes);

/// Comparison bound for results of a dtype that were computed in float.
double rounding(ScalarType dtype);

class KernelTest : public testing::Test {
 protected:
  KernelTest();

  void expect_ok() { EXPECT_EQ(ctx_.failure_state(), Error::Ok); }
  /// The last call was refused; the context is good again afterwards.
  void expect_refused() {
    EXPECT_NE(ctx_.failure_state(), Error::Ok);
    ctx_.fail(Error::Ok);
  }

  KernelRuntimeContext ctx_;
};

/// The same for kernels that need temporary memory.
class TempKernelTest : public testing::Test {
 protected:
  TempKernelTest()
      : allocator_(sizeof(memory_), memory_), ctx_(nullptr, &allocator_) {}

  alignas(16) uint8_t memory_[4096];
  runtime::MemoryAllocator allocator_;
  KernelRuntimeContext ctx_;
};

}  // namespace executorch::kernels::test
