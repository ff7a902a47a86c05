#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Where the rows of the left operand of a product are. Rows have segments of
/// equal length, which need not follow one another.
template <typename T>
class RowSource {
 public:
  virtual ~RowSource() = default;
  /// Writes where segment s of row `first` + r is to table[s * n + r], for n
  /// rows. Rows that are not in memory as they are go to `lines`.
  virtual void fill(size_t first, size_t n, const T** table,
                    T* lines) const = 0;
  /// Elements of a row that goes to `lines`, or 0.
  virtual size_t line_numel() const { return 0; }
  /// Where segments are that are padding alone, or null.
  virtual const T* padding() const { return nullptr; }
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
