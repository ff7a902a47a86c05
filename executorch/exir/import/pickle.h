#pragma once

#include <executorch/exir/ir/diagnostic.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// Reader of Python pickles (protocols 2 to 5) as data: nothing is called. An
/// object is what it would be made from: the name of a callable, its arguments
/// and the state set on it.
namespace executorch::exir {

struct PickleValue;
using PicklePtr = PickleValue*;

struct PickleValue {
  enum class Kind {
    kNone,
    kBool,
    kInt,
    kFloat,
    kString,
    kList,
    kTuple,
    kDict,
    kGlobal,      ///< `text`: "module name"
    kObject,      ///< `items`: callable, arguments; `state` if it was built
    kPersistent,  ///< `items`: the persistent id
  };

  Kind kind = Kind::kNone;
  int64_t integer = 0;  ///< of kBool and kInt
  double number = 0;
  std::string text;
  std::vector<PicklePtr> items;
  std::vector<std::pair<PicklePtr, PicklePtr>> entries;  ///< of kDict
  PicklePtr state = nullptr;

  bool is(Kind other) const { return kind == other; }
  /// True for an object made by this callable.
  bool is_call_of(std::string_view callable) const;
  /// Arguments of an object; empty for anything else.
  const std::vector<PicklePtr>& args() const;
};

/// The values of a pickle, which may refer to each other in circles.
struct Pickle {
  std::deque<PickleValue> values;
  const PickleValue* root = nullptr;
};

/// Reads one pickle. Fails, with the position, for an opcode outside of the
/// subset that torch.save writes, and for a damaged stream.
Expected<std::unique_ptr<Pickle>> read_pickle(std::string_view bytes);

}  // namespace executorch::exir
