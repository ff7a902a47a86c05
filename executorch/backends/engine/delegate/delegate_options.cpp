#include <executorch/backends/engine/delegate/delegate_options.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace executorch::backends::engine {

using runtime::BackendOption;
using runtime::Error;
using runtime::OptionValue;
using runtime::Span;

namespace {

using Text = std::array<char, runtime::kMaxOptionValueLength>;

constexpr int kMaxSharingMode = 2;

template <typename Options>
auto find(Options& options, const char* key) {
  return std::find_if(
      options.begin(), options.end(), [&](const BackendOption& option) {
        return std::strncmp(option.key, key, runtime::kMaxOptionKeyLength) == 0;
      });
}

bool is_in_range(const BackendOption& option) {
  if (std::strcmp(option.key, kWorkspaceSharingKey) != 0) {
    return true;
  }
  const int mode = std::get<int>(option.value);
  return 0 <= mode && mode <= kMaxSharingMode;
}

}  // namespace

DelegateOptions::DelegateOptions() {
  const auto add = [&](const char* key, OptionValue value) {
    BackendOption& option = options_.emplace_back();
    std::strncpy(option.key, key, sizeof(option.key) - 1);
    option.value = value;
  };
  add(kPackedCachePathKey, Text{});
  add(kWeightCacheKey, true);
  add(kSaveWeightCacheKey, true);
  add(kWorkspaceSharingKey, kMaxSharingMode);
}

Error DelegateOptions::set(Span<const BackendOption> options) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Error error = Error::Ok;
  for (const BackendOption& option : options) {
    const auto own = find(options_, option.key);
    if (own == options_.end()) {
      continue;
    }
    if (own->value.index() == option.value.index() && is_in_range(option)) {
      own->value = option.value;
    } else {
      ET_LOG(Error, "option %s has a value of another type or out of range",
             own->key);
      error = Error::InvalidArgument;
    }
  }
  return error;
}

Error DelegateOptions::get(Span<BackendOption> options) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (BackendOption& option : options) {
    const auto own = find(options_, option.key);
    if (own != options_.end()) {
      option.value = own->value;
    }
  }
  return Error::Ok;
}

OptionValue DelegateOptions::value_of(const char* key) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return find(options_, key)->value;
}

std::string DelegateOptions::packed_cache_path(
    const runtime::BackendInitContext& context) const {
  const auto own = context.get_runtime_spec<const char*>(kPackedCachePathKey);
  if (own.ok()) {
    return *own;
  }
  const auto text = std::get<Text>(value_of(kPackedCachePathKey));
  return {text.data(), strnlen(text.data(), text.size())};
}

bool DelegateOptions::shares_workspaces(
    const runtime::BackendInitContext& context) const {
  const auto own = context.get_runtime_spec<int>(kWorkspaceSharingKey);
  return (own.ok() ? *own : std::get<int>(value_of(kWorkspaceSharingKey))) != 0;
}

}  // namespace executorch::backends::engine
