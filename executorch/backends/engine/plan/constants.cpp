#include <executorch/backends/engine/plan/constants.h>

#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/packing/packed_store.h>
#include <executorch/backends/engine/plan/mapped_pages.h>

#include <algorithm>
#include <cstring>

namespace executorch::backends::engine {
namespace {

constexpr size_t kNoNode = SIZE_MAX;
/// Constants up to this size may belong to the graph; they are copied.
constexpr size_t kSmallNbytes = 64;
/// Smaller ones are not worth a call of the system.
constexpr size_t kMinMappedNbytes = 1 << 16;
/// What folding may add to the size of the operands.
constexpr size_t kFoldSlackNbytes = 1 << 16;

/// Whether the execution may report an error, which is then its to report.
bool may_fail(const Graph& graph, const Node& node) {
  if (const auto* binary = std::get_if<Binary>(&node.op)) {
    return is_integer(graph.type(node.inputs[0]).dtype) &&
           binary->kind >= Binary::Kind::kFloorDiv &&
           binary->kind <= Binary::Kind::kPow;
  }
  return std::holds_alternative<Gather>(node.op) ||
         std::holds_alternative<GatherNd>(node.op) ||
         std::holds_alternative<ScatterNd>(node.op);
}

/// Folding a broadcast, say, would cost memory and gain nothing. A cast, as of
/// integer weights, is worth it: what packs its result releases it.
bool pays(const Graph& graph, const Node& node) {
  if (std::holds_alternative<Cast>(node.op)) {
    return true;
  }
  size_t limit = kFoldSlackNbytes;
  for (const ValueId id : node.inputs) {
    if (id != kNoValue) {
      limit = std::max(limit, graph.type(id).nbytes());
    }
  }
  return node.outputs.size() == 1 &&
         graph.type(node.outputs[0]).nbytes() <= limit;
}

}  // namespace

Constants::Constants(const Graph& graph, const std::vector<bool>& is_live)
    : owned_(graph.values().size()),
      is_kept_(graph.values().size()),
      is_read_(graph.values().size()),
      uses_(graph.values().size()),
      producers_(graph.values().size(), kNoNode) {
  for (const Value& value : graph.values()) {
    nbytes_.push_back(value.type.nbytes());
    roots_.push_back(static_cast<ValueId>(roots_.size()));
    data_.push_back(value.data);
    is_known_.push_back(value.is_constant());
  }
  for (size_t i = 0; i < graph.nodes().size(); ++i) {
    if (is_live[i]) {
      learn(graph, i);
    }
  }
  for (const ValueId id : graph.outputs()) {
    ++uses_[roots_[id]];
  }
}

/// Finds out whether the result of a node is known, and counts its uses.
void Constants::learn(const Graph& graph, size_t index) {
  const Node& node = graph.nodes()[index];
  const ValueId output = node.outputs[0];
  const bool has_known_operands =
      std::all_of(node.inputs.begin(), node.inputs.end(),
                  [&](ValueId id) { return id == kNoValue || is_known_[id]; });
  if (has_known_operands && std::holds_alternative<Reshape>(node.op)) {
    is_known_[output] = true;
    roots_[output] = roots_[node.inputs[0]];
    return;
  }
  if (has_known_operands && !may_fail(graph, node) && pays(graph, node)) {
    is_known_[output] = true;
    producers_[output] = index;
  }
  for (const ValueId id : node.inputs) {
    if (id != kNoValue) {
      ++uses_[roots_[id]];
    }
  }
}

Error Constants::compute(const Graph& graph, ValueId id) {
  // A stack of its own, since files decide how deep this goes.
  std::vector<ValueId> wanted = {roots_[id]};
  is_read_[roots_[id]] = true;
  while (!wanted.empty()) {
    const ValueId root = wanted.back();
    const size_t n_wanted = wanted.size();
    if (data_[root] == nullptr) {
      for (const ValueId operand : graph.nodes()[producers_[root]].inputs) {
        if (operand != kNoValue && data(operand) == nullptr) {
          wanted.push_back(roots_[operand]);
        }
      }
    }
    if (wanted.size() != n_wanted) {
      continue;
    }
    wanted.pop_back();
    if (data_[root] == nullptr) {
      ET_CHECK_OK_OR_RETURN_ERROR(
          compute_node(graph, graph.nodes()[producers_[root]]));
    }
  }
  return Error::Ok;
}

Error Constants::compute_node(const Graph& graph, const Node& node) {
  const ValueId output = node.outputs[0];
  // The only result is the first, which is always wanted.
  GraphConstants source(graph, *this);
  PackedStore store;
  const NodeView view = view_of(graph, node, source, store, {});
  KernelResult kernel = choose_kernel(node.op, view);
  ET_CHECK_OK_OR_RETURN_ERROR(kernel.error());
  AlignedBuffer result;
  AlignedBuffer scratch;
  ET_CHECK_OK_OR_RETURN_ERROR(result.allocate(graph.type(output).nbytes()));
  ET_CHECK_OK_OR_RETURN_ERROR(scratch.allocate((*kernel)->scratch_nbytes()));
  std::vector<const void*> inputs;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const bool is_read = view.has(i) && (*kernel)->reads(i);
    inputs.push_back(is_read ? data(node.inputs[i]) : nullptr);
    if (is_read) {
      is_read_[roots_[node.inputs[i]]] = true;
    }
  }
  void* outputs[] = {result.data()};
  ET_CHECK_OK_OR_RETURN_ERROR(
      (*kernel)->run({inputs.data(), outputs, scratch.data()}));
  data_[output] = result.data();
  owned_[output] = std::move(result);
  release_operands(node);
  return Error::Ok;
}

