#include <executorch/kernels/prim_ops/prim_ops.h>

#include <executorch/kernels/prim_ops/kernels.h>

namespace executorch {
namespace kernels {

namespace {

using runtime::Kernel;

constexpr Kernel kKernels[] = {
    Kernel("aten::sym_size.int", prim_ops::sym_size),
    Kernel("aten::sym_numel", prim_ops::sym_numel),
    Kernel("aten::_local_scalar_dense", prim_ops::local_scalar_dense),
    Kernel("executorch_prim::add.Scalar", prim_ops::add),
    Kernel("executorch_prim::sub.Scalar", prim_ops::sub),
    Kernel("executorch_prim::mul.Scalar", prim_ops::mul),
    Kernel("executorch_prim::floordiv.Scalar", prim_ops::floordiv),
    Kernel("executorch_prim::floordiv.int", prim_ops::floordiv),
    Kernel("executorch_prim::truediv.Scalar", prim_ops::truediv),
    Kernel("executorch_prim::mod.Scalar", prim_ops::mod),
    Kernel("executorch_prim::mod.int", prim_ops::mod),
    Kernel("executorch_prim::eq.Scalar", prim_ops::eq),
    Kernel("executorch_prim::ne.Scalar", prim_ops::ne),
    Kernel("executorch_prim::gt.Scalar", prim_ops::gt),
    Kernel("executorch_prim::ge.Scalar", prim_ops::ge),
    Kernel("executorch_prim::lt.Scalar", prim_ops::lt),
    Kernel("executorch_prim::le.Scalar", prim_ops::le),
    Kernel("executorch_prim::neg.Scalar", prim_ops::neg),
    Kernel("executorch_prim::ceil.Scalar", prim_ops::ceil),
    Kernel("executorch_prim::round.Scalar", prim_ops::round),
    Kernel("executorch_prim::trunc.Scalar", prim_ops::trunc),
    Kernel("executorch_prim::sym_float.Scalar", prim_ops::sym_float),
    Kernel("executorch_prim::sym_int.Scalar", prim_ops::sym_int),
    Kernel("executorch_prim::sym_not.Scalar", prim_ops::sym_not),
    Kernel("executorch_prim::sym_max.Scalar", prim_ops::sym_max),
    Kernel("executorch_prim::sym_min.Scalar", prim_ops::sym_min),
    Kernel("executorch_prim::sym_ite.Scalar", prim_ops::sym_ite),
    Kernel("executorch_prim::et_view.default", prim_ops::et_view),
    Kernel("executorch_prim::et_copy_index.tensor", prim_ops::et_copy_index, 3,
           1),
};

}  // namespace

runtime::Span<const Kernel> prim_ops_kernels() {
  return {kKernels, sizeof(kKernels) / sizeof(kKernels[0])};
}

}  // namespace kernels
}  // namespace executorch
