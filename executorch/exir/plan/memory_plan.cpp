#include <executorch/exir/plan/memory_plan.h>

#include <executorch/exir/plan/offsets.h>
#include <executorch/exir/plan/storage.h>

#include <algorithm>

namespace executorch::exir {

Expected<MemoryPlan> plan_memory(const Graph& graph) {
  ET_ASSIGN(const Storages storages, assign_storages(graph));
  MemoryPlan plan;
  std::vector<uint64_t> offsets(storages.list.size(), 0);
  std::vector<Block> blocks;
  std::vector<size_t> planned;
  uint64_t state_nbytes = 0;
  for (size_t i = 0; i < storages.list.size(); ++i) {
    const Storage& storage = storages.list[i];
    if (storage.is_state) {
      offsets[i] = state_nbytes;
      state_nbytes += align_up(storage.nbytes);
    } else {
      blocks.push_back({storage.nbytes, storage.first, storage.last, 0});
      planned.push_back(i);
    }
  }
  const uint64_t arena_nbytes = assign_offsets(blocks);
  for (size_t i = 0; i < planned.size(); ++i) {
    offsets[planned[i]] = blocks[i].offset;
  }
  plan.buffer_nbytes = {0, static_cast<int64_t>(arena_nbytes)};
  if (state_nbytes > 0) {
    plan.buffer_nbytes.push_back(static_cast<int64_t>(state_nbytes));
  }
  for (const auto& [value, index] : storages.of_value) {
    plan.allocations[value] = {storages.list[index].is_state ? 2u : 1u,
                               offsets[index]};
  }
  return plan;
}

}  // namespace executorch::exir
