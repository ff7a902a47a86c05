#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// Memory that kernels get is aligned so, apart from inputs, outputs and
/// constants of the graph, which are aligned to the element.
inline constexpr size_t kAlignment = 64;

/// Rounds up to whole units of kAlignment.
constexpr size_t align_up(size_t nbytes) {
  return (nbytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// What a kernel gets at each execution.
struct KernelArgs {
  const void* const* inputs;  ///< null: left out, or packed
  void* const* outputs;       ///< null: not wanted
  void* scratch;              ///< scratch_nbytes(), kAlignment

  template <typename T>
  const T* input(size_t i) const {
    return static_cast<const T*>(inputs[i]);
  }
  template <typename T>
  T* output(size_t i) const {
    return static_cast<T*>(outputs[i]);
  }
};

/// Rows [begin, end) of planes.
struct RowRange {
  int64_t begin = 0;
  int64_t end = 0;
};

/// What computes some rows of its result, planes [1, H, W, C], from some rows
/// of operand 0, which are such planes too, on the calling thread.
class RowKernel {
 public:
  virtual ~RowKernel() = default;
  /// The rows of operand 0 that these rows of the result take.
  virtual RowRange rows_read(RowRange rows) const = 0;
  /// As Kernel::run(); of operand 0 and the result other rows need not exist.
  virtual Error run_rows(const KernelArgs& args, RowRange rows) const = 0;
  virtual size_t rows_scratch_nbytes() const = 0;
};

/// The work of one node: attributes and sizes as the loops want them, and
/// packed constants. Made once, when a graph is compiled.
class Kernel {
 public:
  virtual ~Kernel() = default;

  /// Allocates nothing. Results do not overlap with operands, unless
  /// runs_in_place() tells so of the operator.
  ///
  /// @retval Error::InvalidArgument As Executable::execute() has it.
  virtual Error run(const KernelArgs& args) const = 0;

  /// Null: there is nothing but run().
  virtual const RowKernel* by_rows() const { return nullptr; }

  virtual size_t scratch_nbytes() const { return 0; }
  /// Of constants in a form of its own, which may be another kernel's too.
  virtual size_t packed_nbytes() const { return 0; }
  /// False: the operand is a constant of which the kernel keeps its own form.
  virtual bool reads(size_t /*input*/) const { return true; }

  /// The row of the table that made it.
  const char* name() const { return name_; }
  void set_name(const char* name) { name_ = name; }

 private:
  const char* name_ = "";
};

class PackedStore;

/// Gives the bytes of constants when they are asked for. Some are computed
/// then; a kernel whose packed form is known from before never asks.
class ConstantSource {
 public:
  virtual ~ConstantSource() = default;
  /// They stay until the kernel is made.
  ///
  /// @retval Error::MemoryAllocationFailed
  virtual Result<const void*> bytes(ValueId id) = 0;
};

/// Constants that are in memory, the i-th with the id i.
class ConstantsInMemory final : public ConstantSource {
 public:
  explicit ConstantsInMemory(std::vector<const void*> data)
      : data_(std::move(data)) {}
  Result<const void*> bytes(ValueId id) override { return data_[id]; }

 private:
  std::vector<const void*> data_;
};

/// A node when a kernel is chosen for it.
struct NodeView {
  struct Operand {
    const TensorType* type = nullptr;  ///< null: left out
    ConstantSource* source = nullptr;  ///< null: not known when compiled
    ValueId constant_id = kNoValue;    ///< the same for the same bytes
    /// A float32 constant whose numbers are all of float16.
    bool is_half_exact = false;

    bool is_constant() const { return source != nullptr; }
    /// The elements of a constant.
    template <typename T>
    Result<const T*> constant() const {
      const Result<const void*> bytes = source->bytes(constant_id);
      ET_CHECK_OK_OR_RETURN_ERROR(bytes.error());
      return static_cast<const T*>(*bytes);
    }
  };
  std::vector<Operand> inputs;
  std::vector<const TensorType*> outputs;  ///< null: not wanted
  PackedStore* store = nullptr;            ///< outlives the kernel

  /// All operands from the i-th on are constants or left out.
  bool are_constant_from(size_t i) const {
    return std::all_of(inputs.begin() + static_cast<ptrdiff_t>(i), inputs.end(),
                       [](const Operand& operand) {
                         return operand.type == nullptr ||
                                operand.is_constant();
                       });
  }
  bool has(size_t i) const {
    return i < inputs.size() && inputs[i].type != nullptr;
  }
  bool wants(size_t i) const {
    return i < outputs.size() && outputs[i] != nullptr;
  }
  const TensorType& input(size_t i) const { return *inputs[i].type; }
  const TensorType& output(size_t i = 0) const { return *outputs[i]; }
};

/// Null: the row does not serve the node. An error: no memory for what it
/// packs.
using KernelResult = Result<std::unique_ptr<Kernel>>;

/// A kernel that may serve nodes of one operator.
template <typename Operator>
struct KernelRow {
  const char* name;
  KernelResult (*make)(const Operator& op, const NodeView& node);
};

/// Makes the first kernel of the operator's rows that serves the node.
KernelResult choose_kernel(const Op& op, const NodeView& node);

/// Whether the first result may lie where this operand of as many elements and
/// bytes lies, if no other operand does: what is at a place is read before it
/// is written.
bool runs_in_place(const Op& op, size_t operand);

/// Heap memory of kAlignment, for what kernels pack.
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  ~AlignedBuffer();
  AlignedBuffer(AlignedBuffer&& other) noexcept;
  AlignedBuffer& operator=(AlignedBuffer&& other) noexcept;

  /// @retval Error::MemoryAllocationFailed
  Error allocate(size_t nbytes);
  void* data() const { return data_; }
  size_t nbytes() const { return nbytes_; }
  template <typename T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
  size_t nbytes_ = 0;
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
