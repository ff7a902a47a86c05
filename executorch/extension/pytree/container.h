#pragma once

/// The trees of pytree.h.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace executorch {
namespace extension {
namespace pytree {

/// Throws std::runtime_error unless the condition holds.
inline void pytree_check(bool must_be_true) {
  if (!must_be_true) {
    throw std::runtime_error("pytree assertion failed");
  }
}

enum class Kind : uint8_t { List, Tuple, NamedTuple, Dict, Leaf, Custom, None };

using KeyStr = std::string;
using KeyInt = int32_t;

/// A key of a dictionary: nothing, a number or a text.
struct Key {
  enum class Kind : uint8_t { None, Int, Str };

  Key() = default;
  /* implicit */ Key(KeyInt key) : value_(key) {}
  /* implicit */ Key(KeyStr key) : value_(std::move(key)) {}

  Kind kind() const { return static_cast<Kind>(value_.index()); }

  /// Throw std::bad_variant_access on a key of another kind.
  KeyInt as_int() const { return std::get<KeyInt>(value_); }
  operator KeyInt() const { return as_int(); }
  const KeyStr& as_str() const { return std::get<KeyStr>(value_); }
  operator const KeyStr&() const { return as_str(); }

  bool operator==(const Key& other) const { return value_ == other.value_; }
  bool operator!=(const Key& other) const { return !(*this == other); }

 private:
  std::variant<std::monostate, KeyInt, KeyStr> value_;
};

/// No further data at a node.
struct Empty {};

template <typename T, typename Aux = Empty>
struct ContainerHandle;

/// A node. It owns the nodes below it, not the leaves.
///
/// @tparam T Type of the leaves.
/// @tparam Aux Base class with further data.
template <typename T, typename Aux = Empty>
struct Container final : public Aux {
  using handle_type = ContainerHandle<T, Aux>;
  using leaf_type = T;

  /// A node with `size` children; a dictionary has as many keys.
  /* implicit */ Container(Kind kind, size_t size = 0)
      : kind(kind), size(size), items(new handle_type[size]) {
    if (kind == Kind::Dict) {
      keys.reset(new Key[size]);
    }
  }
  /* implicit */ Container(leaf_type* leaf)
      : kind(Kind::Leaf), leaf(leaf), leaves_num(1) {}
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;

  Kind kind = Kind::None;
  size_t size = 0;
  leaf_type* leaf = nullptr;
  std::unique_ptr<handle_type[]> items;
  std::unique_ptr<Key[]> keys;
  std::string custom_type;
  /// Leaves at and below the node; 0 if not counted yet.
  mutable size_t leaves_num = 0;
};

/// Owns a node and gives access to it. Access that does not fit the kind of the
/// node throws std::runtime_error.
template <typename T, typename Aux>
struct ContainerHandle {
  using container_type = Container<T, Aux>;
  using leaf_type = T;

  ContainerHandle() = default;
  /* implicit */ ContainerHandle(container_type* node) : handle(node) {}
  /* implicit */ ContainerHandle(std::unique_ptr<container_type> node)
      : handle(std::move(node)) {}
  /// Makes the node from the arguments of a constructor of Container.
  template <typename... Args, typename = std::enable_if_t<std::is_constructible<
                                  container_type, Args...>::value>>
  /* implicit */ ContainerHandle(Args... args)
      : handle(new container_type(std::move(args)...)) {}

  void set_leaf(leaf_type* leaf) { leaf_node().leaf = leaf; }
  operator leaf_type() const { return leaf(); }
  const leaf_type& leaf() const { return *leaf_node().leaf; }
  leaf_type& leaf() { return *leaf_node().leaf; }
  const leaf_type* leaf_ptr() const { return leaf_node().leaf; }
  leaf_type* leaf_ptr() { return leaf_node().leaf; }

  const ContainerHandle& operator[](size_t index) const { return item(index); }
  ContainerHandle& operator[](size_t index) { return item(index); }

  bool contains(const KeyStr& key) const { return find(key) < size(); }
  const ContainerHandle& at(const Key& key) const {
    const size_t index = find(key);
    if (index == size()) {
      throw std::runtime_error("the pytree has no such key");
    }
    return item(index);
  }
  const ContainerHandle& at(const KeyInt& key) const { return at(Key(key)); }
  const ContainerHandle& at(const KeyStr& key) const { return at(Key(key)); }

  const Key& key(size_t index) const { return key_at(index); }
  Key& key(size_t index) { return key_at(index); }

  /// Number of children.
  size_t size() const { return handle->size; }
  size_t leaves_num() const { return handle->leaves_num; }
  Kind kind() const { return handle->kind; }
  bool isDict() const { return kind() == Kind::Dict; }
  bool isList() const { return kind() == Kind::List; }
  bool isNamedTuple() const { return kind() == Kind::NamedTuple; }
  bool isTuple() const { return kind() == Kind::Tuple; }
  bool isLeaf() const { return kind() == Kind::Leaf; }

  /// Compares the structure. Not const: a const handle compares as its leaf.
  bool operator==(const ContainerHandle& other) { return same_as(other); }
  bool operator!=(const ContainerHandle& other) { return !same_as(other); }

  std::unique_ptr<container_type> handle;

 private:
  container_type& leaf_node() const {
    pytree_check(handle->kind == Kind::Leaf);
    return *handle;
  }

  ContainerHandle& item(size_t index) const {
    pytree_check(index < handle->size);
    return handle->items[index];
  }

  Key& key_at(size_t index) const {
    pytree_check(isDict() && index < handle->size);
    return handle->keys[index];
  }

  /// Returns size() if there is none.
  size_t find(const Key& key) const {
    pytree_check(isDict());
    size_t i = 0;
    while (i < size() && handle->keys[i] != key) {
      ++i;
    }
    return i;
  }

  bool same_as(const ContainerHandle& other) const {
    if (kind() != other.kind() || size() != other.size()) {
      return false;
    }
    for (size_t i = 0; i < size(); ++i) {
      if ((isDict() && key(i) != other.key(i)) ||
          !item(i).same_as(other.item(i))) {
        return false;
      }
    }
    return true;
  }
};

}  // namespace pytree
}  // namespace extension
}  // namespace executorch
