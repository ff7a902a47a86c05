#pragma once

#include <executorch/backends/xnnpack/operators/quantized_values.h>
#include <executorch/backends/xnnpack/operators/tensor.h>
#include <executorch/exir/backend/backend.h>

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace executorch::backends::xnnpack {

using fb_xnnpack::XNodeUnion;

/// Writes one payload. Visitors ask it for the tensors of values, in the layout
/// that they need, and hand it nodes and results; a value is brought into
/// another layout or precision once, and only if a node reads it so.
///
/// Filters and biases, which XNNPACK packs when it is made ready, are in the
/// payload or found by name; its other constants are arguments of the delegate,
/// as XNNPACK reads them at each run, when ExecuTorch has released the payload.
///
/// With `fp16` floats are half where no node asks for float32; inputs and
/// outputs keep their dtypes.
class GraphWriter {
 public:
  explicit GraphWriter(bool fp16, exir::PayloadConstants weights =
                                      exir::PayloadConstants::kInside)
      : fp16_(fp16), weights_(weights) {}

  flatbuffers::FlatBufferBuilder& builder() { return builder_; }

  /// The datatype in which values of this dtype, Float or Half, are computed.
  XNNDatatype compute_type(exir::ScalarType dtype) const;

  /// A value that a visitor asked for though no node before had defined it, or
  /// null; only once the inputs are declared. Its payload could not be loaded.
  const exir::Value* undefined() const { return undefined_; }

  /// The tensor of a constant, of an input or of a node visited before, as
  /// floats. Values without dimensions have one of size 1.
  Tensor get(const exir::Value* value, Layout layout = Layout::kRows);
  Tensor get(const exir::Value* value, Layout layout, XNNDatatype dtype);
  /// The datatype that it is computed in, or the one in which it is at hand
  /// alone.
  XNNDatatype type_at_hand(const exir::Value* value) const;
  /// Whether the value is at hand in that layout without a node.
  bool has(const exir::Value* value, Layout layout) const;

  /// How a value that is at hand as integers is stored.
  std::optional<Quantization> stored_quantization(
      const exir::Value* value) const;
  /// The integers of a value that is at hand quantized, or of an int8 value.
  std::optional<Tensor> quantized(const exir::Value* value,
                                  Layout layout = Layout::kRows);

  /// Says what a value of a visited node is, in one of its layouts; the tensor
  /// may be quantized.
  void define(const exir::Value* value, const Tensor& tensor,
              Layout layout = Layout::kRows);

  /// A result for a node to write.
  Tensor new_tensor(XNNDatatype dtype, Sizes sizes);
  Tensor new_quantized(Quantization quantization, Sizes sizes);
  /// One number, of sizes {1}.
  Tensor scalar(double value, XNNDatatype dtype);
  /// Numbers.
  Tensor constant(Sizes sizes, std::span<const float> numbers,
                  XNNDatatype dtype);
  /// The constant with its dimensions in another order: dimension i is axes[i]
  /// of `sizes`, which are those of the constant, or others of as many
  /// elements. Floats.
  Tensor permuted_constant(const exir::Value* value, Sizes sizes,
                           const std::vector<uint32_t>& axes,
                           XNNDatatype dtype);
  /// The same as a filter or a bias, which are in the payload.
  Tensor weight(const exir::Value* value, Sizes sizes,
                const std::vector<uint32_t>& axes, XNNDatatype dtype);
  /// The integers of a filter in that order, and a bias of integers.
  Tensor integer_weight(const QuantizedConstant& constant, Sizes sizes,
                        const std::vector<uint32_t>& axes,
                        Quantization quantization);
  /// Rows of 4-bit numbers, two in a byte.
  Tensor block_weight(const QuantizedConstant& constant, Sizes sizes);
  /// A bias as integers, which the caller has computed.
  Tensor integer_bias(const exir::Value* bias, std::vector<int32_t> numbers,
                      Quantization quantization);
  /// A constant under other sizes of as many elements.
  Tensor with_sizes(const Tensor& constant, Sizes sizes);

  /// Adds a node; `table` is its union member.
  void add(XNodeUnion kind, flatbuffers::Offset<void> table,
           std::optional<Bounds> bounds = {});

  /// Declares the inputs, in order. Comes before the nodes.
  void set_inputs(std::span<exir::Value* const> inputs);
  /// Declares the outputs, in their own dtypes, and ends the payload: header,
  /// flatbuffer and constant segment (docs/formats.md).
  std::vector<exir::ConstantData> finish(std::span<exir::Value* const> outputs);
  /// After finish(): the arguments behind the inputs.
  std::vector<exir::Delegate::Constant> constant_arguments() const;
  /// After finish(): filters and biases that the payload names.
  std::vector<exir::Delegate::NamedConstant> named_constants() const {
    return named_;
  }

 private:
  /// Moved and converted when it is written.
  struct Constant {
    uint32_t id = 0;
    bool is_packed = false;  ///< a filter or a bias
    exir::ConstantData data;
    exir::ScalarType dtype = exir::ScalarType::Float;  ///< of data
    Sizes sizes = {};                                  ///< of data
    std::vector<uint32_t> axes = {};                   ///< empty: as it is
    /// In place of data: integers, as the floats that they stand for.
    std::optional<QuantizedConstant> integers = {};
    std::string name = {};  ///< data_name() of a filter or a bias
  };
  /// Where a filter or a bias is.
  struct Weight {
    uint32_t id = 0;
    uint64_t offset = 0;
    uint64_t nbytes = 0;
    std::string key = {};  ///< empty: at the offset
  };
  using Form = std::pair<Layout, XNNDatatype>;

  Tensor add_value(XNNDatatype dtype, Sizes sizes);
  exir::ConstantData bytes_of(const Constant& constant) const;
  Tensor moved_constant(const exir::Value* value, bool is_packed, Sizes sizes,
                        const std::vector<uint32_t>& axes, XNNDatatype dtype);
  Tensor constant_value(const exir::Value* value, Form form);
  Tensor converted(const Tensor& tensor, Form from, Form to,
                   const Sizes& sizes);
  Tensor external(const Tensor& tensor);
  Tensor input_of(const exir::Value* value);
  std::vector<exir::ConstantData> payload();
  Weight name_weight(const Constant& constant);
  std::vector<std::byte> head(std::span<const Weight> weights,
                              uint64_t constants_nbytes);

  bool fp16_ = false;
  exir::PayloadConstants weights_ = exir::PayloadConstants::kInside;
  bool has_inputs_ = false;
  const exir::Value* undefined_ = nullptr;
  flatbuffers::FlatBufferBuilder builder_;
  std::vector<flatbuffers::Offset<fb_xnnpack::XNode>> nodes_;
  std::vector<Tensor> values_;
  std::vector<uint32_t> input_ids_;
  std::vector<uint32_t> output_ids_;
  std::vector<Constant> constants_;
  std::vector<exir::Delegate::NamedConstant> named_;
  std::unordered_map<const exir::Value*, std::map<Form, Tensor>> tensors_;
  std::map<std::tuple<const exir::Value*, bool, Sizes, std::vector<uint32_t>,
                      XNNDatatype>,
           Tensor>
      moved_;
  std::map<std::pair<uint64_t, XNNDatatype>, Tensor> scalars_;
};

}  // namespace executorch::backends::xnnpack
