#pragma once

#include <executorch/runtime/core/event_tracer.h>
#include <executorch/runtime/core/result.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace executorch {
namespace etdump {

using runtime::Result;

/// Which intermediate outputs of delegates are not recorded: those whose name
/// matches a regular expression as a whole, or whose number lies in a range.
/// What has not been set matches everything.
class ETDumpFilter : public runtime::EventTracerFilterBase {
 public:
  ETDumpFilter();
  ~ETDumpFilter() override;

  /// Adds an expression, in POSIX's extended syntax.
  ///
  /// @returns true.
  /// @retval Error::InvalidArgument It is none.
  Result<bool> add_regex(std::string_view pattern);

  /// Sets the range [start, end) of numbers.
  ///
  /// @returns true.
  /// @retval Error::InvalidArgument It is empty.
  Result<bool> set_debug_handle_range(size_t start, size_t end);

  /// Tells whether an output matches. Either a name or a number is given.
  ///
  /// @retval Error::InvalidArgument Both or none are.
  Result<bool> filter(
      const char* name,
      runtime::DelegateDebugIntId delegate_debug_index) override;

  size_t get_n_regex() const { return patterns_.size(); }

 private:
  class Pattern;

  bool matches_name(const char* name) const;
  bool matches_index(runtime::DelegateDebugIntId index) const;

  std::vector<std::unique_ptr<Pattern>> patterns_;
  size_t range_start_ = 0;
  size_t range_end_ = 0;
};

}  // namespace etdump
}  // namespace executorch
