#include <executorch/backends/engine/delegate/delegate_options.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace executorch::backends::engine {

using runtime::BackendOption;
using runtime::Error;
using runtime::OptionValue;
using runtime::Result;
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

/// By index of OptionValue.
constexpr const char* kTypes[] = {"bool", "int", "text"};

Error check_type(const BackendOption& option, const OptionValue& own) {
  ET_CHECK_OR_RETURN_ERROR(option.value.index() == own.index(), InvalidArgument,
                           "option %s is of type %s, expected %s", option.key,
                           kTypes[option.value.index()], kTypes[own.index()]);
  return Error::Ok;
}

Error check_range(const BackendOption& option) {
  if (std::strcmp(option.key, kWorkspaceSharingKey) != 0) {
    return Error::Ok;
  }
  const int mode = std::get<int>(option.value);
  ET_CHECK_OR_RETURN_ERROR(0 <= mode && mode <= kMaxSharingMode,
                           InvalidArgument, "option %s is %d, expected 0 to %d",
                           option.key, mode, kMaxSharingMode);
  return Error::Ok;
}

Error check(const BackendOption& option, const OptionValue& own) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_type(option, own));
  return check_range(option);
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
    const Error checked = check(option, own->value);
    if (checked == Error::Ok) {
      own->value = option.value;
    } else {
      error = checked;
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

Result<OptionValue> DelegateOptions::value_of(
    const runtime::BackendInitContext& context, const char* key) const {
  const auto specs = context.runtime_specs();
  const std::lock_guard<std::mutex> lock(mutex_);
  const OptionValue& own = find(options_, key)->value;
  const auto spec = find(specs, key);
  if (spec == specs.end()) {
    return own;
  }
  ET_CHECK_OK_OR_RETURN_ERROR(check(*spec, own));
  return spec->value;
}

Result<std::string> DelegateOptions::packed_cache_path(
    const runtime::BackendInitContext& context) const {
  const Result<OptionValue> value = value_of(context, kPackedCachePathKey);
  ET_CHECK_OK_OR_RETURN_ERROR(value.error());
  const Text& text = std::get<Text>(*value);
  return std::string(text.data(), strnlen(text.data(), text.size()));
}

Result<bool> DelegateOptions::shares_workspaces(
    const runtime::BackendInitContext& context) const {
  const Result<OptionValue> value = value_of(context, kWorkspaceSharingKey);
  ET_CHECK_OK_OR_RETURN_ERROR(value.error());
  return std::get<int>(*value) != 0;
}

}  // namespace executorch::backends::engine
