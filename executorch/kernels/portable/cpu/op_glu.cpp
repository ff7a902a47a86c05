#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

#include <executorch/kernels/portable/cpu/util/math.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
void glu_loop(const void* const* in, void* out, size_t n, const void*) {
  const C* value = static_cast<const C*>(in[0]);
  const C* gate = static_cast<const C*>(in[1]);
  C* o = static_cast<C*>(out);
  ET_IVDEP
  for (size_t i = 0; i < n; ++i) {
    o[i] = value[i] * vector_sigmoid(gate[i]);
  }
}

/// One half of a tensor along an axis, in the tensor's memory.
class HalfView {
 public:
  HalfView(const Tensor& whole, size_t axis, int64_t index)
      : layout_(whole, axis),
        impl_(whole.scalar_type(), whole.dim(), layout_.sizes,
              start(whole, axis, index), layout_.order, layout_.strides) {}

  Tensor tensor() { return Tensor(&impl_); }

 private:
  struct Layout {
    Layout(const Tensor& whole, size_t axis) {
      for (size_t i = 0; i < static_cast<size_t>(whole.dim()); ++i) {
        sizes[i] = whole.sizes()[i];
        strides[i] = whole.strides()[i];
        order[i] = whole.dim_order()[i];
      }
      sizes[axis] /= 2;
    }

    aten::SizesType sizes[ops::kMaxRank];
    aten::StridesType strides[ops::kMaxRank];
    aten::DimOrderType order[ops::kMaxRank];
  };

  static void* start(const Tensor& whole, size_t axis, int64_t index) {
    const int64_t elements =
        index * (whole.sizes()[axis] / 2) * whole.strides()[axis];
    const size_t nbytes = runtime::elementSize(whole.scalar_type());
    return static_cast<char*>(whole.mutable_data_ptr()) +
           elements * static_cast<int64_t>(nbytes);
  }

  Layout layout_;
  aten::TensorImpl impl_;
};

}  // namespace

Tensor& glu_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                Tensor& out) {
  size_t axis = 0;
  if (!check_floating(ctx, "glu", self) || !check_floating(ctx, "glu", out) ||
      !check_axis(ctx, "glu", dim, self, axis) ||
      !resize_out(ctx, "glu", ops::glu_shape(sizes_of(self), axis), out)) {
    return out;
  }
  const bool wide = self.scalar_type() == ScalarType::Double;
  const ScalarType compute = wide ? ScalarType::Double : ScalarType::Float;
  const PointwiseLoop loop{wide ? glu_loop<double> : glu_loop<float>, nullptr,
                           compute, self.scalar_type()};
  HalfView value(self, axis, 0);
  HalfView gate(self, axis, 1);
  run_pointwise(ctx, "glu",
                {{value.tensor(), compute}, {gate.tensor(), compute}}, loop,
                out);
  return out;
}

}  // namespace executorch::kernels::portable
