#pragma once

#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/test/run_graph.h>

#include <functional>

namespace executorch {
namespace backends {
namespace engine {
namespace testing {

/// Makes the kernel of a node.
using MakeKernel = std::function<KernelResult(const NodeView&)>;

/// Runs the kernel that `make` makes for the node, on memory aligned to no more
/// than elements, and checks that it writes nothing but its results.
std::vector<TestTensor> run_kernel(const NodeCase& node,
                                   const MakeKernel& make);

/// The scalar kernel, wrapped for float16 where it is of floats alone.
KernelResult make_scalar_kernel(const Op& op, const NodeView& node);

/// Calls `run` with each vector target of this CPU chosen in turn.
void for_each_target(const std::function<void()>& run);

/// The floats are equal up to `tolerance`, relative where they exceed 1; NaN
/// equals NaN.
void expect_near(const TestTensor& found, const TestTensor& expected,
                 float tolerance);

/// The kernel does with each target what the scalar one does.
template <typename Operator>
void expect_twin(const NodeCase& node,
                 KernelResult (*make)(const Operator&, const NodeView&),
                 float tolerance) {
  const auto& op = std::get<Operator>(node.op);
  const auto expected = run_kernel(
      node, [&](const NodeView& view) { return scalar::make(op, view); });
  for_each_target([&] {
    const auto found =
        run_kernel(node, [&](const NodeView& view) { return make(op, view); });
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      expect_near(found[i], expected[i], tolerance);
    }
  });
}

}  // namespace testing
}  // namespace engine
}  // namespace backends
}  // namespace executorch