Error Constants::keep(const Graph& graph, ValueId id, PackedStore& store) {
  const ValueId root = roots_[id];
  if (is_kept_[root]) {
    return Error::Ok;
  }
  is_kept_[root] = true;
  const size_t nbytes = nbytes_[root];
  if (producers_[root] == kNoNode) {
    return nbytes <= kSmallNbytes ? copy_small(graph, root) : Error::Ok;
  }
  const Result<const void*> kept =
      store.block("constant", nbytes, [&](void* to) -> Error {
        ET_CHECK_OK_OR_RETURN_ERROR(compute(graph, root));
        if (nbytes != 0) {
          std::memcpy(to, data_[root], nbytes);
        }
        return Error::Ok;
      });
  ET_CHECK_OK_OR_RETURN_ERROR(kept.error());
  owned_[root] = AlignedBuffer();
  data_[root] = *kept;
  return Error::Ok;
}

Error Constants::copy_small(const Graph& graph, ValueId root) {
  const size_t nbytes = graph.type(root).nbytes();
  ET_CHECK_OK_OR_RETURN_ERROR(owned_[root].allocate(nbytes));
  std::memcpy(owned_[root].data(), data_[root], nbytes);
  data_[root] = owned_[root].data();
  return Error::Ok;
}

void Constants::release_operands(const Node& node) {
  for (const ValueId id : node.inputs) {
    if (id == kNoValue || !is_known_[id]) {
      continue;
    }
    const ValueId root = roots_[id];
    if (--uses_[root] != 0 || is_kept_[root]) {
      continue;
    }
    if (owned_[root].data() != nullptr) {
      owned_[root] = AlignedBuffer();
      data_[root] = nullptr;
    } else if (is_read_[root] && nbytes_[root] >= kMinMappedNbytes) {
      release_mapped_pages(data_[root], nbytes_[root]);
    }
  }
}

size_t Constants::nbytes() const {
  size_t sum = 0;
  for (const AlignedBuffer& buffer : owned_) {
    sum += buffer.nbytes();
  }
  return sum;
}

NodeView view_of(const Graph& graph, const Node& node,
                 GraphConstants& constants, PackedStore& store,
                 const std::vector<bool>& is_used) {
  NodeView view;
  view.store = &store;
  for (const ValueId id : node.inputs) {
    NodeView::Operand& operand = view.inputs.emplace_back();
    if (id == kNoValue) {
      continue;
    }
    operand.type = &graph.type(id);
    if (constants.constants().is_known(id)) {
      operand.source = &constants;
      operand.constant_id = constants.constants().root(id);
    }
  }
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    const ValueId id = node.outputs[i];
    const bool is_wanted = id != kNoValue && (i == 0 || is_used[id]);
    view.outputs.push_back(is_wanted ? &graph.type(id) : nullptr);
  }
  return view;
}

}  // namespace executorch::backends::engine
