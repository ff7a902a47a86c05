#pragma once

#include <executorch/exir/emit/data_segment.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace executorch::exir {

/// Constants that a program finds by name in a `.ptd` file: each distinct
/// content once, under as many names as it has.
class ExternalConstants {
 public:
  /// Adds a constant of static sizes and gives the name under which it is
  /// found: its data_name(), with a number behind it if other data or sizes
  /// have that already.
  const std::string& add(const Value& constant);
  /// Adds bytes that a delegate's payload finds under their key. Fails if other
  /// data have it already.
  Expected<void> add(const Delegate::NamedConstant& constant);

  /// The `.ptd` file; nothing if there are no constants.
  std::optional<EmittedFile> file() const;

 private:
  struct Entry {
    ScalarType dtype = ScalarType::Float;
    std::vector<int32_t> sizes;
    std::vector<uint8_t> dim_order;
    size_t index = 0;  ///< in `data_`
    bool is_tensor = true;

    bool operator==(const Entry&) const = default;
  };

  std::map<std::string, Entry> entries_;
  DataSegment data_;
};

}  // namespace executorch::exir
