#include <executorch/devtools/etdump/etdump_filter.h>

#include <regex.h>

#include <string>

namespace executorch {
namespace etdump {

using runtime::DelegateDebugIntId;
using runtime::kUnsetDelegateDebugIntId;

class ETDumpFilter::Pattern {
 public:
  explicit Pattern(std::string_view text)
      : valid_(regcomp(&regex_, ("^(" + std::string(text) + ")$").c_str(),
                       REG_EXTENDED | REG_NOSUB) == 0) {}
  ~Pattern() {
    if (valid_) {
      regfree(&regex_);
    }
  }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  bool valid() const { return valid_; }
  bool matches(const char* name) const {
    return regexec(&regex_, name, 0, nullptr, 0) == 0;
  }

 private:
  regex_t regex_;
  bool valid_;
};

ETDumpFilter::ETDumpFilter() = default;
ETDumpFilter::~ETDumpFilter() = default;

Result<bool> ETDumpFilter::add_regex(std::string_view pattern) {
  auto compiled = std::make_unique<Pattern>(pattern);
  ET_CHECK_OR_RETURN_ERROR(compiled->valid(), InvalidArgument,
                           "'%.*s' is no regular expression",
                           static_cast<int>(pattern.size()), pattern.data());
  patterns_.push_back(std::move(compiled));
  return true;
}

Result<bool> ETDumpFilter::set_debug_handle_range(size_t start, size_t end) {
  ET_CHECK_OR_RETURN_ERROR(start < end, InvalidArgument,
                           "the range [%zu, %zu) is empty", start, end);
  range_start_ = start;
  range_end_ = end;
  return true;
}

Result<bool> ETDumpFilter::filter(const char* name,
                                  DelegateDebugIntId delegate_debug_index) {
  ET_CHECK_OR_RETURN_ERROR(
      (name == nullptr) != (delegate_debug_index == kUnsetDelegateDebugIntId),
      InvalidArgument, "either a name or a number must be given");
  return name != nullptr ? matches_name(name)
                         : matches_index(delegate_debug_index);
}

bool ETDumpFilter::matches_name(const char* name) const {
  for (const auto& pattern : patterns_) {
    if (pattern->matches(name)) {
      return true;
    }
  }
  return patterns_.empty();
}

bool ETDumpFilter::matches_index(DelegateDebugIntId index) const {
  if (range_end_ == 0) {
    return true;
  }
  return index >= 0 && static_cast<size_t>(index) >= range_start_ &&
         static_cast<size_t>(index) < range_end_;
}

}  // namespace etdump
}  // namespace executorch
