#include <executorch/kernels/quantized/cpu/util/affine.h>

#include <executorch/kernels/portable/cpu/util/simd.h>
#include <executorch/kernels/portable/cpu/util/strided.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace executorch::kernels::quantized {
namespace {

using portable::LoadFn;
using portable::LoopNest;
using portable::OuterLoop;
using portable::StoreFn;

constexpr int64_t kBlock = 256;

/// The range with bounds that C holds exactly.
template <class C>
struct Bounds {
  C low;
  C high;
  int32_t min;
  int32_t max;

  explicit Bounds(const QuantizedRange& range)
      : low(static_cast<C>(range.min)),
        high(static_cast<C>(range.max)),
        min(static_cast<int32_t>(range.min)),
        max(static_cast<int32_t>(range.max)) {
    constexpr C kInfinity = std::numeric_limits<C>::infinity();
    if (static_cast<double>(low) < static_cast<double>(range.min)) {
      low = std::nextafter(low, kInfinity);
    }
    if (static_cast<double>(high) > static_cast<double>(range.max)) {
      high = std::nextafter(high, -kInfinity);
    }
  }
};

template <class C, bool kRoundLast>
ET_TARGET_CLONES void quantize_loop(const C* x, const C* inverse, const C* zero,
                                    const Bounds<C>& bounds, int32_t* out,
                                    size_t n) {
  const Bounds<C> b = bounds;
  ET_IVDEP
  for (size_t i = 0; i < n; ++i) {
    const C scaled = x[i] * inverse[i];
    const C value = kRoundLast ? std::nearbyint(scaled + zero[i])
                               : std::nearbyint(scaled) + zero[i];
    const C below = value < b.high ? value : b.high;
    const C inside = below > b.low ? below : b.low;
    const int32_t whole = static_cast<int32_t>(inside);
    const int32_t upper = value > b.high ? b.max : whole;
    const int32_t limited = value < b.low ? b.min : upper;
    out[i] = value == value ? limited : 0;
  }
}

template <class C>
void quantize_values(const C* x, const C* inverse, const C* zero,
                     const QuantizedRange& range, int32_t* out, size_t n) {
  const Bounds<C> bounds(range);
  if (range.round_last) {
    quantize_loop<C, true>(x, inverse, zero, bounds, out, n);
  } else {
    quantize_loop<C, false>(x, inverse, zero, bounds, out, n);
  }
}

/// The parameters of consecutive elements as dense arrays.
template <class C>
class ParamBlock {
 public:
  ParamBlock(const AffineParams& params, bool invert)
      : params_(params), invert_(invert) {
    const ScalarType compute =
        sizeof(C) == 8 ? ScalarType::Double : ScalarType::Float;
    if (params.scales != nullptr) {
      load_scale_ =
          portable::load_function(params.scales->scalar_type(), compute);
      scale_nbytes_ = elements(*params.scales);
    }
    if (params.zero_points != nullptr) {
      load_zero_ =
          portable::load_function(params.zero_points->scalar_type(), compute);
      zero_nbytes_ = elements(*params.zero_points);
    }
  }

  /// Parameters first, first + stride, … ; the arrays keep those of a stride
  /// of 0 until another slice is asked for.
  void read(int64_t first, int64_t stride, int64_t n) {
    if (stride == 0 && first == first_ && n <= filled_) {
      return;
    }
    const auto count = static_cast<size_t>(n);
    if (load_scale_ == nullptr) {
      const double scale = invert_ ? 1.0 / params_.scale : params_.scale;
      std::fill_n(scale_, count, static_cast<C>(scale));
      std::fill_n(zero_, count, static_cast<C>(params_.zero_point));
    } else {
      load_scale_(at(*params_.scales, first * scale_nbytes_),
                  static_cast<ptrdiff_t>(stride), scale_, count);
      for (size_t i = 0; invert_ && i < count; ++i) {
        scale_[i] = C(1) / scale_[i];
      }
      if (load_zero_ != nullptr) {
        load_zero_(at(*params_.zero_points, first * zero_nbytes_),
                   static_cast<ptrdiff_t>(stride), zero_, count);
      } else {
        std::fill_n(zero_, count, C(0));
      }
    }
    first_ = first;
    filled_ = stride == 0 ? n : 0;
  }

