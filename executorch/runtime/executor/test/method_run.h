#pragma once

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/test/loaded_program.h>
#include <executorch/runtime/executor/test/program_builder.h>

#include <optional>
#include <utility>
#include <vector>

/// \file
/// A program of a few kernels, loaded and ready to run, and its inputs.
namespace executorch::runtime::testing {

namespace fb = executorch_flatbuffer;

/// (a, b, out, result): out = a + b, resized to a.
inline void add_kernel(KernelRuntimeContext& context, Span<EValue*> stack) {
  const auto a = stack[0]->tryToTensor();
  const auto b = stack[1]->tryToTensor();
  const auto out = stack[2]->tryToTensor();
  if (!a.ok() || !b.ok() || !out.ok()) {
    return context.fail(Error::InvalidType);
  }
  if (resize_tensor(*out, a->sizes()) != Error::Ok || b->numel() < a->numel()) {
    return context.fail(Error::InvalidArgument);
  }
  for (ssize_t i = 0; i < a->numel(); ++i) {
    out->mutable_data_ptr<float>()[i] =
        a->const_data_ptr<float>()[i] + b->const_data_ptr<float>()[i];
  }
}

/// (a, limit, result): a < limit.
inline void less_kernel(KernelRuntimeContext&, Span<EValue*> stack) {
  *stack[2] = EValue(stack[0]->toInt() < stack[1]->toInt());
}

/// (a, result): a + 1.
inline void next_kernel(KernelRuntimeContext&, Span<EValue*> stack) {
  *stack[1] = EValue(stack[0]->toInt() + 1);
}

/// (list, result): the sum of the elements of all tensors.
inline void sum_kernel(KernelRuntimeContext& context, Span<EValue*> stack) {
  const auto list = stack[0]->tryToTensorList();
  if (!list.ok()) {
    return context.fail(list.error());
  }
  double sum = 0;
  for (const aten::Tensor& tensor : *list) {
    for (ssize_t i = 0; i < tensor.numel(); ++i) {
      sum += static_cast<double>(tensor.const_data_ptr<float>()[i]);
    }
  }
  *stack[1] = EValue(sum);
}

constexpr Kernel kKernels[] = {
    Kernel("test::add", add_kernel, 3, 4),
    Kernel("test::less", less_kernel),
    Kernel("test::next", next_kernel),
    Kernel("test::sum", sum_kernel),
};

struct TestRun {
  explicit TestRun(const std::vector<uint8_t>& file, size_t missing_planned = 0,
                   const NamedDataMap* data = nullptr)
      : program(file), error((*program).error()) {
    if (error != Error::Ok) {
      return;
    }
    const auto meta = (*program)->method_meta("forward");
    error = meta.error();
    if (error != Error::Ok) {
      return;
    }
    memory.emplace(*meta, missing_planned);
    method.emplace((*program)->load_method(
        "forward", memory->manager(), nullptr, data, nullptr, {kKernels, 4}));
    error = method->error();
  }
  Method& operator*() { return method->get(); }
  Method* operator->() { return &method->get(); }

  LoadedProgram program;
  Error error;
  std::optional<MethodMemory> memory;
  std::optional<Result<Method>> method;
};

/// out = in + constant {10, 20}; the input is planned, of up to `size`
/// elements.
inline ProgramBuilder add_constant(
    fb::TensorShapeDynamism dynamism = fb::TensorShapeDynamism::STATIC) {
  ProgramBuilder b;
  b.operators = {"test::add"};
  b.buffer_sizes = {0, 64};
  b.constants = {{10, 20}};
  const int32_t in = b.tensor({.memory_id = 1, .dynamism = dynamism});
  const int32_t constant = b.tensor({.constant = 1});
  const int32_t out =
      b.tensor({.memory_id = 1, .offset = 16, .dynamism = dynamism});
  b.inputs = {in};
  b.outputs = {out};
  b.call(0, {in, constant, out, out});
  return b;
}

struct FloatTensor {
  FloatTensor(std::vector<aten::SizesType> shape, std::vector<float> values,
              aten::ScalarType type = aten::ScalarType::Float)
      : sizes(std::move(shape)),
        data(std::move(values)),
        impl(type, static_cast<ssize_t>(sizes.size()), sizes.data(),
             data.data()) {}
  EValue value() { return EValue(aten::Tensor(&impl)); }
  std::vector<aten::SizesType> sizes;
  std::vector<float> data;
  aten::TensorImpl impl;
};

}  // namespace executorch::runtime::testing
