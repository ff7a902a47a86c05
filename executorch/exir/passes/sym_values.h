#pragma once

#include <executorch/exir/ir/graph.h>

#include <map>
#include <string>

namespace executorch::exir {

/// Values of a graph by the size expression that they hold.
class SymValues {
 public:
  /// Takes note of an integer value; others are ignored. The first value of
  /// an expression counts.
  void add(Value* value) {
    const auto* scalar = std::get_if<ScalarSpec>(&value->spec);
    if (scalar != nullptr && scalar->kind == ScalarSpec::Kind::kInt &&
        !scalar->sym.is_constant()) {
      by_text_.emplace(scalar->sym.str(), value);
    }
  }

  /// Null if no value holds the expression.
  Value* find(const SymInt& expression) const {
    const auto found = by_text_.find(expression.str());
    return found == by_text_.end() ? nullptr : found->second;
  }

 private:
  std::map<std::string, Value*> by_text_;
};

}  // namespace executorch::exir