  const C* scale() const { return scale_; }
  const C* zero() const { return zero_; }

 private:
  static int64_t elements(const Tensor& tensor) {
    return static_cast<int64_t>(runtime::elementSize(tensor.scalar_type()));
  }
  static const char* at(const Tensor& tensor, int64_t offset) {
    return static_cast<const char*>(tensor.const_data_ptr()) + offset;
  }

  const AffineParams& params_;
  bool invert_;
  LoadFn load_scale_ = nullptr;
  LoadFn load_zero_ = nullptr;
  int64_t scale_nbytes_ = 0;
  int64_t zero_nbytes_ = 0;
  int64_t first_ = -1;
  int64_t filled_ = 0;
  C scale_[kBlock];
  C zero_[kBlock];
};

/// Operands: out, input, and the number of the slice that an element is in.
LoopNest nest_of(const Tensor& input, const AffineParams& params,
                 const Tensor& out) {
  LoopNest nest = portable::nest_over(out);
  portable::add_broadcast(nest, input);
  const size_t slice = nest.operands++;
  const auto rank = static_cast<size_t>(input.dim());
  int64_t rows = 1;
  for (size_t d = rank; params.scales != nullptr && d-- > 0;) {
    if (!params.per_row) {
      nest.strides[slice][d] = d == params.axis ? 1 : 0;
    } else if (d + 1 != rank) {
      nest.strides[slice][d] = rows;
      rows *= input.size(static_cast<ssize_t>(d));
    }
  }
  nest.simplify();
  return nest;
}

/// Calls `f(out offset, input offset, n)` in elements for blocks of the
/// innermost dimension, after the parameters of the block were read.
template <class C, class F>
void for_each_block(const LoopNest& nest, ParamBlock<C>& params, const F& f) {
  const size_t last = nest.rank - 1;
  OuterLoop loop(nest);
  do {
    for (int64_t i = 0; i < nest.sizes[last]; i += kBlock) {
      const int64_t n = std::min(kBlock, nest.sizes[last] - i);
      const int64_t stride = nest.strides[2][last];
      params.read(loop.offset(2) + i * stride, stride, n);
      f(loop.offset(0) + i * nest.strides[0][last],
        loop.offset(1) + i * nest.strides[1][last], static_cast<size_t>(n));
    }
  } while (loop.next());
}

struct Move {
  const LoopNest& nest;
  const char* in;
  char* out;
  int64_t in_nbytes;
  int64_t out_nbytes;
  LoadFn load;
  StoreFn store;
};

template <class C>
void run_quantize(const Move& m, const AffineParams& params,
                  const QuantizedRange& range) {
  const size_t last = m.nest.rank - 1;
  ParamBlock<C> block(params, true);
  C real[kBlock];
  int32_t whole[kBlock];
  for_each_block(m.nest, block, [&](int64_t to, int64_t from, size_t n) {
    m.load(m.in + from * m.in_nbytes,
           static_cast<ptrdiff_t>(m.nest.strides[1][last]), real, n);
    quantize_values(real, block.scale(), block.zero(), range, whole, n);
    m.store(whole, m.out + to * m.out_nbytes,
            static_cast<ptrdiff_t>(m.nest.strides[0][last]), n);
  });
}

template <class C>
void run_dequantize(const Move& m, const AffineParams& params) {
  const size_t last = m.nest.rank - 1;
  ParamBlock<C> block(params, false);
  C values[kBlock];
  for_each_block(m.nest, block, [&](int64_t to, int64_t from, size_t n) {
    m.load(m.in + from * m.in_nbytes,
           static_cast<ptrdiff_t>(m.nest.strides[1][last]), values, n);
    for (size_t i = 0; i < n; ++i) {
      values[i] = (values[i] - block.zero()[i]) * block.scale()[i];
    }
    m.store(values, m.out + to * m.out_nbytes,
            static_cast<ptrdiff_t>(m.nest.strides[0][last]), n);
  });
}

ScalarType compute_dtype(const AffineParams& params, ScalarType real) {
  const bool wide = params.scales != nullptr &&
                    params.scales->scalar_type() == ScalarType::Double;
  return wide || real == ScalarType::Double ? ScalarType::Double
                                            : ScalarType::Float;
}

int64_t nbytes_of(const Tensor& tensor) {
  return static_cast<int64_t>(runtime::elementSize(tensor.scalar_type()));
}

bool check_real(KernelRuntimeContext& ctx, const char* op, ScalarType dtype) {
  ET_KERNEL_CHECK_MSG(ctx, is_floating(dtype), InvalidArgument, false,
                      "%s: real tensor of dtype %s, expected a floating one",
                      op, runtime::toString(dtype));
  return true;
}

bool check_quantized(KernelRuntimeContext& ctx, const char* op,
                     ScalarType found, ScalarType expected) {
  ET_KERNEL_CHECK_MSG(
      ctx, found == expected && store_quantized(found) != nullptr,
      InvalidArgument, false,
      "%s: quantized tensor of dtype %s, expected %s and one "
      "of the integers up to 32 bits",
      op, runtime::toString(found), runtime::toString(expected));
  return true;
}

}  // namespace

