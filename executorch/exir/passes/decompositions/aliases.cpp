#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>

/// Operators that are another one by a second name.
namespace executorch::exir::decompositions {

#define ET_ALIAS(name, target)                                                 \
  std::vector<Value*> decompose_##name(Rewriter& rewriter, const Node& node) { \
    return {rewriter.call("aten::" target, node.args())};                      \
  }

ET_ALIAS(absolute, "abs")
ET_ALIAS(arccos, "acos")
ET_ALIAS(arccosh, "acosh")
ET_ALIAS(arcsin, "asin")
ET_ALIAS(arcsinh, "asinh")
ET_ALIAS(arctan, "atan")
ET_ALIAS(arctan2, "atan2")
ET_ALIAS(arctanh, "atanh")
ET_ALIAS(clip, "clamp")
ET_ALIAS(clip_tensor, "clamp.Tensor")
ET_ALIAS(fix, "trunc")
ET_ALIAS(greater, "gt.Tensor")
ET_ALIAS(greater_scalar, "gt.Scalar")
ET_ALIAS(greater_equal, "ge.Tensor")
ET_ALIAS(greater_equal_scalar, "ge.Scalar")
ET_ALIAS(less, "lt.Tensor")
ET_ALIAS(less_scalar, "lt.Scalar")
ET_ALIAS(less_equal, "le.Tensor")
ET_ALIAS(less_equal_scalar, "le.Scalar")
ET_ALIAS(not_equal, "ne.Tensor")
ET_ALIAS(not_equal_scalar, "ne.Scalar")
ET_ALIAS(negative, "neg")
ET_ALIAS(special_digamma, "digamma")
ET_ALIAS(special_erf, "erf")
ET_ALIAS(special_erfc, "erfc")
ET_ALIAS(special_erfinv, "erfinv")
ET_ALIAS(special_exp2, "exp2")
ET_ALIAS(special_expit, "sigmoid")
ET_ALIAS(special_expm1, "expm1")
ET_ALIAS(special_gammainc, "igamma")
ET_ALIAS(special_gammaincc, "igammac")
ET_ALIAS(special_gammaln, "lgamma")
ET_ALIAS(special_i0, "i0")
ET_ALIAS(special_log1p, "log1p")
ET_ALIAS(special_logit, "logit")
ET_ALIAS(special_multigammaln, "mvlgamma")
ET_ALIAS(special_polygamma, "polygamma")
ET_ALIAS(special_round, "round.decimals")
ET_ALIAS(special_sinc, "sinc")
ET_ALIAS(special_xlogy, "xlogy.Tensor")
ET_ALIAS(bitwise_and, "bitwise_and.Tensor")
ET_ALIAS(bitwise_and_scalar, "bitwise_and.Scalar")
ET_ALIAS(bitwise_or, "bitwise_or.Tensor")
ET_ALIAS(bitwise_or_scalar, "bitwise_or.Scalar")
ET_ALIAS(bitwise_xor, "bitwise_xor.Tensor")
ET_ALIAS(bitwise_xor_scalar, "bitwise_xor.Scalar")
ET_ALIAS(left_shift, "bitwise_left_shift.Tensor")
ET_ALIAS(left_shift_scalar, "bitwise_left_shift.Tensor_Scalar")
ET_ALIAS(right_shift, "bitwise_right_shift.Tensor")
ET_ALIAS(right_shift_scalar, "bitwise_right_shift.Tensor_Scalar")

#undef ET_ALIAS

}  // namespace executorch::exir::decompositions
