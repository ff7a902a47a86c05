#pragma once

#include <executorch/kernels/portable/cpu/util/convert.h>
#include <executorch/kernels/portable/cpu/util/simd.h>
#include <executorch/kernels/portable/cpu/util/strided.h>

#include <cstddef>
#include <cstdint>
#include <optional>

/// \file
/// One engine for all pointwise operators: it broadcasts, converts dtypes in
/// blocks and calls a loop over dense arrays. An operator brings that loop for
/// the two or three types it computes in, not for every combination of dtypes.
namespace executorch::kernels::portable {

/// An argument of a pointwise operator: a tensor or a Scalar.
class Operand {
 public:
  Operand(const Tensor& tensor) : tensor_(tensor) {}
  Operand(const Scalar& scalar) : scalar_(scalar) {}

  const Tensor* tensor() const { return tensor_ ? &*tensor_ : nullptr; }
  const Scalar& scalar() const { return scalar_; }
  /// True for a dtype (or Scalar) of booleans.
  bool is_bool() const;

 private:
  std::optional<Tensor> tensor_;
  Scalar scalar_;
};

/// dtype of a Scalar's kind: Bool, Long or Float.
ScalarType dtype_of(const Scalar& scalar);
/// dtype that PyTorch computes `operands` in: tensors with dimensions decide,
/// 0-d tensors and then Scalars count only if their category is higher.
/// Undefined if a dtype takes no part in promotion.
ScalarType result_type(std::initializer_list<const Operand*> operands);
/// The promoted dtype of two dtypes, as torch.promote_types.
ScalarType promote(ScalarType a, ScalarType b);
/// True if PyTorch lets a result of dtype `from` be stored as `to`.
bool can_cast(ScalarType from, ScalarType to);

/// `out[i] = f(in[0][i], in[1][i], …)` over dense arrays of the compute types.
using PointwiseFn = void (*)(const void* const* in, void* out, size_t n,
                             const void* params);

struct PointwiseInput {
  Operand operand;
  ScalarType compute;  ///< Float, Double, Long or Bool: what `fn` reads
};

struct PointwiseLoop {
  PointwiseFn fn = nullptr;
  const void* params = nullptr;
  ScalarType result = ScalarType::Float;  ///< the type that `fn` writes
  /// dtype of the result before it is stored as out's; narrows values.
  ScalarType common = ScalarType::Float;
};

/// Applies the broadcast rule to the inputs and out, resizes out and runs the
/// loop. Shapes that do not broadcast and dtypes that do not convert are
/// reported and fail.
bool run_pointwise(KernelRuntimeContext& ctx, const char* op,
                   std::initializer_list<PointwiseInput> inputs,
                   const PointwiseLoop& loop, Tensor& out);

/// Copies with conversion of dtype along a nest: operand 0 is written from
/// operand 1. False if a dtype has no conversion.
bool convert_strided(LoopNest nest, void* dst, ScalarType dst_type,
                     const void* src, ScalarType src_type);

/// The loops of functors: `F` is a trivially copyable function object.
template <class In, class Out, class F>
void unary_loop(const void* const* in, void* out, size_t n,
                const void* params) {
  const F f = *static_cast<const F*>(params);
  const In* a = static_cast<const In*>(in[0]);
  Out* o = static_cast<Out*>(out);
  ET_IVDEP
  for (size_t i = 0; i < n; ++i) {
    o[i] = f(a[i]);
  }
}

/// The same for a costly `f`, also compiled for newer CPUs.
template <class C, class Op>
ET_TARGET_CLONES void math_loop(const void* const* in, void* out, size_t n,
                                const void*) {
  const C* a = static_cast<const C*>(in[0]);
  C* o = static_cast<C*>(out);
  ET_IVDEP
  for (size_t i = 0; i < n; ++i) {
    o[i] = Op::apply(a[i]);
  }
}

template <class In, class Out, class F>
void binary_loop(const void* const* in, void* out, size_t n,
                 const void* params) {
  const F f = *static_cast<const F*>(params);
  const In* a = static_cast<const In*>(in[0]);
  const In* b = static_cast<const In*>(in[1]);
  Out* o = static_cast<Out*>(out);
  ET_IVDEP
  for (size_t i = 0; i < n; ++i) {
    o[i] = f(a[i], b[i]);
  }
}

/// Reports a dtype that the operator does not take, and fails.
bool refuse_dtype(KernelRuntimeContext& ctx, const char* op, ScalarType dtype);
/// Reports a result dtype that out cannot hold, and fails.
bool check_can_cast(KernelRuntimeContext& ctx, const char* op,
                    ScalarType common, const Tensor& out);

template <class C>
inline constexpr ScalarType kScalarTypeOf = ScalarType::Undefined;
template <>
inline constexpr ScalarType kScalarTypeOf<float> = ScalarType::Float;
template <>
inline constexpr ScalarType kScalarTypeOf<double> = ScalarType::Double;
template <>
inline constexpr ScalarType kScalarTypeOf<int64_t> = ScalarType::Long;
template <>
inline constexpr ScalarType kScalarTypeOf<bool> = ScalarType::Bool;

template <class C>
C scalar_to(const Scalar& scalar) {
  if constexpr (std::is_same_v<C, int64_t>) {
    return scalar_to_int(scalar);
  } else {
    return static_cast<C>(scalar_to_double(scalar));
  }
}

/// `out = f(a)` in the type `C`; `common` is the result's dtype before out's.
template <class C, class F>
bool run_unary(KernelRuntimeContext& ctx, const char* op, const Tensor& a,
               ScalarType common, F f, Tensor& out) {
  using R = decltype(f(C()));
  const PointwiseLoop loop{unary_loop<C, R, F>, &f, kScalarTypeOf<R>, common};
  return run_pointwise(ctx, op, {{a, kScalarTypeOf<C>}}, loop, out);
}

template <class C, class F>
bool run_binary(KernelRuntimeContext& ctx, const char* op, const Operand& a,
                const Operand& b, ScalarType common, F f, Tensor& out) {
  using R = decltype(f(C(), C()));
  const PointwiseLoop loop{binary_loop<C, R, F>, &f, kScalarTypeOf<R>, common};
  return run_pointwise(ctx, op, {{a, kScalarTypeOf<C>}, {b, kScalarTypeOf<C>}},
                       loop, out);
}

/// A function of real numbers: integers are computed, and result, in Float.
/// `Op::apply<C>(x)` is the function.
template <class Op>
Tensor& float_unary_out(KernelRuntimeContext& ctx, const char* op,
                        const Tensor& self, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  const ScalarType common = is_floating(dtype) ? dtype : ScalarType::Float;
  if (compute_type(dtype) == ScalarType::Undefined) {
    refuse_dtype(ctx, op, dtype);
  } else if (check_can_cast(ctx, op, common, out)) {
    const bool wide = common == ScalarType::Double;
    const ScalarType compute = wide ? ScalarType::Double : ScalarType::Float;
    const PointwiseLoop loop{
        wide ? math_loop<double, Op> : math_loop<float, Op>, nullptr, compute,
        common};
    run_pointwise(ctx, op, {{self, compute}}, loop, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
