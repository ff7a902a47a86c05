#include <executorch/backends/engine/test/kernel_twin.h>

#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/kernels/half_kernel.h>
#include <executorch/backends/engine/packing/packed_store.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>

namespace executorch::backends::engine::testing {
namespace {

constexpr std::byte kUntouched{0xA5};
constexpr size_t kMarginNbytes = 64;

/// Bytes that begin one element behind an aligned address, and a margin.
class Memory {
 public:
  explicit Memory(const TensorType& type)
      : offset_(kAlignment + element_nbytes(type.dtype)),
        nbytes_(type.nbytes()) {
    EXPECT_EQ(buffer_.allocate(offset_ + nbytes_ + kMarginNbytes), Error::Ok);
    std::fill_n(buffer_.as<std::byte>(), buffer_.nbytes(), kUntouched);
  }
  explicit Memory(const TestTensor& tensor) : Memory(tensor.type) {
    std::copy(tensor.bytes.begin(), tensor.bytes.end(), data());
  }

  std::byte* data() const { return buffer_.as<std::byte>() + offset_; }
  std::vector<std::byte> bytes() const { return {data(), data() + nbytes_}; }

  void expect_untouched_margins() const {
    const std::byte* begin = buffer_.as<std::byte>();
    const std::byte* end = begin + buffer_.nbytes();
    const auto is_untouched = [](std::byte b) { return b == kUntouched; };
    EXPECT_TRUE(std::all_of(begin, begin + offset_, is_untouched));
    EXPECT_TRUE(std::all_of(begin + offset_ + nbytes_, end, is_untouched));
  }

 private:
  AlignedBuffer buffer_;
  size_t offset_;
  size_t nbytes_;
};

void choose_targets(int64_t targets) {
  hwy::SetSupportedTargetsForTest(targets);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<TestTensor> run_kernel(const NodeCase& node,
                                   const MakeKernel& make) {
  const Graph graph = node.graph();
  const Node& built = graph.nodes().front();
  std::vector<Memory> memory;
  std::vector<const void*> inputs;
  for (const auto& operand : node.operands) {
    inputs.push_back(nullptr);
    if (operand.has_value()) {
      memory.emplace_back(*operand);
      inputs.back() = memory.back().data();
    }
  }
  ConstantsInMemory constants(inputs);
  PackedStore store;
  NodeView view;
  view.store = &store;
  for (size_t i = 0; i < node.operands.size(); ++i) {
    NodeView::Operand operand;
    if (node.operands[i].has_value()) {
      operand.type = &graph.type(built.inputs[i]);
      operand.source = i >= node.first_constant ? &constants : nullptr;
      operand.constant_id = static_cast<ValueId>(i);
    }
    view.inputs.push_back(operand);
  }
  std::vector<Memory> results;
  std::vector<void*> outputs;
  for (const ValueId id : built.outputs) {
    view.outputs.push_back(&graph.type(id));
    results.emplace_back(graph.type(id));
    outputs.push_back(results.back().data());
  }
  KernelResult kernel = make(view);
  EXPECT_TRUE(kernel.ok() && *kernel != nullptr);
  if (!kernel.ok() || *kernel == nullptr) {
    return {};
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    inputs[i] = (*kernel)->reads(i) ? inputs[i] : nullptr;
  }
  AlignedBuffer scratch;
  EXPECT_EQ(scratch.allocate((*kernel)->scratch_nbytes()), Error::Ok);
  EXPECT_EQ((*kernel)->run({inputs.data(), outputs.data(), scratch.data()}),
            Error::Ok);
  std::vector<TestTensor> found;
  for (size_t i = 0; i < results.size(); ++i) {
    results[i].expect_untouched_margins();
    found.push_back({graph.type(built.outputs[i]), results[i].bytes()});
  }
  return found;
}

KernelResult make_scalar_kernel(const Op& op, const NodeView& node) {
  return std::visit(
      [&](const auto& one) {
        return with_half(one, node, [&](const NodeView& view) {
          return scalar::make(one, view);
        });
      },
      op);
}

void for_each_target(const std::function<void()>& run) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    // And the worse ones, for loops that are not made for this one.
    choose_targets(~(target - 1));
    run();
  }
  choose_targets(0);
}

void expect_near(const TestTensor& found, const TestTensor& expected,
                 float tolerance) {
  ASSERT_EQ(found.type, expected.type);
  const std::vector<float> a = found.floats();
  const std::vector<float> b = expected.floats();
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) {
      continue;
    }
    ASSERT_LE(std::fabs(a[i] - b[i]),
              tolerance * std::max(1.0f, std::fabs(b[i])))
        << "element " << i << ": " << a[i] << ", expected " << b[i];
  }
}

}  // namespace executorch::backends::engine::testing
