#include <executorch/kernels/prim_ops/kernels.h>

#include <cinttypes>
#include <cstring>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/kernel/kernel_includes.h>

namespace executorch {
namespace kernels {
namespace prim_ops {

using aten::SizesType;
using aten::Tensor;
using runtime::Error;
using runtime::kTensorDimensionLimit;

namespace {

/// Returns the tensor in a value, or nullptr after a report.
const Tensor* tensor_in(KernelRuntimeContext& context, const EValue& value) {
  if (!value.isTensor()) {
    fail_type(context, value);
    return nullptr;
  }
  return &value.toTensor();
}

/// Fills in the sizes of a view; one of those wanted may be -1.
Error view_sizes(const Tensor& self, aten::ArrayRef<int64_t> wanted,
                 SizesType* sizes) {
  ssize_t known = 1;
  size_t inferred = wanted.size();
  for (size_t i = 0; i < wanted.size(); ++i) {
    ET_CHECK_OR_RETURN_ERROR(wanted[i] >= -1 && wanted[i] <= INT32_MAX,
                             InvalidArgument,
                             "size %" PRId64 " of dimension %zu", wanted[i], i);
    if (wanted[i] == -1) {
      ET_CHECK_OR_RETURN_ERROR(inferred == wanted.size(), InvalidArgument,
                               "two sizes are -1");
      inferred = i;
      continue;
    }
    sizes[i] = static_cast<SizesType>(wanted[i]);
    ET_CHECK_OR_RETURN_ERROR(
        !runtime::internal::mul_overflows(
            known, static_cast<ssize_t>(wanted[i]), &known),
        InvalidArgument, "the product of sizes overflows at dimension %zu", i);
  }
  if (inferred < wanted.size()) {
    ET_CHECK_OR_RETURN_ERROR(
        known != 0 && self.numel() % known == 0 &&
            self.numel() / known <= INT32_MAX,
        InvalidArgument, "no size of dimension %zu makes %zd elements of %zd",
        inferred, self.numel(), known);
    sizes[inferred] = static_cast<SizesType>(self.numel() / known);
    known *= sizes[inferred];
  }
  ET_CHECK_OR_RETURN_ERROR(known == self.numel(), InvalidArgument,
                           "a view of %zd elements on a tensor of %zd", known,
                           self.numel());
  return Error::Ok;
}

Error make_view(const Tensor& self, aten::ArrayRef<int64_t> wanted,
                const Tensor& view) {
  ET_CHECK_OR_RETURN_ERROR(self.scalar_type() == view.scalar_type(),
                           InvalidArgument,
                           "a view of type %s on a tensor of type %s",
                           runtime::toString(view.scalar_type()),
                           runtime::toString(self.scalar_type()));
  ET_CHECK_OR_RETURN_ERROR(wanted.size() == static_cast<size_t>(view.dim()) &&
                               wanted.size() <= kTensorDimensionLimit,
                           InvalidArgument,
                           "%zu sizes for a view with %zd dimensions",
                           wanted.size(), view.dim());
  SizesType sizes[kTensorDimensionLimit] = {};
  ET_CHECK_OK_OR_RETURN_ERROR(view_sizes(self, wanted, sizes));
  // The data of the call before may have been smaller.
  runtime::internal::reset_data_ptr(view);
  ET_CHECK_OK_OR_RETURN_ERROR(
      runtime::resize_tensor(view, {sizes, wanted.size()}));
  return runtime::internal::share_tensor_data(view, self);
}

Error copy_to_row(const Tensor& to, const Tensor& from, int64_t index) {
  ET_CHECK_OR_RETURN_ERROR(
      to.scalar_type() == from.scalar_type() && to.dim() == from.dim() + 1 &&
          static_cast<size_t>(to.dim()) <= kTensorDimensionLimit,
      InvalidArgument,
      "a row of type %s with %zd dimensions for a tensor of type %s with %zd",
      runtime::toString(from.scalar_type()), from.dim(),
      runtime::toString(to.scalar_type()), to.dim());
  ET_CHECK_OR_RETURN_ERROR(index >= 0 && index < INT32_MAX, InvalidArgument,
                           "row %" PRId64, index);
  SizesType sizes[kTensorDimensionLimit] = {};
  sizes[0] = static_cast<SizesType>(index + 1);
  for (ssize_t i = 0; i < from.dim(); ++i) {
    ET_CHECK_OR_RETURN_ERROR(to.size(i + 1) == from.size(i), InvalidArgument,
                             "size %zd of dimension %zd of a row, expected %zd",
                             from.size(i), i, to.size(i + 1));
    sizes[i + 1] = static_cast<SizesType>(from.size(i));
  }
  ET_CHECK_OK_OR_RETURN_ERROR(
      runtime::resize_tensor(to, {sizes, static_cast<size_t>(to.dim())}));
  if (from.nbytes() > 0) {
    std::memmove(to.mutable_data_ptr<uint8_t>() +
                     static_cast<size_t>(index) * from.nbytes(),
                 from.const_data_ptr(), from.nbytes());
  }
  return Error::Ok;
}

void report(KernelRuntimeContext& context, Error error) {
  if (error != Error::Ok) {
    context.fail(error);
  }
}

}  // namespace

void sym_size(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!check_count(context, stack, 3)) {
    return;
  }
  const Tensor* const tensor = tensor_in(context, *stack[0]);
  if (tensor == nullptr) {
    return;
  }
  if (!stack[1]->isInt()) {
    fail_type(context, *stack[1]);
    return;
  }
  const int64_t dim = stack[1]->toInt();
  ET_KERNEL_CHECK(context, runtime::dim_is_valid(dim, tensor->dim()),
                  InvalidArgument, );
  *stack[2] = EValue(static_cast<int64_t>(
      tensor->size(static_cast<ssize_t>(dim < 0 ? dim + tensor->dim() : dim))));
}

void sym_numel(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!check_count(context, stack, 2)) {
    return;
  }
  const Tensor* const tensor = tensor_in(context, *stack[0]);
  if (tensor != nullptr) {
    *stack[1] = EValue(static_cast<int64_t>(tensor->numel()));
  }
}

void local_scalar_dense(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!check_count(context, stack, 2)) {
    return;
  }
  const Tensor* const tensor = tensor_in(context, *stack[0]);
  if (tensor == nullptr) {
    return;
  }
  ET_KERNEL_CHECK_MSG(
      context, tensor->numel() >= 1 && tensor->const_data_ptr() != nullptr,
      InvalidArgument, , "the tensor has no element");
  EValue* const result = stack[1];
  ET_SWITCH_REALHBBF16_TYPES(
      tensor->scalar_type(), context, "_local_scalar_dense", CTYPE, [&] {
        const CTYPE element = *tensor->const_data_ptr<CTYPE>();
        if constexpr (std::is_integral<CTYPE>::value) {
          *result = EValue(aten::Scalar(element));
        } else {
          *result = EValue(static_cast<double>(element));
        }
      });
}

