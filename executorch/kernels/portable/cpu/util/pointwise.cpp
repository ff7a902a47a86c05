#include <executorch/kernels/portable/cpu/util/pointwise.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cstring>

namespace executorch::kernels::portable {
namespace {

constexpr size_t kBlock = 256;
constexpr size_t kMaxInputs = LoopNest::kMaxOperands - 1;

/// What the engine knows of one input while it runs.
struct Source {
  const char* data = nullptr;
  size_t element_nbytes = 0;
  int64_t stride = 0;  ///< of the innermost loop
  LoadFn load = nullptr;
  bool direct = false;  ///< `fn` may read the tensor's memory
};

struct Sink {
  char* data = nullptr;
  size_t element_nbytes = 0;
  int64_t stride = 0;
  StoreFn store = nullptr;
  StoreFn narrow = nullptr;  ///< result to the common dtype, or null
  LoadFn widen = nullptr;    ///< and back
  bool direct = false;
};

alignas(16) constexpr char kZero[16] = {};

/// Stores the scalar as `compute` in `slot`.
void write_constant(const Scalar& scalar, ScalarType compute, void* slot) {
  switch (compute) {
    case ScalarType::Float:
      *static_cast<float*>(slot) = static_cast<float>(scalar_to_double(scalar));
      break;
    case ScalarType::Double:
      *static_cast<double*>(slot) = scalar_to_double(scalar);
      break;
    case ScalarType::Bool:
      *static_cast<bool*>(slot) = scalar_to_bool(scalar);
      break;
    default:
      *static_cast<int64_t*>(slot) = scalar_to_int(scalar);
  }
}

class Engine {
 public:
  bool add_input(const PointwiseInput& input, LoopNest& nest) {
    Source& source = sources_[count_];
    const Tensor* tensor = input.operand.tensor();
    ScalarType stored = input.compute;
    if (tensor != nullptr) {
      stored = tensor->scalar_type();
      add_broadcast(nest, *tensor);
      source.data = static_cast<const char*>(tensor->const_data_ptr());
    } else {
      ++nest.operands;
      write_constant(input.operand.scalar(), input.compute,
                     &constants_[count_]);
      source.data = reinterpret_cast<const char*>(&constants_[count_]);
    }
    if (source.data == nullptr) {
      source.data = kZero;
    }
    source.load = load_function(stored, input.compute);
    source.element_nbytes = runtime::elementSize(stored);
    source.direct = stored == input.compute;
    ++count_;
    return source.load != nullptr;
  }

  bool set_output(const PointwiseLoop& loop, Tensor& out) {
    loop_ = &loop;
    const ScalarType stored = out.scalar_type();
    sink_.data = static_cast<char*>(out.mutable_data_ptr());
    sink_.store = store_function(loop.result, stored);
    sink_.element_nbytes = runtime::elementSize(stored);
    sink_.direct = stored == loop.result;
    if (loop.common != stored && loop.common != loop.result) {
      sink_.narrow = store_function(loop.result, loop.common);
      sink_.widen = load_function(loop.common, loop.result);
    }
    return sink_.store != nullptr;
  }

  void run(LoopNest& nest) {
    nest.simplify();
    const size_t last = nest.rank - 1;
    sink_.stride = nest.strides[0][last];
    sink_.direct = sink_.direct && sink_.narrow == nullptr &&
                   (sink_.stride == 1 || nest.sizes[last] == 1);
    bool all_direct = sink_.direct;
    for (size_t k = 0; k < count_; ++k) {
      sources_[k].stride = nest.strides[k + 1][last];
      sources_[k].direct = sources_[k].direct && sources_[k].stride == 1;
      all_direct = all_direct && sources_[k].direct;
    }
    const size_t length = static_cast<size_t>(nest.sizes[last]);
    const size_t block = all_direct ? length : kBlock;
    OuterLoop outer(nest);
    do {
      for (size_t i = 0; i < length; i += block) {
        run_block(outer, i, std::min(block, length - i));
      }
    } while (outer.next());
  }

