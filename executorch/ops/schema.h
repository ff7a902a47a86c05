#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Reader of operator schemas in upstream's language (native_functions.yaml),
/// for the compiler. The kernels read the same texts at compile time, in
/// schema_types.h.
namespace executorch::ops {

/// Base type of a parameter, without list, optional and alias marks.
enum class BaseType {
  kTensor,
  kInt,
  kSymInt,
  kFloat,
  kBool,
  kStr,
  kScalar,
  kScalarType,
  kMemoryFormat,
  kLayout,
  kDevice,
};

struct ParamType {
  BaseType base = BaseType::kTensor;
  bool is_list = false;
  bool is_optional = false;          ///< `T?` or `T[]?`
  bool elements_optional = false;    ///< `T?[]`
  size_t list_size = 0;              ///< the 2 of `int[2]`, else 0
  bool is_alias = false;             ///< `Tensor(a)` or `Tensor(a!)`
  bool is_mutated = false;           ///< `Tensor(a!)`
};

struct Param {
  ParamType type;
  std::string name;
  std::optional<std::string> default_text;  ///< as written after `=`
  bool keyword_only = false;
};

struct Schema {
  std::string ns;        ///< "aten"
  std::string name;      ///< "add"
  std::string overload;  ///< "Tensor", empty for the default overload
  std::vector<Param> params;
  std::vector<ParamType> returns;

  /// "aten::add.Tensor"; "aten::relu" for a default overload.
  std::string qualified_name() const;
  /// Position of a parameter, or nothing.
  std::optional<size_t> param_index(std::string_view param_name) const;
  /// True if the parameter does not exist in the out form: a factory's
  /// dtype, layout, device and pin_memory.
  bool is_dropped_in_out_form(size_t param) const;
};

/// Reads one schema; nothing if the text does not follow the grammar.
std::optional<Schema> parse_schema(std::string_view text);

}  // namespace executorch::ops
