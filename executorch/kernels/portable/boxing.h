#pragma once

#include <executorch/ops/schema_types.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

/// \file
/// From the executor's `Span<EValue*>` to a kernel's typed parameters. The
/// values come from a program that nobody vouches for: a wrong count or tag is
/// logged and becomes the context's failure state; nothing aborts.
namespace executorch::kernels {

/// Reads the arguments of one call. After the first mismatch the reader is
/// failed, its context too, and what it returned must not be used.
class ArgumentReader {
 public:
  /// \param ctx   receives InvalidArgument (missing argument) or InvalidType
  /// \param stack the call's values; more than the kernel takes are ignored
  /// \param op    the kernel's name for messages
  ArgumentReader(runtime::KernelRuntimeContext& ctx,
                 runtime::Span<runtime::EValue*> stack, const char* op)
      : ctx_(ctx), stack_(stack), op_(op) {}

  bool ok() const { return ok_; }
  /// False, and failed, if fewer than `count` values were passed.
  bool check_count(size_t count);

  aten::Tensor* tensor(size_t index);
  std::optional<aten::Tensor> optional_tensor(size_t index);
  aten::ArrayRef<aten::Tensor> tensor_list(size_t index);
  aten::ArrayRef<std::optional<aten::Tensor>> optional_tensor_list(
      size_t index);
  int64_t integer(size_t index);
  double floating(size_t index);
  bool boolean(size_t index);
  std::string_view string(size_t index);
  aten::Scalar scalar(size_t index);
  aten::ScalarType scalar_type(size_t index);
  aten::MemoryFormat memory_format(size_t index);
  aten::ArrayRef<int64_t> int_list(size_t index);
  aten::ArrayRef<double> float_list(size_t index);
  aten::ArrayRef<bool> bool_list(size_t index);

  bool is_none(size_t index) const {
    return stack_[index] != nullptr && stack_[index]->isNone();
  }

 private:
  /// Fails and names argument, tag found and type expected.
  void mismatch(size_t index, const char* expected);
  bool usable(const aten::Tensor& tensor, size_t index);

