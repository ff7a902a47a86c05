#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// \file
/// The parameters of a kernel, read from its row's schema at compile time.
/// `ops/schema.h` reads the same texts at run time for the compiler.

/// Expands to its further arguments unless `kernel` is `none`, so that a table
/// read from the rows can skip operators that have no kernel.
#define ET_IF_KERNEL(kernel, ...)                                           \
  ET_IF_KERNEL_CALL(ET_IF_KERNEL_SECOND(ET_IF_KERNEL_PROBE_##kernel, 0, ~), \
                    __VA_ARGS__)
#define ET_IF_KERNEL_PROBE_none ~, 1
#define ET_IF_KERNEL_SECOND(...) ET_IF_KERNEL_SECOND_(__VA_ARGS__)
#define ET_IF_KERNEL_SECOND_(first, second, ...) second
#define ET_IF_KERNEL_CALL(is_none, ...) ET_IF_KERNEL_CALL_(is_none, __VA_ARGS__)
#define ET_IF_KERNEL_CALL_(is_none, ...) ET_IF_KERNEL_##is_none(__VA_ARGS__)
#define ET_IF_KERNEL_0(...) __VA_ARGS__
#define ET_IF_KERNEL_1(...)

namespace executorch::ops {

/// What one parameter of a kernel is. `kOut` is a tensor that the kernel
/// writes: the mutated argument of an in-place form, or one result. `kOutList`
/// is a result that is a list of tensors, as many as the caller made room for.
enum class ParamKind : uint8_t {
  kUnknown,
  kTensor,
  kOptionalTensor,
  kTensorList,
  kOptionalTensorList,
  kInt,
  kOptionalInt,
  kIntList,
  kOptionalIntList,
  kFloat,
  kOptionalFloat,
  kFloatList,
  kOptionalFloatList,
  kBool,
  kOptionalBool,
  kBoolList,
  kStr,
  kOptionalStr,
  kScalar,
  kOptionalScalar,
  kScalarType,
  kOptionalScalarType,
  kMemoryFormat,
  kOptionalMemoryFormat,
  kOut,
  kOutList,
};

/// Parameters of a kernel without its leading KernelRuntimeContext.
struct KernelSignature {
  static constexpr size_t kMaxParams = 24;

  ParamKind params[kMaxParams] = {};
  size_t size = 0;     ///< number of parameters, results included
  /// 0: returns nothing (a list); 1: Tensor&; n: std::tuple of n Tensor&
  size_t results = 0;
  bool valid = false;  ///< the schema was understood
};

namespace internal {

struct TypeName {
  std::string_view text;
  ParamKind kind;
};

inline constexpr TypeName kTypeNames[] = {
    {"Tensor", ParamKind::kTensor},
    {"Tensor?", ParamKind::kOptionalTensor},
    {"Tensor[]", ParamKind::kTensorList},
    {"Tensor?[]", ParamKind::kOptionalTensorList},
    {"int", ParamKind::kInt},
    {"SymInt", ParamKind::kInt},
    {"int?", ParamKind::kOptionalInt},
    {"SymInt?", ParamKind::kOptionalInt},
    {"int[]", ParamKind::kIntList},
    {"SymInt[]", ParamKind::kIntList},
    {"int[]?", ParamKind::kOptionalIntList},
    {"SymInt[]?", ParamKind::kOptionalIntList},
    {"float", ParamKind::kFloat},
    {"float?", ParamKind::kOptionalFloat},
    {"float[]", ParamKind::kFloatList},
    {"float[]?", ParamKind::kOptionalFloatList},
    {"bool", ParamKind::kBool},
    {"bool?", ParamKind::kOptionalBool},
    {"bool[]", ParamKind::kBoolList},
    {"str", ParamKind::kStr},
    {"str?", ParamKind::kOptionalStr},
    {"Scalar", ParamKind::kScalar},
    {"Scalar?", ParamKind::kOptionalScalar},
    {"ScalarType", ParamKind::kScalarType},
    {"ScalarType?", ParamKind::kOptionalScalarType},
    {"MemoryFormat", ParamKind::kMemoryFormat},
    {"MemoryFormat?", ParamKind::kOptionalMemoryFormat},
};

/// A type as written, compared without "(a!)" marks and list lengths.
constexpr bool same_type(std::string_view written, std::string_view name) {
  size_t at = 0;
  bool skip = false;
  for (const char c : written) {
    const bool digit = c >= '0' && c <= '9';
    skip = skip || c == '(';
    if (!skip && !digit) {
      if (at == name.size() || name[at] != c) {
        return false;
      }
      ++at;
    }
    skip = skip && c != ')';
  }
  return at == name.size();
}

constexpr ParamKind kind_of(std::string_view written) {
  if (written.find('!') != std::string_view::npos) {
    return ParamKind::kOut;
  }
  for (const TypeName& type : kTypeNames) {
    if (same_type(written, type.text)) {
      return type.kind;
    }
  }
  return ParamKind::kUnknown;
}

/// The first item of a comma-separated list, and `rest` after its comma.
constexpr std::string_view next_item(std::string_view list,
                                     std::string_view& rest) {
  int depth = 0;
  size_t end = 0;
  for (; end < list.size(); ++end) {
    const char c = list[end];
    depth += c == '(' || c == '[' ? 1 : (c == ')' || c == ']' ? -1 : 0);
    if (c == ',' && depth == 0) {
      break;
    }
  }
  rest = end < list.size() ? list.substr(end + 1) : std::string_view();
  std::string_view item = list.substr(0, end);
  while (!item.empty() && item.front() == ' ') {
    item.remove_prefix(1);
  }
  return item;
}

/// Position of the parenthesis that closes the parameter list, or npos.
constexpr size_t closing_parenthesis(std::string_view schema, size_t open) {
  int depth = 0;
  for (size_t i = open; i < schema.size(); ++i) {
    depth += schema[i] == '(' ? 1 : (schema[i] == ')' ? -1 : 0);
    if (depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

constexpr bool is_factory_option(std::string_view item) {
  return item.find(" dtype") != std::string_view::npos ||
         item.find(" layout") != std::string_view::npos ||
         item.find(" device") != std::string_view::npos ||
         item.find(" pin_memory") != std::string_view::npos;
}

constexpr bool is_factory(std::string_view params) {
  return params.find(" layout") != std::string_view::npos &&
         params.find(" device") != std::string_view::npos &&
         params.find(" pin_memory") != std::string_view::npos;
}

/// Appends the results that `returns` (what follows the arrow) names.
constexpr bool add_results(std::string_view returns, bool in_place,
                           KernelSignature& signature) {
  const bool is_list = same_type(returns, "Tensor[]");
  size_t count = 1;
  for (const char c : returns) {
    count += c == ',' ? 1 : 0;
  }
  signature.results = is_list ? 0 : count;
  for (size_t i = 0; !in_place && i < count; ++i) {
    if (signature.size == KernelSignature::kMaxParams) {
      return false;
    }
    signature.params[signature.size++] =
        is_list ? ParamKind::kOutList : ParamKind::kOut;
  }
  return true;
}

}  // namespace internal

/// The parameters of the out form of `schema`, or of its in-place form where
/// the result is a mutated argument. A factory's dtype, layout, device and
/// pin_memory do not exist there.
constexpr KernelSignature kernel_signature(std::string_view schema) {
  KernelSignature result;
  const size_t open = schema.find('(');
  const size_t close = internal::closing_parenthesis(schema, open);
  const size_t arrow = schema.find("-> ", close);
  if (open == std::string_view::npos || close == std::string_view::npos ||
      arrow == std::string_view::npos) {
    return result;
  }
  std::string_view rest = schema.substr(open + 1, close - open - 1);
  const bool factory = internal::is_factory(rest);
  const bool in_place = schema.find('!', arrow) != std::string_view::npos;
  while (!rest.empty()) {
    const std::string_view item = internal::next_item(rest, rest);
    if (item == "*" || (factory && internal::is_factory_option(item))) {
      continue;
    }
    const ParamKind kind = internal::kind_of(item.substr(0, item.find(' ')));
    if (kind == ParamKind::kUnknown ||
        result.size == KernelSignature::kMaxParams) {
      return result;
    }
    result.params[result.size++] = kind;
  }
  result.valid =
      internal::add_results(schema.substr(arrow + 3), in_place, result);
  return result;
}

/// A registered kernel's name, built at compile time: the schema's qualified
/// name without its overload, then "." and the out overload if there is one.
struct KernelName {
  static constexpr size_t kMaxLength = 96;

  char text[kMaxLength + 1] = {};
  bool valid = false;
};

constexpr KernelName kernel_name(std::string_view schema,
                                 std::string_view out_overload) {
  KernelName name;
  const std::string_view base =
      schema.substr(0, schema.substr(0, schema.find('(')).find('.'));
  const std::string_view stem = base.substr(0, base.find('('));
  if (stem.size() + out_overload.size() + 1 > KernelName::kMaxLength) {
    return name;
  }
  size_t at = 0;
  for (const char c : stem) {
    name.text[at++] = c;
  }
  if (!out_overload.empty()) {
    name.text[at++] = '.';
    for (const char c : out_overload) {
      name.text[at++] = c;
    }
  }
  name.valid = true;
  return name;
}

}  // namespace executorch::ops
