#include <executorch/backends/engine/kernels/half_kernel.h>

#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/kernels/simd/half_loops.h>
#include <executorch/backends/engine/kernels/util/blocks.h>
#include <executorch/backends/engine/packing/packed_store.h>

#include <algorithm>
#include <utility>

namespace executorch::backends::engine {
namespace {

size_t float_nbytes(size_t numel) { return align_up(numel * sizeof(float)); }

class HalfKernel : public Kernel {
 public:
  HalfKernel(const NodeView& node, std::unique_ptr<Kernel> kernel)
      : kernel_(std::move(kernel)), loops_(simd::half_loops()) {
    set_name(kernel_->name());
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      inputs_.push_back(node.has(i) ? operand(node.input(i)) : Operand{});
      inputs_[i].is_read = kernel_->reads(i);
    }
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      outputs_.push_back(node.wants(i) ? operand(node.output(i)) : Operand{});
    }
    pointers_.resize(inputs_.size());
    results_.resize(outputs_.size());
  }

  /// Keeps the constants that it would convert at each execution.
  Error keep_constants(const NodeView& node, const NodeView& floats) {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      Operand& operand = inputs_[i];
      if (!operand.is_half || !operand.is_read ||
          !node.inputs[i].is_constant()) {
        continue;
      }
      const auto copy = [&](void* to) -> Error {
        const Result<const float*> numbers = floats.inputs[i].constant<float>();
        ET_CHECK_OK_OR_RETURN_ERROR(numbers.error());
        std::copy_n(*numbers, operand.numel, static_cast<float*>(to));
        return Error::Ok;
      };
      const Result<const void*> kept = node.store->block(
          "float32 of float16", operand.numel * sizeof(float), copy);
      ET_CHECK_OK_OR_RETURN_ERROR(kept.error());
      operand.constant = *kept;
      operand.is_read = false;
    }
    return Error::Ok;
  }

  Error run(const KernelArgs& args) const override {
    std::byte* scratch = static_cast<std::byte*>(args.scratch);
    for (size_t i = 0; i < inputs_.size(); ++i) {
      pointers_[i] = float_operand(args, i, scratch);
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      results_[i] = args.outputs[i];
      if (outputs_[i].is_half && args.outputs[i] != nullptr) {
        results_[i] = scratch;
        scratch += float_nbytes(outputs_[i].numel);
      }
    }
    ET_CHECK_OK_OR_RETURN_ERROR(
        kernel_->run({pointers_.data(), results_.data(), scratch}));
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (results_[i] != args.outputs[i]) {
        loops_.to_halves(static_cast<const float*>(results_[i]),
                         args.outputs[i], outputs_[i].numel);
      }
    }
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    size_t nbytes = kernel_->scratch_nbytes();
    for (const std::vector<Operand>* operands : {&inputs_, &outputs_}) {
      for (const Operand& operand : *operands) {
        nbytes += operand.is_half && operand.is_read
                      ? float_nbytes(operand.numel)
                      : 0;
      }
    }
    return nbytes;
  }

  size_t packed_nbytes() const override {
    size_t nbytes = kernel_->packed_nbytes();
    for (const Operand& operand : inputs_) {
      nbytes += operand.constant != nullptr ? operand.numel * sizeof(float) : 0;
    }
    return nbytes;
  }

  bool reads(size_t input) const override { return inputs_[input].is_read; }

 private:
  struct Operand {
    bool is_half = false;
    bool is_read = true;
    size_t numel = 0;
    const void* constant = nullptr;  ///< its float32 form, if it is kept
  };

  static Operand operand(const TensorType& type) {
    return {type.dtype == ScalarType::Half, true,
            static_cast<size_t>(type.numel()), nullptr};
  }

  const void* float_operand(const KernelArgs& args, size_t i,
                            std::byte*& scratch) const {
    if (inputs_[i].constant != nullptr) {
      return inputs_[i].constant;
    }
    if (!inputs_[i].is_half || !inputs_[i].is_read ||
        args.inputs[i] == nullptr) {
      return args.inputs[i];
    }
    // One value may be several operands.
    for (size_t j = 0; j < i; ++j) {
      if (args.inputs[j] == args.inputs[i] && pointers_[j] != args.inputs[j] &&
          inputs_[j].numel == inputs_[i].numel) {
        return pointers_[j];
      }
    }
    auto* floats = reinterpret_cast<float*>(scratch);
    loops_.to_floats(args.inputs[i], floats, inputs_[i].numel);
    scratch += float_nbytes(inputs_[i].numel);
    return floats;
  }

  std::unique_ptr<Kernel> kernel_;
  simd::HalfLoops loops_;
  std::vector<Operand> inputs_;
  std::vector<Operand> outputs_;
  mutable std::vector<const void*> pointers_;
  mutable std::vector<void*> results_;
};

