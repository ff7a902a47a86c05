#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

/// \file
/// Operators on complex numbers. They are computed in complex<double>, whose
/// results round to those of the narrower types.
namespace executorch::kernels::portable {

using Complex = runtime::etensor::complex<double>;

inline bool is_complex(const Tensor& tensor) {
  return runtime::isComplexType(tensor.scalar_type());
}

/// `factor` is what add and sub multiply b with.
using ComplexFunction = Complex (*)(Complex a, Complex b, double factor);

/// out = f(a, b, factor) over broadcast operands of one complex dtype.
void run_complex(KernelRuntimeContext& ctx, const char* op, const Tensor& a,
                 const Tensor& b, double factor, ComplexFunction f,
                 Tensor& out);

/// Copies between complex dtypes, or between real and complex numbers: an
/// imaginary part is dropped or 0. The sizes agree.
void copy_complex(KernelRuntimeContext& ctx, const char* op, const Tensor& src,
                  Tensor& dst);

/// out[b] = a[b] times b[b] for matrices of one complex dtype in the default
/// order, whose sizes fit.
void multiply_complex(const Tensor& a, const Tensor& b, Tensor& out);

}  // namespace executorch::kernels::portable