 private:
  void run_block(const OuterLoop& outer, size_t first, size_t n) {
    const void* in[kMaxInputs];
    for (size_t k = 0; k < count_; ++k) {
      const Source& source = sources_[k];
      const char* data =
          source.data +
          (outer.offset(k + 1) + static_cast<int64_t>(first) * source.stride) *
              static_cast<int64_t>(source.element_nbytes);
      in[k] = data;
      if (!source.direct) {
        source.load(data, static_cast<ptrdiff_t>(source.stride), buffers_[k],
                    n);
        in[k] = buffers_[k];
      }
    }
    char* out = sink_.data +
                (outer.offset(0) + static_cast<int64_t>(first) * sink_.stride) *
                    static_cast<int64_t>(sink_.element_nbytes);
    if (sink_.direct) {
      loop_->fn(in, out, n, loop_->params);
      return;
    }
    loop_->fn(in, result_, n, loop_->params);
    if (sink_.narrow != nullptr) {
      sink_.narrow(result_, buffers_[0], 1, n);
      sink_.widen(buffers_[0], 1, result_, n);
    }
    sink_.store(result_, out, static_cast<ptrdiff_t>(sink_.stride), n);
  }

  const PointwiseLoop* loop_ = nullptr;
  size_t count_ = 0;
  Source sources_[kMaxInputs];
  Sink sink_;
  uint64_t constants_[kMaxInputs] = {};
  uint64_t result_[kBlock];
  uint64_t buffers_[kMaxInputs][kBlock];
};

int category(ScalarType type) {
  return type == ScalarType::Bool ? 0 : (is_integral(type) ? 1 : 2);
}

bool takes_part(ScalarType type) {
  return compute_type(type) != ScalarType::Undefined;
}

ScalarType combine(ScalarType higher, ScalarType lower) {
  if (higher == ScalarType::Undefined || lower == ScalarType::Undefined) {
    return higher == ScalarType::Undefined ? lower : higher;
  }
  if (is_floating(higher)) {
    return higher;
  }
  if (higher == ScalarType::Bool || is_floating(lower)) {
    return promote(higher, lower);
  }
  return higher;
}

ScalarType promote_known(ScalarType a, ScalarType b) {
  if (a == ScalarType::Undefined || b == ScalarType::Undefined) {
    return a == ScalarType::Undefined ? b : a;
  }
  return promote(a, b);
}

}  // namespace

bool Operand::is_bool() const {
  return tensor_ ? tensor_->scalar_type() == ScalarType::Bool
                 : scalar_.isBoolean();
}

ScalarType dtype_of(const Scalar& scalar) {
  if (scalar.isBoolean()) {
    return ScalarType::Bool;
  }
  return scalar.isFloatingPoint() ? ScalarType::Float : ScalarType::Long;
}

ScalarType promote(ScalarType a, ScalarType b) {
  if (a == b) {
    return a;
  }
  if (category(a) != category(b)) {
    return category(a) > category(b) ? a : b;
  }
  if (category(a) == 2) {
    const bool is_double = a == ScalarType::Double || b == ScalarType::Double;
    return is_double ? ScalarType::Double : ScalarType::Float;
  }
  if (a == ScalarType::Byte || b == ScalarType::Byte) {
    const ScalarType other = a == ScalarType::Byte ? b : a;
    return other == ScalarType::Char ? ScalarType::Short : other;
  }
  return runtime::elementSize(a) > runtime::elementSize(b) ? a : b;
}

ScalarType result_type(std::initializer_list<const Operand*> operands) {
  ScalarType with_dims = ScalarType::Undefined;
  ScalarType zero_dim = ScalarType::Undefined;
  ScalarType scalars = ScalarType::Undefined;
  for (const Operand* operand : operands) {
    const Tensor* tensor = operand->tensor();
    if (tensor == nullptr) {
      scalars = promote_known(scalars, dtype_of(operand->scalar()));
      continue;
    }
    if (!takes_part(tensor->scalar_type())) {
      return ScalarType::Undefined;
    }
    ScalarType& group = tensor->dim() == 0 ? zero_dim : with_dims;
    group = promote_known(group, tensor->scalar_type());
  }
  return combine(combine(with_dims, zero_dim), scalars);
}

bool can_cast(ScalarType from, ScalarType to) {
  return takes_part(from) && takes_part(to) && category(from) <= category(to);
}

bool refuse_dtype(KernelRuntimeContext& ctx, const char* op, ScalarType dtype) {
  ET_LOG(Error, "%s: dtype %s is not supported", op, runtime::toString(dtype));
  ctx.fail(Error::InvalidArgument);
  return false;
}

bool check_can_cast(KernelRuntimeContext& ctx, const char* op,
                    ScalarType common, const Tensor& out) {
  if (can_cast(common, out.scalar_type())) {
    return true;
  }
  ET_LOG(Error, "%s: result of dtype %s cannot be stored as %s", op,
         runtime::toString(common), runtime::toString(out.scalar_type()));
  ctx.fail(Error::InvalidArgument);
  return false;
}

bool run_pointwise(KernelRuntimeContext& ctx, const char* op,
                   std::initializer_list<PointwiseInput> inputs,
                   const PointwiseLoop& loop, Tensor& out) {
  Shape shape;
  for (const PointwiseInput& input : inputs) {
    const Tensor* tensor = input.operand.tensor();
    if (tensor != nullptr && shape.ok()) {
      shape = ops::broadcast_shapes(shape.sizes, sizes_of(*tensor));
    }
  }
  if (!resize_out(ctx, op, shape, out)) {
    return false;
  }
  Engine engine;
  LoopNest nest = nest_over(out);
  for (const PointwiseInput& input : inputs) {
    if (!engine.add_input(input, nest)) {
      const Tensor* tensor = input.operand.tensor();
      return refuse_dtype(ctx, op, tensor->scalar_type());
    }
  }
  if (!engine.set_output(loop, out)) {
    return refuse_dtype(ctx, op, out.scalar_type());
  }
  engine.run(nest);
  return true;
}

bool convert_strided(LoopNest nest, void* dst, ScalarType dst_type,
                     const void* src, ScalarType src_type) {
  if (dst_type == src_type) {
    copy_strided(nest, dst, src, runtime::elementSize(dst_type));
    return true;
  }
  const ScalarType compute = compute_type(src_type);
  const LoadFn load = load_function(src_type, compute);
  const StoreFn store = store_function(compute, dst_type);
  if (load == nullptr || store == nullptr) {
    return false;
  }
  nest.simplify();
  const size_t last = nest.rank - 1;
  const auto dst_nbytes = static_cast<int64_t>(runtime::elementSize(dst_type));
  const auto src_nbytes = static_cast<int64_t>(runtime::elementSize(src_type));
  const int64_t dst_stride = nest.strides[0][last];
  const int64_t src_stride = nest.strides[1][last];
  uint64_t buffer[kBlock];
  OuterLoop outer(nest);
  do {
    for (int64_t i = 0; i < nest.sizes[last]; i += int64_t{kBlock}) {
      const auto n =
          static_cast<size_t>(std::min(int64_t{kBlock}, nest.sizes[last] - i));
      load(static_cast<const char*>(src) +
               (outer.offset(1) + i * src_stride) * src_nbytes,
           static_cast<ptrdiff_t>(src_stride), buffer, n);
      store(buffer,
            static_cast<char*>(dst) +
                (outer.offset(0) + i * dst_stride) * dst_nbytes,
            static_cast<ptrdiff_t>(dst_stride), n);
    }
  } while (outer.next());
  return true;
}

}  // namespace executorch::kernels::portable
