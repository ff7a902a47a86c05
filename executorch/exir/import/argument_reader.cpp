#include <executorch/exir/import/argument_reader.h>

#include <fmt/format.h>

namespace executorch::exir {
namespace {

using Reader = Expected<Argument> (*)(json::element, const NameScope&);

template <class T, class Read>
Expected<std::vector<T>> read_list(json::element value, const Read& read) {
  ET_ASSIGN(const json::array items, json::as_array(value, "list argument"));
  std::vector<T> list;
  for (const json::element item : items) {
    ET_ASSIGN(T read_item, read(item));
    list.push_back(std::move(read_item));
  }
  return list;
}

Expected<SymInt> read_int(json::element value) {
  ET_ASSIGN(const int64_t number, json::as_int(value, "as_int"));
  return SymInt(number);
}

Expected<double> read_float(json::element value) {
  return json::as_double(value, "as_float");
}

Expected<bool> read_bool(json::element value) {
  return json::as_bool(value, "as_bool");
}

Expected<SymInt> read_sym_argument(json::element value,
                                   const NameScope& scope) {
  ET_ASSIGN(const json::Tagged tagged, json::tagged(value, "as_sym_int"));
  if (tagged.tag == "as_int") {
    return read_int(tagged.value);
  }
  if (tagged.tag == "as_name") {
    ET_ASSIGN(const auto name, json::as_string(tagged.value, "as_name"));
    return scope.sym_int(name);
  }
  return fail(fmt::format("symbolic integer is {}, expected as_int or as_name",
                          tagged.tag));
}

Expected<Value*> read_tensor(json::element value, const NameScope& scope) {
  ET_ASSIGN(const auto name, json::string_member(value, "name"));
  return scope.value(name);
}

Expected<Value*> read_optional_tensor(json::element value,
                                      const NameScope& scope) {
  ET_ASSIGN(const json::Tagged tagged,
            json::tagged(value, "as_optional_tensors"));
  if (tagged.tag == "as_none") {
    return nullptr;
  }
  return read_tensor(tagged.value, scope);
}

template <class T>
Expected<Argument> to_argument(Expected<T> value) {
  if (!value) {
    return fail(std::move(value).error());
  }
  return Argument(*std::move(value));
}

Expected<Argument> read_scalar_type_argument(json::element value) {
  ET_ASSIGN(const int64_t number, json::as_int(value, "as_scalar_type"));
  return to_argument(read_scalar_type(number));
}

Expected<Argument> read_memory_format_argument(json::element value) {
  ET_ASSIGN(const int64_t number, json::as_int(value, "as_memory_format"));
  return to_argument(read_memory_format(number));
}

Expected<Argument> read_device(json::element value) {
  ET_ASSIGN(const auto type, json::string_member(value, "type"));
  if (type != "cpu") {
    return fail(fmt::format("device {}, expected cpu", type));
  }
  return Argument(std::string(type));
}

Expected<Argument> read_string(json::element value) {
  ET_ASSIGN(const auto text, json::as_string(value, "as_string"));
  return Argument(std::string(text));
}

Expected<Argument> read_sym_ints(json::element value, const NameScope& scope) {
  return to_argument(read_list<SymInt>(value, [&](json::element item) {
    return read_sym_argument(item, scope);
  }));
}

/// A bool or float by the name of the value that holds it, or a literal.
Expected<Argument> read_named_number(json::element value,
                                     const NameScope& scope) {
  ET_ASSIGN(const json::Tagged tagged, json::tagged(value, "number"));
  if (tagged.tag == "as_bool") {
    return to_argument(read_bool(tagged.value));
  }
  if (tagged.tag == "as_float") {
    return to_argument(read_float(tagged.value));
  }
  ET_ASSIGN(const auto name, json::as_string(tagged.value, "as_name"));
  return to_argument(scope.value(name));
}

Expected<Argument> read_tensors(json::element value, const NameScope& scope) {
  return to_argument(read_list<Value*>(
      value, [&](json::element item) { return read_tensor(item, scope); }));
}

Expected<Argument> read_optional_tensors(json::element value,
                                         const NameScope& scope) {
  return to_argument(read_list<Value*>(value, [&](json::element item) {
    return read_optional_tensor(item, scope);
  }));
}

struct TagReader {
  std::string_view tag;
  Reader read;
};

constexpr TagReader kReaders[] = {
    {"as_none",
     [](json::element, const NameScope&) -> Expected<Argument> {
       return Argument(std::monostate{});
     }},
    {"as_tensor",
     [](json::element v, const NameScope& s) {
       return to_argument(read_tensor(v, s));
     }},
    {"as_tensors", read_tensors},
    {"as_optional_tensors", read_optional_tensors},
    {"as_int",
     [](json::element v, const NameScope&) { return to_argument(read_int(v)); }},
    {"as_ints",
     [](json::element v, const NameScope&) {
       return to_argument(read_list<SymInt>(v, read_int));
     }},
    {"as_float",
     [](json::element v, const NameScope&) {
       return to_argument(read_float(v));
     }},
    {"as_floats",
     [](json::element v, const NameScope&) {
       return to_argument(read_list<double>(v, read_float));
     }},
    {"as_bool",
     [](json::element v, const NameScope&) {
       return to_argument(read_bool(v));
     }},
    {"as_bools",
     [](json::element v, const NameScope&) {
       return to_argument(read_list<bool>(v, read_bool));
     }},
    {"as_string",
     [](json::element v, const NameScope&) { return read_string(v); }},
    {"as_sym_int",
     [](json::element v, const NameScope& s) {
       return to_argument(read_sym_argument(v, s));
     }},
    {"as_sym_ints", read_sym_ints},
    {"as_sym_bool", read_named_number},
    {"as_sym_float", read_named_number},
    {"as_scalar_type",
     [](json::element v, const NameScope&) {
       return read_scalar_type_argument(v);
     }},
    {"as_memory_format",
     [](json::element v, const NameScope&) {
       return read_memory_format_argument(v);
     }},
    {"as_layout",
     [](json::element v, const NameScope&) {
       return to_argument(read_int(v));
     }},
    {"as_device",
     [](json::element v, const NameScope&) { return read_device(v); }},
};

}  // namespace

Expected<Value*> NameScope::value(std::string_view name) const {
  const auto found = values.find(std::string(name));
  if (found == values.end()) {
    return fail(fmt::format("value {} is used before it is defined", name));
  }
  return found->second;
}

Expected<SymInt> NameScope::sym_int(std::string_view name) const {
  const auto found = sym_ints.find(std::string(name));
  if (found == sym_ints.end()) {
    return fail(fmt::format("symbolic integer {} is not defined", name));
  }
  return found->second;
}

Expected<Argument> read_argument(json::element argument,
                                 const NameScope& scope) {
  ET_ASSIGN(const json::Tagged tagged, json::tagged(argument, "arg"));
  for (const TagReader& reader : kReaders) {
    if (reader.tag == tagged.tag) {
      return reader.read(tagged.value, scope);
    }
  }
  return fail(fmt::format("argument kind {} is not supported", tagged.tag));
}

Expected<std::string> read_tensor_name(json::element argument) {
  ET_ASSIGN(const auto name, json::string_member(argument, "name"));
  return std::string(name);
}

}  // namespace executorch::exir