/// The float32 form of every operand and result can be counted in bytes.
Error check_float_sizes(const NodeView& node) {
  const auto check = [](const TensorType* type) {
    return type == nullptr ||
           check_type("float32 form", {ScalarType::Float, type->sizes}) ==
               Error::Ok;
  };
  bool fits = std::all_of(node.outputs.begin(), node.outputs.end(), check);
  for (const NodeView::Operand& operand : node.inputs) {
    fits = fits && check(operand.type);
  }
  return fits ? Error::Ok : Error::MemoryAllocationFailed;
}

}  // namespace

bool has_half(const NodeView& node) {
  for (const NodeView::Operand& operand : node.inputs) {
    if (operand.type != nullptr && operand.type->dtype == ScalarType::Half) {
      return true;
    }
  }
  return false;
}

Result<const void*> FloatConstants::bytes(ValueId id) {
  const auto is_it = [&](const NodeView::Operand& operand) {
    return operand.is_constant() && operand.constant_id == id;
  };
  const NodeView::Operand& operand =
      *std::find_if(node_.inputs.begin(), node_.inputs.end(), is_it);
  if (operand.type->dtype != ScalarType::Half) {
    return operand.source->bytes(id);
  }
  AlignedBuffer& floats = floats_[id];
  if (floats.data() == nullptr) {
    const Result<const void*> halves = operand.source->bytes(id);
    ET_CHECK_OK_OR_RETURN_ERROR(halves.error());
    const auto numel = static_cast<size_t>(operand.type->numel());
    ET_CHECK_OK_OR_RETURN_ERROR(floats.allocate(float_nbytes(numel)));
    simd::half_loops().to_floats(*halves, floats.as<float>(), numel);
  }
  return floats.data();
}

Result<FloatView> FloatView::make(const NodeView& node) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_float_sizes(node));
  FloatView view;
  const auto as_float = [&](const TensorType* type) -> const TensorType* {
    if (type == nullptr || type->dtype != ScalarType::Half) {
      return type;
    }
    view.types_.push_back(std::make_unique<TensorType>(
        TensorType{ScalarType::Float, type->sizes}));
    return view.types_.back().get();
  };
  view.constants_ = std::make_unique<FloatConstants>(node);
  view.node_.store = node.store;
  for (NodeView::Operand operand : node.inputs) {
    if (operand.is_constant()) {
      operand.source = view.constants_.get();
      operand.is_half_exact = operand.type->dtype == ScalarType::Half;
    }
    operand.type = as_float(operand.type);
    view.node_.inputs.push_back(operand);
  }
  for (const TensorType* type : node.outputs) {
    view.node_.outputs.push_back(as_float(type));
  }
  return view;
}

KernelResult make_half_kernel(const NodeView& node, const FloatView& view,
                              std::unique_ptr<Kernel> kernel) {
  auto made = std::make_unique<HalfKernel>(node, std::move(kernel));
  ET_CHECK_OK_OR_RETURN_ERROR(made->keep_constants(node, view.node()));
  return KernelResult(std::move(made));
}

}  // namespace executorch::backends::engine
