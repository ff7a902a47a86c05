#include <executorch/exir/backend/static_nodes.h>

#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/printer.h>
#include <fmt/format.h>

#include <algorithm>

namespace executorch::exir {
namespace {

Refusal reason_against(const Value& value) {
  if (!value.is_tensor()) {
    return fmt::format("%{} is a number of the run", value.name);
  }
  const TensorSpec& spec = value.tensor();
  if (!spec.dim_order.empty()) {
    return fmt::format("%{} is not row-major", value.name);
  }
  const auto sizes = static_sizes(value);
  if (!sizes) {
    return fmt::format("sizes of %{} depend on the run: {}", value.name,
                       spec.str());
  }
  for (const int64_t size : *sizes) {
    if (size <= 0 || size > INT32_MAX) {
      return fmt::format("%{} has size {}, expected 1 to {}", value.name, size,
                         INT32_MAX);
    }
  }
  return std::nullopt;
}

Refusal check_number(const char* what, const SymInt& number) {
  return number.is_constant() ? std::nullopt
                              : Refusal(fmt::format("{} {} depends on the run",
                                                    what, number.str()));
}

}  // namespace

Refusal check_static(const Node& node,
                     const std::function<Refusal(const Value&)>& also) {
  Refusal refusal;
  const auto take = [&](Refusal other) {
    refusal = refusal ? refusal : std::move(other);
  };
  const auto check = [&](const Value* value) {
    take(reason_against(*value));
    if (!refusal) {
      take(also(*value));
    }
  };
  for (const Argument& argument : node.args()) {
    for_each_value(argument, check);
    if (const auto* ints = std::get_if<std::vector<SymInt>>(&argument)) {
      for (const SymInt& item : *ints) {
        take(check_number("size", item));
      }
    } else if (const auto* item = std::get_if<SymInt>(&argument)) {
      take(check_number("argument", *item));
    }
  }
  for (const Value* output : node.outputs()) {
    if (!node.graph().is_unused(output)) {
      check(output);
    }
  }
  return refusal;
}

std::vector<int64_t> sizes_of(const Value* value) {
  return *static_sizes(*value);
}

std::vector<int64_t> ints_of(const Node& node, std::string_view name) {
  std::vector<int64_t> list;
  for (const SymInt& item : node.ints(name)) {
    list.push_back(*item.constant());
  }
  return list;
}

std::array<int64_t, 2> window_pair(const Node& node, std::string_view name,
                                   std::array<int64_t, 2> missing) {
  const auto& list = node.ints(name);
  return list.empty() ? missing
                      : std::array<int64_t, 2>{*list.front().constant(),
                                               *list.back().constant()};
}

int64_t PoolWindow::padding_after() const {
  const int64_t reach = (output - 1) * stride + dilation * (kernel - 1) + 1;
  return std::max(padding, reach - input - padding);
}

std::array<PoolWindow, 2> pool_windows(const Node& node) {
  const std::vector<int64_t> input = sizes_of(node.tensor("self"));
  const std::vector<int64_t> output = sizes_of(node.output());
  const auto kernel = window_pair(node, "kernel_size");
  const auto stride = window_pair(node, "stride", kernel);
  const auto padding = window_pair(node, "padding");
  const auto dilation = node.op().schema.param_index("dilation")
                            ? window_pair(node, "dilation")
                            : std::array<int64_t, 2>{1, 1};
  std::array<PoolWindow, 2> windows;
  for (size_t i = 0; i < 2; ++i) {
    windows[i] = {kernel[i],
                  stride[i],
                  padding[i],
                  dilation[i],
                  input[input.size() - 2 + i],
                  output[output.size() - 2 + i]};
  }
  return windows;
}

}  // namespace executorch::exir
