#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include <executorch/runtime/core/exec_aten/util/tensor_shape_to_c_string.h>

namespace executorch {
namespace runtime {

using aten::ArrayRef;
using aten::ScalarType;
using aten::SizesType;
using aten::Tensor;

namespace {

ET_UNUSED auto shape_text(ArrayRef<SizesType> sizes) {
  return tensor_shape_to_c_string(
      Span<const SizesType>(sizes.data(), sizes.size()));
}

bool has_type(ET_UNUSED const Tensor& t, bool holds,
              ET_UNUSED const char* expected) {
  ET_CHECK_OR_LOG_ERROR(holds, "tensor has type %s, expected %s",
                        toString(t.scalar_type()), expected);
  return holds;
}

bool same_shape(const Tensor& a, const Tensor& b) {
  const bool same =
      (a.numel() == 1 && b.numel() == 1) || a.sizes() == b.sizes();
  ET_CHECK_OR_LOG_ERROR(same, ET_TENSOR_CHECK_PREFIX__ ": shapes %s and %s",
                        shape_text(a.sizes()).data(),
                        shape_text(b.sizes()).data());
  return same;
}

}  // namespace

bool dim_is_valid(int64_t dim, int64_t upper_bound) {
  ET_CHECK_OR_RETURN_FALSE(dim >= -upper_bound && dim < upper_bound,
                           "dimension %" PRId64 ", expected one in [%" PRId64
                           ", %" PRId64 ")",
                           dim, -upper_bound, upper_bound);
  return true;
}

bool tensor_can_cast_to(Tensor a, ScalarType dtype) {
  return has_type(a, canCast(a.scalar_type(), dtype),
                  "one that can become the result's");
}
bool tensor_is_bool_type(Tensor t) {
  return tensor_is_type(t, ScalarType::Bool);
}
bool tensor_is_type(Tensor t, ScalarType dtype) {
  return has_type(t, t.scalar_type() == dtype, toString(dtype));
}
bool tensor_is_type(Tensor t, ScalarType dtype, ScalarType dtype2) {
  return t.scalar_type() == dtype || tensor_is_type(t, dtype2);
}
bool tensor_is_type(Tensor t, ScalarType dtype, ScalarType dtype2,
                    ScalarType dtype3) {
  return t.scalar_type() == dtype || tensor_is_type(t, dtype2, dtype3);
}
bool tensor_is_integral_type(Tensor t, bool includeBool) {
  return has_type(t, isIntegralType(t.scalar_type(), includeBool),
                  "an integer type");
}
bool tensor_is_floating_type(Tensor t) {
  return has_type(t, isFloatingType(t.scalar_type()), "a floating type");
}
bool tensor_is_real_type(Tensor t) {
  return has_type(t, isRealType(t.scalar_type()), "a real type");
}
bool tensor_is_realh_type(Tensor t) {
  return has_type(t, isRealHType(t.scalar_type()), "a real type or Half");
}
bool tensor_is_realhbf16_type(Tensor t) {
  return has_type(t, isRealHBF16Type(t.scalar_type()),
                  "a real type, Half or BFloat16");
}
bool tensor_is_realhb_type(Tensor t) {
  return has_type(t, isRealHBType(t.scalar_type()),
                  "a real type, Half or Bool");
}
bool tensor_is_realhbbf16_type(Tensor t) {
  return has_type(t, isRealHBBF16Type(t.scalar_type()),
                  "a real type, Half, Bool or BFloat16");
}
bool tensor_is_complex_type(Tensor t) {
  return has_type(t, isComplexType(t.scalar_type()), "a complex type");
}
bool tensor_is_bits_type(Tensor t) {
  return has_type(t, isBitsType(t.scalar_type()), "a bits type");
}
bool tensors_have_same_dtype(Tensor a, Tensor b) {
  ET_CHECK_OR_RETURN_FALSE(a.scalar_type() == b.scalar_type(),
                           ET_TENSOR_CHECK_PREFIX__ ": types %s and %s",
                           toString(a.scalar_type()),
                           toString(b.scalar_type()));
  return true;
}
bool tensors_have_same_dtype(Tensor a, Tensor b, Tensor c) {
  return tensors_have_same_dtype(a, b) && tensors_have_same_dtype(b, c);
}

bool tensor_is_rank(Tensor t, size_t rank) {
  ET_CHECK_OR_RETURN_FALSE(static_cast<size_t>(t.dim()) == rank,
                           "tensor has %zd dimensions, expected %zu", t.dim(),
                           rank);
  return true;
}
bool tensor_has_rank_greater_or_equal_to(Tensor t, size_t rank) {
  ET_CHECK_OR_RETURN_FALSE(static_cast<size_t>(t.dim()) >= rank,
                           "tensor has %zd dimensions, expected at least %zu",
                           t.dim(), rank);
  return true;
}
bool tensor_has_rank_smaller_or_equal_to(Tensor t, size_t rank) {
  ET_CHECK_OR_RETURN_FALSE(static_cast<size_t>(t.dim()) <= rank,
                           "tensor has %zd dimensions, expected at most %zu",
                           t.dim(), rank);
  return true;
}
bool tensors_have_same_rank(Tensor a, Tensor b) {
  ET_CHECK_OR_RETURN_FALSE(a.dim() == b.dim(),
                           ET_TENSOR_CHECK_PREFIX__ ": %zd and %zd dimensions",
                           a.dim(), b.dim());
  return true;
}
bool tensor_has_dim(Tensor t, int64_t d) {
  return dim_is_valid(d, nonzero_dim(t));
}
bool tensor_has_non_empty_dim(Tensor t, int64_t d) {
  if (!tensor_has_dim(t, d)) {
    return false;
  }
  const auto dim = static_cast<ssize_t>(d < 0 ? d + nonzero_dim(t) : d);
  ET_CHECK_OR_RETURN_FALSE(nonempty_size(t, dim) != 0, "dimension %zd is empty",
                           dim);
  return true;
}
bool tensor_dim_has_index(Tensor t, int64_t d, int64_t ix) {
  if (!tensor_has_dim(t, d)) {
    return false;
  }
  const auto dim = static_cast<ssize_t>(d < 0 ? d + nonzero_dim(t) : d);
  const int64_t size = nonempty_size(t, dim);
  ET_CHECK_OR_RETURN_FALSE(
      ix >= -size && ix < size,
      "index %" PRId64 " in dimension %zd of size %" PRId64, ix, dim, size);
  return true;
}
bool tensors_have_same_size_at_dims(Tensor a, size_t dim_a, Tensor b,
                                    size_t dim_b) {
  const auto da = static_cast<ssize_t>(dim_a);
  const auto db = static_cast<ssize_t>(dim_b);
  ET_CHECK_OR_RETURN_FALSE(da < a.dim() && db < b.dim(),
                           "dimensions %zd and %zd of tensors with %zd and %zd",
                           da, db, a.dim(), b.dim());
  ET_CHECK_OR_RETURN_FALSE(a.size(da) == b.size(db),
                           ET_TENSOR_CHECK_PREFIX__
                           ": size %zd of dimension %zd, %zd of %zd",
                           a.size(da), da, b.size(db), db);
  return true;
}

bool tensors_have_same_shape(Tensor a, Tensor b) { return same_shape(a, b); }
bool tensors_have_same_shape(Tensor a, Tensor b, Tensor c) {
  return same_shape(a, b) && same_shape(b, c);
}
bool tensors_have_same_shape_and_dtype(Tensor a, Tensor b) {
  return tensors_have_same_shape(a, b) && tensors_have_same_dtype(a, b);
}
bool tensors_have_same_shape_and_dtype(Tensor a, Tensor b, Tensor c) {
  return tensors_have_same_shape(a, b, c) && tensors_have_same_dtype(a, b, c);
}
bool tensor_has_expected_size(Tensor a, ArrayRef<SizesType> expected_sizes) {
  ET_CHECK_OR_RETURN_FALSE(a.sizes() == expected_sizes, "shape %s, expected %s",
                           shape_text(a.sizes()).data(),
                           shape_text(expected_sizes).data());
  return true;
}

bool tensors_have_same_strides(Tensor a, Tensor b) {
  ET_CHECK_OR_RETURN_FALSE(a.strides() == b.strides(),
                           ET_TENSOR_CHECK_PREFIX__ ": strides %s and %s",
                           shape_text(a.strides()).data(),
                           shape_text(b.strides()).data());
  return true;
}
bool tensors_have_same_strides(Tensor a, Tensor b, Tensor c) {
  return tensors_have_same_strides(a, b) && tensors_have_same_strides(b, c);
}
bool tensor_is_contiguous(Tensor t) {
  int64_t expected = 1;
  for (size_t i = t.strides().size(); i > 0; --i) {
    ET_CHECK_OR_RETURN_FALSE(t.strides()[i - 1] == expected,
                             "the stride of the %zu. dimension shall be "
                             "%" PRId64 ", found %d",
                             i, expected,
                             static_cast<int>(t.strides()[i - 1]));
    expected *= t.sizes()[i - 1];
  }
  return true;
}

namespace {

bool is_default(const Tensor& t) {
  return is_contiguous_dim_order(t.dim_order().data(), t.dim_order().size());
}
bool is_channels_last(const Tensor& t) {
  return is_channels_last_dim_order(t.dim_order().data(), t.dim_order().size());
}

}  // namespace

bool tensor_has_valid_dim_order(Tensor t) {
  ET_CHECK_OR_RETURN_FALSE(
      validate_dim_order(t.dim_order().data(), t.dim_order().size()),
      "the dim order is no permutation");
  return true;
}
bool tensor_is_default_or_channels_last_dim_order(Tensor t) {
  ET_CHECK_OR_RETURN_FALSE(
      is_default(t) || is_channels_last(t),
      "the dim order is neither default nor channels-last");
  return true;
}
bool tensor_is_default_dim_order(Tensor t) {
  ET_CHECK_OR_RETURN_FALSE(is_default(t), "the dim order is not default");
  return true;
}
bool tensor_is_channels_last_dim_order(Tensor t) {
  ET_CHECK_OR_RETURN_FALSE(is_channels_last(t),
                           "the dim order is not channels-last");
  return true;
}
bool tensors_have_same_dim_order(const ArrayRef<Tensor> tensor_list) {
  if (tensor_list.size() < 2) {
    return true;
  }
  bool all_default = true;
  bool all_channels_last = true;
  for (const Tensor& t : tensor_list) {
    all_default = all_default && is_default(t);
    all_channels_last = all_channels_last && is_channels_last(t);
  }
  ET_CHECK_OR_RETURN_FALSE(all_default || all_channels_last,
                           "%zu tensors differ in dim order",
                           tensor_list.size());
  return true;
}

}  // namespace runtime
}  // namespace executorch