void et_view(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (stack.size() == 1 && stack[0]->isString()) {
    ET_LOG(Error, "%.*s", static_cast<int>(stack[0]->toString().size()),
           stack[0]->toString().data());
    context.fail(Error::InvalidArgument);
    return;
  }
  if (!check_count(context, stack, 3)) {
    return;
  }
  const Tensor* const self = tensor_in(context, *stack[0]);
  const Tensor* const view = tensor_in(context, *stack[2]);
  if (self == nullptr || view == nullptr) {
    return;
  }
  const auto sizes = stack[1]->tryToIntList();
  if (!sizes.ok()) {
    fail_type(context, *stack[1]);
    return;
  }
  report(context, make_view(*self, *sizes, *view));
}

void et_copy_index(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (stack.size() != 3 && stack.size() != 4) {
    check_count(context, stack, 3);
    return;
  }
  const Tensor* const to = tensor_in(context, *stack[0]);
  const Tensor* const from = tensor_in(context, *stack[1]);
  if (to == nullptr || from == nullptr) {
    return;
  }
  if (!stack[2]->isInt()) {
    fail_type(context, *stack[2]);
    return;
  }
  report(context, copy_to_row(*to, *from, stack[2]->toInt()));
}

}  // namespace prim_ops
}  // namespace kernels
}  // namespace executorch
