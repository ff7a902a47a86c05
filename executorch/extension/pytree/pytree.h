#pragma once

#include <executorch/extension/pytree/container.h>
#include <executorch/extension/pytree/function_ref.h>
#include <executorch/extension/pytree/spec_text.h>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace executorch {
namespace extension {
namespace pytree {

/// An array whose size is known when it is made.
template <typename T>
struct arr {
  explicit arr(size_t n) : data_(new T[n]), size_(n) {}

  T& operator[](size_t index) { return data_[index]; }
  const T& operator[](size_t index) const { return data_[index]; }
  /// Throw std::out_of_range.
  T& at(size_t index) { return data_[checked(index)]; }
  const T& at(size_t index) const { return data_[checked(index)]; }

  T* data() { return data_.get(); }
  T* begin() { return data_.get(); }
  T* end() { return data_.get() + size_; }
  const T* begin() const { return data_.get(); }
  const T* end() const { return data_.get() + size_; }
  size_t size() const { return size_; }

 private:
  size_t checked(size_t index) const {
    if (index >= size_) {
      throw std::out_of_range("element " + std::to_string(index) + " of " +
                              std::to_string(size_));
    }
    return index;
  }

  std::unique_ptr<T[]> data_;
  size_t size_;
};

/// Calls `func` on each node, children before their parents.
template <typename T, typename Aux>
void traverse(ContainerHandle<T, Aux>& node,
              FunctionRef<void(ContainerHandle<T, Aux>&)> func) {
  for (size_t i = 0; i < node.size(); ++i) {
    traverse(node[i], func);
  }
  func(node);
}
template <typename T, typename Aux>
void traverse(const ContainerHandle<T, Aux>& node,
              FunctionRef<void(const ContainerHandle<T, Aux>&)> func) {
  for (size_t i = 0; i < node.size(); ++i) {
    traverse(node[i], func);
  }
  func(node);
}

/// Counts the leaves at and below each node anew; returns those of `node`.
template <typename T, typename Aux>
size_t refresh_leaves_num(const ContainerHandle<T, Aux>& node) {
  size_t count = node.isLeaf() ? 1 : 0;
  for (size_t i = 0; i < node.size(); ++i) {
    count += refresh_leaves_num(node[i]);
  }
  node.handle->leaves_num = count;
  return count;
}

/// Copies the structure; its leaves are `leaves`, in order, and stay the
/// caller's.
template <typename T, typename U, typename Aux>
ContainerHandle<U, Aux> clone(const ContainerHandle<T, Aux>& node, U* leaves) {
  if (node.isLeaf()) {
    return ContainerHandle<U, Aux>(new Container<U, Aux>(leaves));
  }
  ContainerHandle<U, Aux> copy(new Container<U, Aux>(node.kind(), node.size()));
  for (size_t i = 0; i < node.size(); ++i) {
    copy[i] = clone(node[i], leaves);
    leaves += node[i].leaves_num();
    if (node.isDict()) {
      copy.key(i) = node.key(i);
    }
  }
  copy.handle->custom_type = node.handle->custom_type;
  copy.handle->leaves_num = node.leaves_num();
  return copy;
}

/// Reads the structure from text. Throws std::out_of_range or
/// std::runtime_error on a text that is none.
template <typename Aux = Empty>
TreeSpec<Aux> from_str(const StrTreeSpec& spec) {
  return internal::SpecReader<Aux>(spec).read();
}

/// Writes the structure as text. Throws std::runtime_error on a dictionary with
/// a key that is missing.
template <typename Aux>
StrTreeSpec to_str(const TreeSpec<Aux>& spec) {
  if (spec.leaves_num() == 0) {
    refresh_leaves_num(spec);
  }
  return internal::text_of(spec);
}

/// Makes the tree of that structure with `leaves`, as many as it has, in order.
/// They stay the caller's.
template <typename T, typename Aux>
ContainerHandle<T, Aux> unflatten(const TreeSpec<Aux>& spec, T* leaves) {
  if (spec.leaves_num() == 0) {
    refresh_leaves_num(spec);
  }
  return clone(spec, leaves);
}
template <typename T, typename Aux = Empty>
ContainerHandle<T, Aux> unflatten(const StrTreeSpec& spec, T* leaves) {
  return unflatten(from_str<Aux>(spec), leaves);
}

namespace internal {

template <typename T, typename Aux>
void collect_leaves(ContainerHandle<T, Aux>& node, T**& next) {
  if (node.isLeaf()) {
    *next++ = node.leaf_ptr();
  }
  for (size_t i = 0; i < node.size(); ++i) {
    collect_leaves(node[i], next);
  }
}
template <typename T, typename Aux>
void collect_leaves(const ContainerHandle<T, Aux>& node, const T**& next) {
  if (node.isLeaf()) {
    *next++ = node.leaf_ptr();
  }
  for (size_t i = 0; i < node.size(); ++i) {
    collect_leaves(node[i], next);
  }
}

/// The leaves of the structure that is returned are not to be read.
template <typename Leaf, typename Handle, typename Aux>
std::pair<arr<Leaf*>, std::unique_ptr<TreeSpec<Aux>>> flatten(Handle& tree) {
  arr<Leaf*> leaves(refresh_leaves_num(tree));
  Leaf** next = leaves.data();
  collect_leaves(tree, next);
  const auto spec_leaves = std::make_unique<TreeSpecLeaf[]>(leaves.size());
  return {std::move(leaves),
          std::make_unique<TreeSpec<Aux>>(clone(tree, spec_leaves.get()))};
}

}  // namespace internal

/// Returns the leaves in order, and the structure.
template <typename T, typename Aux>
std::pair<arr<const T*>, std::unique_ptr<TreeSpec<Aux>>> flatten(
    const ContainerHandle<T, Aux>& tree) {
  return internal::flatten<const T, const ContainerHandle<T, Aux>, Aux>(tree);
}
template <typename T, typename Aux>
std::pair<arr<T*>, std::unique_ptr<TreeSpec<Aux>>> flatten(
    ContainerHandle<T, Aux>& tree) {
  return internal::flatten<T, ContainerHandle<T, Aux>, Aux>(tree);
}

}  // namespace pytree
}  // namespace extension
}  // namespace executorch

/// The names of earlier releases.
namespace torch {
namespace executor {
namespace pytree {
using ::executorch::extension::pytree::Empty;
using ::executorch::extension::pytree::from_str;
using ::executorch::extension::pytree::TreeSpec;
}  // namespace pytree
}  // namespace executor
}  // namespace torch
