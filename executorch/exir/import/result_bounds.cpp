#include <executorch/exir/import/result_bounds.h>

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <algorithm>
#include <string_view>

namespace executorch::exir {
namespace {

constexpr int64_t kMaxBins = 4096;
constexpr int64_t kMaxMeanRepeats = 16;

const Argument* find(const std::vector<NamedArgument>& args,
                     std::string_view name) {
  const auto found = std::ranges::find_if(
      args, [&](const NamedArgument& arg) { return arg.first == name; });
  return found == args.end() ? nullptr : &found->second;
}

const Value* tensor(const std::vector<NamedArgument>& args,
                    std::string_view name) {
  const Argument* arg = find(args, name);
  const auto* value = arg == nullptr ? nullptr : std::get_if<Value*>(arg);
  return value == nullptr || *value == nullptr || !(*value)->is_tensor()
             ? nullptr
             : *value;
}

std::optional<int64_t> integer(const std::vector<NamedArgument>& args,
                               std::string_view name) {
  const Argument* arg = find(args, name);
  const auto* value = arg == nullptr ? nullptr : std::get_if<SymInt>(arg);
  return value == nullptr ? std::nullopt : value->constant();
}

std::optional<int64_t> numel(const Value* value) {
  if (value == nullptr) {
    return std::nullopt;
  }
  const auto nbytes = value->tensor().max_nbytes();
  const auto each =
      static_cast<int64_t>(runtime::elementSize(value->dtype()));
  return nbytes ? std::optional(*nbytes / each) : std::nullopt;
}

/// Of two tensors that broadcast.
std::optional<int64_t> common_numel(const Value* a, const Value* b) {
  if (a == nullptr || b == nullptr) {
    return std::nullopt;
  }
  TensorSpec common{ScalarType::Bool, a->sizes()};
  const auto& other = b->sizes();
  if (other.size() > common.sizes.size()) {
    common.sizes.insert(common.sizes.begin(),
                        other.size() - common.sizes.size(), SymInt(1));
  }
  const size_t lead = common.sizes.size() - other.size();
  for (size_t i = 0; i < other.size(); ++i) {
    SymInt& size = common.sizes[lead + i];
    size = size == SymInt(1) ? other[i] : size;
  }
  return common.max_nbytes();
}

std::optional<int64_t> bins(const std::vector<NamedArgument>& args) {
  const Value* self = tensor(args, "self");
  const bool is_byte = self != nullptr && self->dtype() == ScalarType::Byte;
  return std::max(is_byte ? int64_t{256} : kMaxBins,
                  integer(args, "minlength").value_or(0));
}

std::optional<int64_t> repeated(const std::vector<NamedArgument>& args) {
  const Value* self = tensor(args, "self");
  std::optional<int64_t> count = numel(tensor(args, "repeats"));
  const auto dim = integer(args, "dim");
  if (self != nullptr && dim) {
    const auto rank = static_cast<int64_t>(self->sizes().size());
    const int64_t axis = *dim < 0 ? *dim + rank : *dim;
    if (axis < 0 || axis >= rank) {
      return std::nullopt;
    }
    count = self->sizes()[static_cast<size_t>(axis)].range().max;
  } else if (self != nullptr) {
    count = numel(self);
  }
  return count && *count < INT64_MAX / kMaxMeanRepeats
             ? std::optional(*count * kMaxMeanRepeats)
             : std::nullopt;
}

/// Choices of r of n elements; exact, or nothing beyond a table's size.
std::optional<SymRange> choices(const std::vector<NamedArgument>& args) {
  constexpr int64_t kMaxChoices = int64_t{1} << 32;
  const Value* self = tensor(args, "self");
  int64_t n = numel(self).value_or(-1);
  const int64_t r = integer(args, "r").value_or(2);
  const Argument* repeats = find(args, "with_replacement");
  const auto* with_replacement =
      repeats == nullptr ? nullptr : std::get_if<bool>(repeats);
  if (n < 0 || r < 1 || !self->tensor().is_static()) {
    return std::nullopt;
  }
  n += with_replacement != nullptr && *with_replacement && n != 0 ? r - 1 : 0;
  int64_t count = n < r ? 0 : 1;
  for (int64_t i = 0; i < r && count != 0; ++i) {
    if (count > kMaxChoices / n) {
      return std::nullopt;
    }
    count = count * (n - i) / (i + 1);
  }
  return SymRange{count, count};
}

std::optional<int64_t> largest_size(const std::string& op,
                                    const std::vector<NamedArgument>& args) {
  if (op == "aten::masked_select") {
    return common_numel(tensor(args, "self"), tensor(args, "mask"));
  }
  if (op == "aten::bincount") {
    return bins(args);
  }
  if (op == "aten::repeat_interleave.self_Tensor" ||
      op == "aten::repeat_interleave.Tensor") {
    return repeated(args);
  }
  if (op == "aten::nonzero" || op == "aten::argwhere" ||
      op == "aten::nonzero_numpy" || op == "aten::unique_consecutive" ||
      op == "aten::unique_dim" || op == "aten::_unique2") {
    return numel(tensor(args, "self"));
  }
  return std::nullopt;
}

}  // namespace

namespace {

/// Of unique parts along the last dimension, counted from the end, torch
/// states the sizes behind the dimension wrongly.
void correct_parts(const std::vector<NamedArgument>& args,
                   std::vector<ValueSpec>& results) {
  const Value* self = tensor(args, "self");
  if (self == nullptr || integer(args, "dim") != -1 || results.size() != 3) {
    return;
  }
  auto* values = std::get_if<TensorSpec>(&results[0]);
  auto* counts = std::get_if<TensorSpec>(&results[2]);
  const size_t rank = self->sizes().size();
  if (values != nullptr && counts != nullptr && rank > 0 &&
      values->sizes.size() >= rank) {
    values->sizes.resize(rank);
    counts->sizes = {values->sizes.back()};
  }
}

}  // namespace

std::optional<SymRange> result_range(const std::string& op,
                                     const std::vector<NamedArgument>& args) {
  if (op == "aten::combinations") {
    return choices(args);
  }
  const auto bound = largest_size(op, args);
  return bound ? std::optional(SymRange{0, *bound}) : std::nullopt;
}

void correct_results(const std::string& op,
                    const std::vector<NamedArgument>& args,
                    std::vector<ValueSpec>& results) {
  const auto set = [&](size_t i, ScalarType dtype) {
    if (i < results.size()) {
      if (auto* spec = std::get_if<TensorSpec>(&results[i])) {
        spec->dtype = dtype;
      }
    }
  };
  if (op == "aten::unique_consecutive" || op == "aten::unique_dim" ||
      op == "aten::_unique2") {
    set(1, ScalarType::Long);
    set(2, ScalarType::Long);
    correct_parts(args, results);
  } else if (op == "aten::bincount") {
    const Value* weights = tensor(args, "weights");
    set(0, weights == nullptr                       ? ScalarType::Long
           : weights->dtype() == ScalarType::Float ? ScalarType::Float
                                                   : ScalarType::Double);
  }
}

}  // namespace executorch::exir
