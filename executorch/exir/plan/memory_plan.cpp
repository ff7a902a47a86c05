#include <executorch/exir/plan/memory_plan.h>

#include <executorch/exir/plan/offsets.h>
#include <executorch/exir/plan/storage.h>
#include <fmt/format.h>

#include <algorithm>

namespace executorch::exir {

namespace {

/// Adds the mutable buffers of one method.
Expected<void> add_state(const Graph& graph, StateLayout& layout) {
  for (const Value* buffer : graph.constants()) {
    if (buffer->kind != Value::Kind::kMutableBuffer) {
      continue;
    }
    const auto nbytes = buffer->tensor().max_nbytes();
    if (!nbytes) {
      return fail(fmt::format("buffer {} is {}, which has no bound",
                              buffer->fqn, buffer->tensor().str()));
    }
    const auto [it, added] =
        layout.places.try_emplace(buffer->fqn, layout.nbytes, buffer);
    if (added) {
      layout.nbytes += align_up(static_cast<uint64_t>(*nbytes));
      continue;
    }
    const Value& first = *it->second.buffer;
    if (first.tensor().str() != buffer->tensor().str() ||
        !std::ranges::equal(first.data.bytes, buffer->data.bytes)) {
      return fail(fmt::format(
          "buffer {} is {} in one method and {} in another, or has another "
          "initial value; expected the methods of one module",
          buffer->fqn, first.tensor().str(), buffer->tensor().str()));
    }
  }
  return {};
}

}  // namespace

Expected<StateLayout> plan_state(std::span<const Graph* const> methods) {
  StateLayout layout;
  for (const Graph* graph : methods) {
    ET_TRY(add_state(*graph, layout));
  }
  return layout;
}

Expected<MemoryPlan> plan_memory(const Graph& graph, const StateLayout& state) {
  ET_ASSIGN(const Storages storages, assign_storages(graph));
  MemoryPlan plan;
  std::vector<Block> blocks;
  for (const Storage& storage : storages.list) {
    blocks.push_back({storage.nbytes, storage.first, storage.last, 0});
  }
  const uint64_t arena_nbytes = assign_offsets(blocks);
  plan.buffer_nbytes = {0, static_cast<int64_t>(arena_nbytes)};
  for (const auto& [value, index] : storages.of_value) {
    plan.allocations[value] = {1, blocks[index].offset};
  }
  for (const auto& [value, buffer] : storages.state_of_value) {
    plan.allocations[value] = {2, state.places.at(buffer->fqn).offset};
  }
  if (!storages.state_of_value.empty()) {
    plan.buffer_nbytes.push_back(static_cast<int64_t>(state.nbytes));
  }
  return plan;
}

}  // namespace executorch::exir
