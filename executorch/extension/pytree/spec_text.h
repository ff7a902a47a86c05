#pragma once

/// The text form of a tree's structure, for pytree.h.

#include <executorch/extension/pytree/container.h>

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace executorch {
namespace extension {
namespace pytree {

struct TreeSpecLeaf {};
template <typename Aux>
using TreeSpec = ContainerHandle<TreeSpecLeaf, Aux>;
template <typename Aux>
using TreeSpecContainer = Container<TreeSpecLeaf, Aux>;
using StrTreeSpec = std::string;

/// The letters of the text:
///
///     node     := '$' | nothing | kind count ('#' leaves)* '(' children ')'
///     children := (node | key ':' node), separated by ','
///     key      := number | "'" text "'"
struct Config final {
  static constexpr char kTuple = 'T';
  static constexpr char kNamedTuple = 'N';
  static constexpr char kList = 'L';
  static constexpr char kDict = 'D';
  static constexpr char kCustom = 'C';
  static constexpr char kLeaf = '$';
  static constexpr char kNodeDataBegin = '(';
  static constexpr char kNodeDataEnd = ')';
  static constexpr char kDictStrKeyQuote = '\'';
  static constexpr char kDictKeyValueSep = ':';
  static constexpr char kChildrenSep = ',';
  static constexpr char kChildrenDataSep = '#';
};

namespace internal {

/// Reads the text, which may come from a file: what does not fit throws
/// std::out_of_range (too short, or too many children) or std::runtime_error.
template <typename Aux>
class SpecReader {
 public:
  explicit SpecReader(const StrTreeSpec& text) : text_(text) {}

  TreeSpec<Aux> read() {
    text_.at(0);
    TreeSpec<Aux> spec = read_node(0);
    require(next_ == text_.size(), "text behind the tree");
    return spec;
  }

 private:
  static constexpr int kMaxDepth = 100;

  static void require(bool holds, const char* what) {
    if (!holds) {
      throw std::runtime_error(std::string("pytree text: ") + what);
    }
  }

  bool take(char letter) {
    const bool found = text_.at(next_) == letter;
    next_ += found ? 1 : 0;
    return found;
  }

  size_t read_number() {
    const size_t begin = next_;
    size_t number = 0;
    while (text_.at(next_) >= '0' && text_[next_] <= '9') {
      require(number < std::numeric_limits<KeyInt>::max() / 10,
              "a number is too large");
      number = 10 * number + static_cast<size_t>(text_[next_++] - '0');
    }
    require(next_ > begin, "a number is missing");
    return number;
  }

  Key read_key() {
    if (!take(Config::kDictStrKeyQuote)) {
      return Key(static_cast<KeyInt>(read_number()));
    }
    const size_t end = text_.find(Config::kDictStrKeyQuote, next_);
    require(end != StrTreeSpec::npos, "a key does not end");
    KeyStr key = text_.substr(next_, end - next_);
    next_ = end + 1;
    return Key(std::move(key));
  }

  static Kind kind_of(char letter) {
    switch (letter) {
      case Config::kTuple:
        return Kind::Tuple;
      case Config::kNamedTuple:
        return Kind::NamedTuple;
      case Config::kList:
        return Kind::List;
      case Config::kDict:
        return Kind::Dict;
      default:
        require(false, "an unknown kind of node");
        return Kind::None;
    }
  }

  TreeSpec<Aux> read_node(int depth) {
    require(depth < kMaxDepth, "the tree is too deep");
    if (next_ == text_.size() || text_[next_] == Config::kChildrenSep ||
        text_[next_] == Config::kNodeDataEnd) {
      return TreeSpec<Aux>(new TreeSpecContainer<Aux>(Kind::None));
    }
    if (take(Config::kLeaf)) {
      return TreeSpec<Aux>(new TreeSpecContainer<Aux>(nullptr));
    }
    const Kind kind = kind_of(text_[next_++]);
    const std::vector<size_t> leaves = read_layout();
    auto node = std::make_unique<TreeSpecContainer<Aux>>(kind, leaves.size());
    require(take(Config::kNodeDataBegin), "no children");
    for (size_t i = 0; i < leaves.size(); ++i) {
      require(i == 0 || take(Config::kChildrenSep), "children are missing");
      if (kind == Kind::Dict) {
        node->keys[i] = read_key();
        require(take(Config::kDictKeyValueSep), "a key without a value");
      }
      node->items[i] = read_node(depth + 1);
      require(node->items[i].leaves_num() == leaves[i],
              "another number of leaves than announced");
      node->leaves_num += leaves[i];
    }
    if (!take(Config::kNodeDataEnd)) {
      throw std::out_of_range("pytree text: more children than announced");
    }
    return TreeSpec<Aux>(std::move(node));
  }

  /// The leaves below each child.
  std::vector<size_t> read_layout() {
    const size_t count = read_number();
    std::vector<size_t> leaves;
    while (take(Config::kChildrenDataSep)) {
      leaves.push_back(read_number());
    }
    if (leaves.size() != count) {
      throw std::out_of_range("pytree text: numbers of leaves of " +
                              std::to_string(leaves.size()) + " children, of " +
                              std::to_string(count));
    }
    return leaves;
  }

  const StrTreeSpec& text_;
  size_t next_ = 0;
};

inline std::string text_of(const Key& key) {
  switch (key.kind()) {
    case Key::Kind::Int:
      return std::to_string(key.as_int());
    case Key::Kind::Str:
      return Config::kDictStrKeyQuote + key.as_str() + Config::kDictStrKeyQuote;
    default:
      throw std::runtime_error("a pytree key that is neither number nor text");
  }
}

template <typename Aux>
std::string kind_text(const TreeSpec<Aux>& spec) {
  switch (spec.kind()) {
    case Kind::List:
      return {Config::kList};
    case Kind::NamedTuple:
      return {Config::kNamedTuple};
    case Kind::Tuple:
      return {Config::kTuple};
    case Kind::Dict:
      return {Config::kDict};
    case Kind::Custom:
      return Config::kCustom + ("(" + spec.handle->custom_type + ")");
    default:
      return {};
  }
}

template <typename Aux>
std::string text_of(const TreeSpec<Aux>& spec) {
  if (spec.isLeaf()) {
    return {Config::kLeaf};
  }
  if (spec.kind() == Kind::None) {
    return {};
  }
  std::string text = kind_text(spec) + std::to_string(spec.size());
  for (size_t i = 0; i < spec.size(); ++i) {
    text += Config::kChildrenDataSep + std::to_string(spec[i].leaves_num());
  }
  text += Config::kNodeDataBegin;
  for (size_t i = 0; i < spec.size(); ++i) {
    text += i > 0 ? std::string{Config::kChildrenSep} : std::string();
    if (spec.isDict()) {
      text += text_of(spec.key(i)) + Config::kDictKeyValueSep;
    }
    text += text_of(spec[i]);
  }
  return text + Config::kNodeDataEnd;
}

}  // namespace internal
}  // namespace pytree
}  // namespace extension
}  // namespace executorch
