#pragma once

#include <executorch/runtime/core/evalue.h>

#include <ostream>

namespace executorch {
namespace runtime {

/// Prints a value for people: `None`, `True`, `1`, `1.`, `"text"`,
/// `(len=2)[1, 2]`, `tensor(sizes=[2], [1., 2.])`. Elements are shown in the
/// order of memory. Types without a text are shown as `<unhandled ...>`; the
/// form may change.
std::ostream& operator<<(std::ostream& os, const EValue& value);

}  // namespace runtime

namespace extension {

/// Stream manipulator: lists that are printed afterwards to this stream show so
/// many items at each end. 0 and negative numbers stand for the default, 3. The
/// sizes of a tensor are always shown in full.
class evalue_edge_items final {
 public:
  explicit evalue_edge_items(long edge_items)
      : edge_items_(edge_items < 0 ? 0 : edge_items) {}

  friend std::ostream& operator<<(std::ostream& os,
                                  const evalue_edge_items& items) {
    set_edge_items(os, items.edge_items_);
    return os;
  }

 private:
  static void set_edge_items(std::ostream& os, long edge_items);

  const long edge_items_;
};

}  // namespace extension
}  // namespace executorch

/// The name of earlier releases.
namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::evalue_edge_items;
}  // namespace util
}  // namespace executor
}  // namespace torch
