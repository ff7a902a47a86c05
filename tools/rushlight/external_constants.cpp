#include "external_constants.h"

#include <executorch/schema/extended_header.h>

#include <algorithm>
#include <set>

#include "backends.h"

namespace rushlight {
namespace {

namespace fb = executorch_flatbuffer;

/// Each name once.
class Names {
 public:
  void add(const std::string& name) {
    if (seen_.insert(name).second) {
      list_.push_back(name);
    }
  }
  std::vector<std::string> take() { return std::move(list_); }

 private:
  std::vector<std::string> list_;
  std::set<std::string> seen_;
};

/// Bytes of a delegate; none if they do not lie in the file or the program has
/// them by name.
std::span<const std::byte> payload_of(std::span<const std::byte> file,
                                      const fb::BackendDelegate& delegate) {
  const auto& program = *fb::GetProgram(file.data());
  const auto* place = delegate.processed();
  if (place == nullptr) {
    return {};
  }
  const uint32_t index = place->index();
  if (place->location() == fb::DataLocation::INLINE) {
    const auto* inline_data = program.backend_delegate_data();
    const auto* data = inline_data != nullptr && index < inline_data->size()
                           ? inline_data->Get(index)->data()
                           : nullptr;
    return data == nullptr
               ? std::span<const std::byte>()
               : std::as_bytes(std::span(data->data(), data->size()));
  }
  const auto header =
      executorch::runtime::ExtendedHeader::Parse(file.data(), file.size());
  const auto* segments = program.segments();
  if (!header.ok() || segments == nullptr || index >= segments->size() ||
      header->segment_base_offset > file.size()) {
    return {};
  }
  const auto behind = file.subspan(header->segment_base_offset);
  const auto* segment = segments->Get(index);
  if (segment->offset() > behind.size() ||
      segment->size() > behind.size() - segment->offset()) {
    return {};
  }
  return behind.subspan(segment->offset(), segment->size());
}

void add_tensors(const fb::ExecutionPlan& plan, Names& names) {
  for (const auto* value : *plan.values()) {
    const auto* tensor = value->val_as_Tensor();
    const auto* extra =
        tensor == nullptr ? nullptr : tensor->extra_tensor_info();
    if (extra != nullptr &&
        extra->location() == fb::TensorDataLocation::EXTERNAL &&
        extra->fully_qualified_name() != nullptr) {
      names.add(extra->fully_qualified_name()->str());
    }
  }
}

/// Whether the program itself has data of that name.
bool is_in_program(std::span<const std::byte> file, const std::string& name) {
  const auto* data = fb::GetProgram(file.data())->named_data();
  return data != nullptr &&
         std::any_of(data->begin(), data->end(), [&](const auto* entry) {
           return entry->key() != nullptr && entry->key()->str() == name;
         });
}

}  // namespace

std::vector<std::string> external_constants(std::span<const std::byte> file,
                                            const fb::ExecutionPlan& plan) {
  Names names;
  if (plan.values() != nullptr) {
    add_tensors(plan, names);
  }
  if (plan.delegates() == nullptr) {
    return names.take();
  }
  for (const auto* delegate : *plan.delegates()) {
    const auto payload = payload_of(file, *delegate);
    if (delegate->id() == nullptr || payload.empty()) {
      continue;
    }
    for (const std::string& name : payload_constant_names(
             delegate->id()->str(), payload.data(), payload.size())) {
      if (!is_in_program(file, name)) {
        names.add(name);
      }
    }
  }
  return names.take();
}

}  // namespace rushlight
