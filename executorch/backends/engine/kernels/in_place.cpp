#include <executorch/backends/engine/kernels/kernel.h>

#include <type_traits>

namespace executorch::backends::engine {
namespace {

template <typename Operator, typename... Choices>
constexpr bool is_one_of = (std::is_same_v<Operator, Choices> || ...);

}  // namespace

bool runs_in_place(const Op& op, size_t operand) {
  return std::visit(
      [&](const auto& one) {
        using Operator = std::decay_t<decltype(one)>;
        return is_pointwise<Operator> ||
               (operand == 0 &&
                is_one_of<Operator, Softmax, BatchNorm, ScatterNd>);
      },
      op);
}

}  // namespace executorch::backends::engine
