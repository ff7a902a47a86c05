#include <executorch/backends/engine/plan/constants.h>

#include <algorithm>
#include <cstring>

namespace executorch::backends::engine {
namespace {

constexpr size_t kNotOwned = SIZE_MAX;
/// Constants up to this size may belong to the graph; they are copied.
constexpr size_t kSmallNbytes = 64;
/// What folding may add to the size of the operands.
constexpr size_t kFoldSlackNbytes = 1 << 16;

bool is_known(const Node& node, const std::vector<const void*>& data) {
  return std::all_of(node.inputs.begin(), node.inputs.end(), [&](ValueId id) {
    return id == kNoValue || data[id] != nullptr;
  });
}

/// Folding a broadcast, say, would cost memory and gain nothing.
bool pays(const Graph& graph, const Node& node) {
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

Error Constants::fold(const Graph& graph, const std::vector<bool>& is_live) {
  for (const Value& value : graph.values()) {
    data_.push_back(value.data);
  }
  owner_.assign(data_.size(), kNotOwned);
  for (size_t i = 0; i < graph.nodes().size(); ++i) {
    const Node& node = graph.nodes()[i];
    if (is_live[i] && is_known(node, data_) && pays(graph, node)) {
      ET_CHECK_OK_OR_RETURN_ERROR(fold_node(graph, node));
    }
  }
  return Error::Ok;
}

Error Constants::fold_node(const Graph& graph, const Node& node) {
  const ValueId output = node.outputs[0];
  if (std::holds_alternative<Reshape>(node.op)) {
    data_[output] = data_[node.inputs[0]];
    owner_[output] = owner_[node.inputs[0]];
    return Error::Ok;
  }
  const NodeView view =
      view_of(graph, node, *this, std::vector<bool>(data_.size(), true));
  KernelResult kernel = choose_kernel(node.op, view);
  ET_CHECK_OK_OR_RETURN_ERROR(kernel.error());
  AlignedBuffer result;
  AlignedBuffer scratch;
  ET_CHECK_OK_OR_RETURN_ERROR(result.allocate(graph.type(output).nbytes()));
  ET_CHECK_OK_OR_RETURN_ERROR(scratch.allocate((*kernel)->scratch_nbytes()));
  std::vector<const void*> inputs;
  for (const ValueId id : node.inputs) {
    inputs.push_back(id == kNoValue ? nullptr : data_[id]);
  }
  void* outputs[] = {result.data()};
  if ((*kernel)->run({inputs.data(), outputs, scratch.data()}) != Error::Ok) {
    return Error::Ok;  // An error of the execution, which is to report it.
  }
  data_[output] = result.data();
  owner_[output] = owned_.size();
  owned_.push_back(std::move(result));
  is_kept_.push_back(false);
  return Error::Ok;
}

Result<const void*> Constants::keep(const Graph& graph, ValueId id) {
  if (owner_[id] == kNotOwned && graph.type(id).nbytes() <= kSmallNbytes) {
    AlignedBuffer copy;
    ET_CHECK_OK_OR_RETURN_ERROR(copy.allocate(graph.type(id).nbytes()));
    std::memcpy(copy.data(), data_[id], copy.nbytes());
    data_[id] = copy.data();
    owner_[id] = owned_.size();
    owned_.push_back(std::move(copy));
    is_kept_.push_back(true);
  }
  if (owner_[id] != kNotOwned) {
    is_kept_[owner_[id]] = true;
  }
  return data_[id];
}

void Constants::release_unused() {
  for (size_t i = 0; i < owned_.size(); ++i) {
    if (!is_kept_[i]) {
      owned_[i] = AlignedBuffer();
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
                 const Constants& constants, const std::vector<bool>& is_used) {
  NodeView view;
  for (const ValueId id : node.inputs) {
    view.inputs.push_back(
        id == kNoValue
            ? NodeView::Operand{}
            : NodeView::Operand{&graph.type(id), constants.data(id)});
  }
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    const ValueId id = node.outputs[i];
    const bool is_wanted = id != kNoValue && (i == 0 || is_used[id]);
    view.outputs.push_back(is_wanted ? &graph.type(id) : nullptr);
  }
  return view;
}

}  // namespace executorch::backends::engine
