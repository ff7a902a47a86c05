#include <executorch/backends/engine/kernels/util/chain.h>

#include <executorch/backends/engine/kernels/util/parallel.h>

#include <algorithm>
#include <array>
#include <optional>

namespace executorch::backends::engine {
namespace {

constexpr size_t kResult = SIZE_MAX;

/// Runs all links on a block before it goes on to the next one.
class ChainKernel : public Kernel, public RowKernel {
 public:
  ChainKernel(const Chain& op, const NodeView& node, ChainFunctions functions)
      : numel_(static_cast<size_t>(node.output().numel())),
        n_workers_(workers_for(numel_ * op.links.size() * kElementCost)),
        load_(block_loader<float>(node.output().dtype)),
        store_(block_storer<float>(node.output().dtype)),
        element_nbytes_(engine::element_nbytes(node.output().dtype)),
        is_direct_(node.output().dtype == ScalarType::Float),
        is_half_(node.output().dtype == ScalarType::Half) {
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      plans_.emplace_back(node.input(i), node.output().sizes);
    }
    find_rows(node);
    find_slots(op, functions);
  }

  Error run(const KernelArgs& args) const override {
    const size_t blocks = (numel_ + kBlock - 1) / kBlock;
    for_each_range(
        blocks, n_workers_, [&](size_t first, size_t last, size_t worker) {
          run_part(
              args, first * kBlock, std::min(last * kBlock, numel_),
              static_cast<float*>(args.scratch) + worker * slots_ * kBlock);
        });
    return Error::Ok;
  }

  const RowKernel* by_rows() const override {
    return row_numel_ != 0 ? this : nullptr;
  }
  RowRange rows_read(RowRange rows) const override { return rows; }
  size_t rows_scratch_nbytes() const override {
    return slots_ * kBlock * sizeof(float);
  }
  Error run_rows(const KernelArgs& args, RowRange rows) const override {
    run_part(args, static_cast<size_t>(rows.begin) * row_numel_,
             static_cast<size_t>(rows.end) * row_numel_,
             static_cast<float*>(args.scratch));
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return n_workers_ * slots_ * kBlock * sizeof(float);
  }

 private:
  struct Step {
    FloatFunction function;
    std::array<size_t, 2> operands;  ///< inputs, or slots + kMaxOperands
    size_t n_operands;
    size_t slot;  ///< of the result; kResult: the last one
  };

  /// Operand 0 and the result are planes of floats, all else is one number.
  void find_rows(const NodeView& node) {
    const TensorType& y = node.output();
    const bool is_of_numbers =
        std::all_of(node.inputs.begin() + 1, node.inputs.end(),
                    [](const NodeView::Operand& operand) {
                      return operand.type->numel() == 1;
                    });
    if (is_of_numbers && y.rank() == 4 && y.sizes[0] == 1 && is_direct_ &&
        node.input(0) == y) {
      row_numel_ = static_cast<size_t>(y.sizes[2] * y.sizes[3]);
    }
  }

  /// Gives the result of each link a block that is free at that time.
  void find_slots(const Chain& op, const ChainFunctions& functions) {
    std::vector<size_t> last_use(op.links.size());
    for (size_t i = 0; i < op.links.size(); ++i) {
      for (const size_t operand : op.links[i].operands) {
        if (operand >= Chain::kMaxOperands) {
          last_use[operand - Chain::kMaxOperands] = i;
        }
      }
    }
    std::vector<size_t> slots(op.links.size());
    std::vector<size_t> free;
    for (size_t i = 0; i < op.links.size(); ++i) {
      Step step{functions[i], {}, op.links[i].operands.size(), kResult};
      for (size_t j = 0; j < step.n_operands; ++j) {
        const size_t operand = op.links[i].operands[j];
        const bool is_input = operand < Chain::kMaxOperands;
        step.operands[j] = is_input ? operand
                                    : Chain::kMaxOperands +
                                          slots[operand - Chain::kMaxOperands];
      }
      for (size_t link = 0; link < i; ++link) {
        if (last_use[link] == i) {
          free.push_back(slots[link]);
        }
      }
      if (i + 1 < op.links.size()) {
        if (free.empty()) {
          free.push_back(slots_++);
        }
        step.slot = slots[i] = free.back();
        free.pop_back();
      }
      steps_.push_back(step);
    }
    slots_ += is_direct_ ? 0 : 1;
  }

  void run_part(const KernelArgs& args, size_t first, size_t last,
                float* slots) const {
    std::array<std::optional<BroadcastReader<float>>, Chain::kMaxOperands>
        readers;
    for (size_t i = 0; i < plans_.size(); ++i) {
      readers[i].emplace(plans_[i], args.inputs[i], first);
    }
    for (size_t done = first; done < last; done += kBlock) {
      const size_t n = std::min(kBlock, last - done);
      std::array<const float*, Chain::kMaxOperands> inputs;
      for (size_t i = 0; i < plans_.size(); ++i) {
        inputs[i] = readers[i]->next(n);
      }
      float* y = is_direct_ ? args.output<float>(0) + done
                            : slots + (slots_ - 1) * kBlock;
      run_block(inputs.data(), slots, y, n);
      if (!is_direct_) {
        store_(y, advance(args.outputs[0], done * element_nbytes_), n);
      }
    }
  }

  void run_block(const float* const* inputs, float* slots, float* y,
                 size_t n) const {
    for (const Step& step : steps_) {
      const float* operands[2];
      for (size_t i = 0; i < step.n_operands; ++i) {
        const size_t operand = step.operands[i];
        operands[i] = operand < Chain::kMaxOperands
                          ? inputs[operand]
                          : slots + (operand - Chain::kMaxOperands) * kBlock;
      }
      float* result = step.slot == kResult ? y : slots + step.slot * kBlock;
      // Functions of floats accept every number.
      step.function.function(operands, result, n, step.function.parameters);
      if (is_half_ && step.slot != kResult) {
        round(result, n);
      }
    }
  }

  /// To float16, which each node of the chain had as its result.
  void round(float* values, size_t n) const {
    uint16_t halves[kBlock];
    store_(values, halves, n);
    load_(halves, values, n);
  }

  size_t numel_;
  size_t n_workers_;
  LoadBlock<float> load_;
  StoreBlock<float> store_;
  size_t element_nbytes_;
  bool is_direct_;  ///< the result is float32
  bool is_half_;
  size_t row_numel_ = 0;  ///< of planes; 0: there are none
  size_t slots_ = 0;      ///< blocks of a worker
  std::vector<BroadcastPlan<float>> plans_;
  std::vector<Step> steps_;
};

}  // namespace

KernelResult make_chain(const Chain& op, const NodeView& node,
                        ChainFunctions functions) {
  return KernelResult(
      std::make_unique<ChainKernel>(op, node, std::move(functions)));
}

}  // namespace executorch::backends::engine