  runtime::KernelRuntimeContext& ctx_;
  runtime::Span<runtime::EValue*> stack_;
  const char* op_;
  bool ok_ = true;
};

/// C++ parameter type of each kind, and how it is read.
template <ops::ParamKind kind>
struct Parameter;

#define ET_PARAMETER(kind, type, method)                     \
  template <>                                                \
  struct Parameter<ops::ParamKind::kind> {                   \
    using Type = type;                                       \
    static auto read(ArgumentReader& reader, size_t index) { \
      return reader.method(index);                           \
    }                                                        \
  }
#define ET_OPTIONAL_PARAMETER(kind, type, value, method)                     \
  template <>                                                                \
  struct Parameter<ops::ParamKind::kind> {                                   \
    using Type = type;                                                       \
    static std::optional<value> read(ArgumentReader& reader, size_t index) { \
      return reader.is_none(index)                                           \
                 ? std::optional<value>()                                    \
                 : std::optional<value>(reader.method(index));               \
    }                                                                        \
  }

ET_PARAMETER(kTensor, const aten::Tensor&, tensor);
ET_PARAMETER(kOut, aten::Tensor&, tensor);
ET_PARAMETER(kOptionalTensor, const std::optional<aten::Tensor>&,
             optional_tensor);
ET_PARAMETER(kOutList, aten::ArrayRef<aten::Tensor>, tensor_list);
ET_PARAMETER(kTensorList, aten::ArrayRef<aten::Tensor>, tensor_list);
ET_PARAMETER(kOptionalTensorList, aten::ArrayRef<std::optional<aten::Tensor>>,
             optional_tensor_list);
ET_PARAMETER(kInt, int64_t, integer);
ET_PARAMETER(kIntList, aten::ArrayRef<int64_t>, int_list);
ET_PARAMETER(kFloat, double, floating);
ET_PARAMETER(kFloatList, aten::ArrayRef<double>, float_list);
ET_PARAMETER(kBool, bool, boolean);
ET_PARAMETER(kBoolList, aten::ArrayRef<bool>, bool_list);
ET_PARAMETER(kStr, std::string_view, string);
ET_PARAMETER(kScalar, const aten::Scalar&, scalar);
ET_PARAMETER(kScalarType, aten::ScalarType, scalar_type);
ET_PARAMETER(kMemoryFormat, aten::MemoryFormat, memory_format);
ET_OPTIONAL_PARAMETER(kOptionalInt, std::optional<int64_t>, int64_t, integer);
ET_OPTIONAL_PARAMETER(kOptionalIntList, std::optional<aten::ArrayRef<int64_t>>,
                      aten::ArrayRef<int64_t>, int_list);
ET_OPTIONAL_PARAMETER(kOptionalFloat, std::optional<double>, double, floating);
ET_OPTIONAL_PARAMETER(kOptionalFloatList, std::optional<aten::ArrayRef<double>>,
                      aten::ArrayRef<double>, float_list);
ET_OPTIONAL_PARAMETER(kOptionalBool, std::optional<bool>, bool, boolean);
ET_OPTIONAL_PARAMETER(kOptionalStr, std::optional<std::string_view>,
                      std::string_view, string);
ET_OPTIONAL_PARAMETER(kOptionalScalar, const std::optional<aten::Scalar>&,
                      aten::Scalar, scalar);
ET_OPTIONAL_PARAMETER(kOptionalScalarType, std::optional<aten::ScalarType>,
                      aten::ScalarType, scalar_type);
ET_OPTIONAL_PARAMETER(kOptionalMemoryFormat, std::optional<aten::MemoryFormat>,
                      aten::MemoryFormat, memory_format);
#undef ET_PARAMETER
#undef ET_OPTIONAL_PARAMETER

namespace internal {

template <class Index>
struct ResultTuple;
template <size_t... I>
struct ResultTuple<std::index_sequence<I...>> {
  template <size_t>
  using Result = aten::Tensor&;
  using Type = std::tuple<Result<I>...>;
};

template <size_t results>
struct ReturnType {
  using Type =
      typename ResultTuple<std::make_index_sequence<results>>::Type;
};
template <>
struct ReturnType<0> {
  using Type = void;
};
template <>
struct ReturnType<1> {
  using Type = aten::Tensor&;
};

template <class Row, class Index>
struct KernelTypes;
template <class Row, size_t... I>
struct KernelTypes<Row, std::index_sequence<I...>> {
  static constexpr ops::KernelSignature kSignature =
      ops::kernel_signature(Row::kSchema);
  static_assert(kSignature.valid, "a schema that schema_types.h cannot read");
  using Return = typename ReturnType<kSignature.results>::Type;
  using Function = Return(runtime::KernelRuntimeContext&,
                          typename Parameter<kSignature.params[I]>::Type...);
};

template <class T>
T& pass(T& value) {
  return value;
}
inline aten::Tensor& pass(aten::Tensor*& value) { return *value; }

/// One instance serves all kernels of a signature.
template <class Function, ops::ParamKind... kinds, size_t... I>
void call(runtime::KernelRuntimeContext& ctx,
          runtime::Span<runtime::EValue*> stack, const char* op,
          Function* kernel, std::index_sequence<I...>) {
  ArgumentReader reader(ctx, stack, op);
  if (!reader.check_count(sizeof...(kinds))) {
    return;
  }
  std::tuple<decltype(Parameter<kinds>::read(reader, I))...> args{
      Parameter<kinds>::read(reader, I)...};
  if (reader.ok()) {
    kernel(ctx, pass(std::get<I>(args))...);
  }
}

template <class Row, size_t... I>
void call_row(
    runtime::KernelRuntimeContext& ctx, runtime::Span<runtime::EValue*> stack,
    const char* op,
    typename KernelTypes<Row, std::index_sequence<I...>>::Function* kernel,
    std::index_sequence<I...> index) {
  using Types = KernelTypes<Row, std::index_sequence<I...>>;
  call<typename Types::Function, Types::kSignature.params[I]...>(ctx, stack, op,
                                                                 kernel, index);
}

template <class Row>
using RowIndex =
    std::make_index_sequence<ops::kernel_signature(Row::kSchema).size>;

}  // namespace internal

/// Number of values that a kernel of this schema reads and writes.
constexpr size_t num_args(std::string_view schema) {
  return ops::kernel_signature(schema).size;
}

/// Bit i is set if the kernel writes argument i: its results (or the list of
/// them), or the tensor that an in-place operator changes.
constexpr uint64_t written_args(std::string_view schema) {
  const ops::KernelSignature signature = ops::kernel_signature(schema);
  uint64_t mask = 0;
  for (size_t i = 0; i < signature.size; ++i) {
    const ops::ParamKind kind = signature.params[i];
    const bool written =
        kind == ops::ParamKind::kOut || kind == ops::ParamKind::kOutList;
    mask |= written ? uint64_t{1} << i : 0;
  }
  return mask;
}

/// C++ type of the kernel of a row; `Row::kSchema` is its schema's text.
template <class Row>
using KernelFunction =
    typename internal::KernelTypes<Row, internal::RowIndex<Row>>::Function;

/// The kernel of a row as the executor calls it; `Row` has kSchema and kName.
template <class Row, KernelFunction<Row>* kernel>
void boxed(runtime::KernelRuntimeContext& ctx,
           runtime::Span<runtime::EValue*> stack) {
  internal::call_row<Row>(ctx, stack, Row::kName.text, kernel,
                          internal::RowIndex<Row>());
}

}  // namespace executorch::kernels