void quantize_block(const float* x, const float* inverse, const float* zero,
                    const QuantizedRange& range, int32_t* out, size_t n) {
  quantize_values(x, inverse, zero, range, out, n);
}
void quantize_block(const double* x, const double* inverse, const double* zero,
                    const QuantizedRange& range, int32_t* out, size_t n) {
  quantize_values(x, inverse, zero, range, out, n);
}

void quantize(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
              const AffineParams& params, const QuantizedRange& range,
              ScalarType dtype, Tensor& out) {
  const ScalarType real = input.scalar_type();
  if (!check_real(ctx, op, real) ||
      !check_quantized(ctx, op, out.scalar_type(), dtype) ||
      !check_range(ctx, op, dtype, range.min, range.max) ||
      !portable::resize_out(ctx, op, sizes_of(input), out)) {
    return;
  }
  // Scales of channels count as float, as in upstream's runtime.
  const ScalarType compute = params.per_row ? compute_dtype(params, real)
                             : real == ScalarType::Double ? ScalarType::Double
                                                          : ScalarType::Float;
  const LoopNest nest = nest_of(input, params, out);
  const Move move{nest,
                  static_cast<const char*>(input.const_data_ptr()),
                  static_cast<char*>(out.mutable_data_ptr()),
                  nbytes_of(input),
                  nbytes_of(out),
                  portable::load_function(real, compute),
                  store_quantized(dtype)};
  if (compute == ScalarType::Double) {
    run_quantize<double>(move, params, range);
  } else {
    run_quantize<float>(move, params, range);
  }
}

void dequantize(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                const AffineParams& params, ScalarType dtype,
                std::optional<ScalarType> out_dtype, Tensor& out) {
  const ScalarType real = out.scalar_type();
  if (!check_quantized(ctx, op, input.scalar_type(), dtype) ||
      !check_real(ctx, op, real) ||
      !portable::check_same_dtype(ctx, op, out,
                                  out_dtype.value_or(ScalarType::Float)) ||
      !portable::resize_out(ctx, op, sizes_of(input), out)) {
    return;
  }
  const ScalarType compute = compute_dtype(params, real);
  const LoopNest nest = nest_of(input, params, out);
  const Move move{nest,
                  static_cast<const char*>(input.const_data_ptr()),
                  static_cast<char*>(out.mutable_data_ptr()),
                  nbytes_of(input),
                  nbytes_of(out),
                  load_quantized(dtype, compute),
                  portable::store_function(compute, real)};
  if (compute == ScalarType::Double) {
    run_dequantize<double>(move, params);
  } else {
    run_dequantize<float>(move, params);
  }
}

}  // namespace executorch::kernels::quantized
