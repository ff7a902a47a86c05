#pragma once

#include <executorch/backends/apple/mps/serialization/schema_generated.h>
#include <executorch/exir/ir/graph.h>

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace executorch::backends::mps {

using mpsgraph::MPSDataType;
using mpsgraph::MPSNodeUnion;

/// A value of the payload.
struct Tensor {
  int32_t id = -1;  ///< index in MPSGraph.mps_values; -1: none
  MPSDataType dtype = MPSDataType::mps_data_type_invalid;
  std::vector<int64_t> sizes;

  int64_t numel() const;
};

bool is_float(MPSDataType dtype);

/// The payload's name of a dtype; mps_data_type_invalid for those that MPSGraph
/// has not, or not reliably (float64, bfloat16, complex).
MPSDataType data_type(exir::ScalarType dtype);

/// Writes one MP00 payload. Visitors ask it for the tensors of values and hand
/// it nodes and results.
///
/// With `fp16` floats have two forms: half, and float32 ("wide") for results
/// that would leave the range of half; these are read as half where nothing
/// else is asked for. What the model itself computes in half is rounded to half
/// after each of its operators, as in eager PyTorch.
class GraphWriter {
 public:
  explicit GraphWriter(bool fp16) : fp16_(fp16) {}

  flatbuffers::FlatBufferBuilder& builder() { return builder_; }

  /// The dtype in which the graph computes values of `dtype`.
  MPSDataType compute_type(exir::ScalarType dtype) const;

  /// A value that a visitor asked for though no node before had defined it, or
  /// null; only once the inputs are declared. Its payload could not be loaded.
  const exir::Value* undefined() const { return undefined_; }

  /// The tensor of a constant, of a graph input or of a node visited before:
  /// in the form that it has, or in `dtype` (another form, or a conversion).
  Tensor get(const exir::Value* value);
  Tensor get(const exir::Value* value, MPSDataType dtype);
  /// The same under other sizes of as many elements.
  Tensor get(const exir::Value* value, MPSDataType dtype,
             std::vector<int64_t> sizes);
  /// True if the value is at hand in float32 though the graph computes in half.
  bool is_wide(const exir::Value* value) const;

  /// Says what a value of a visited node is. Float32 is rounded where the value
  /// is half in the model.
  void define(const exir::Value* value, const Tensor& tensor);

  /// A result for a node to write.
  Tensor new_tensor(MPSDataType dtype, std::vector<int64_t> sizes);
  /// One number, of sizes {}. Finite numbers stay finite in half.
  Tensor scalar(double value, MPSDataType dtype);
  /// Numbers, as float32 or half.
  Tensor constant(std::vector<int64_t> sizes, std::span<const float> numbers,
                  MPSDataType dtype);
  Tensor constant(std::vector<int64_t> sizes, std::span<const int32_t> numbers);

  /// Adds a node; `table` is its union member.
  void add(MPSNodeUnion type, flatbuffers::Offset<void> table,
           flatbuffers::Offset<mpsgraph::MPSMinMax> min_max = 0);
  /// The same value in another dtype, converted once.
  Tensor cast(const Tensor& tensor, MPSDataType dtype);

  /// Declares the inputs, in order. Comes before the nodes. Floats beyond the
  /// range of half become its largest number, except infinities.
  void set_inputs(std::span<exir::Value* const> inputs);
  /// Declares the outputs, in their own dtypes, and ends the payload:
  /// header, flatbuffer and constant segment (docs/formats.md).
  std::vector<exir::ConstantData> finish(std::span<exir::Value* const> outputs);

 private:
  struct Constant {
    int32_t id = 0;
    exir::ConstantData data;
    bool to_half = false;  ///< `data` is float32, converted when written
  };

  Tensor add_value(MPSDataType dtype, std::vector<int64_t> sizes);
  Tensor add_constant(MPSDataType dtype, std::vector<int64_t> sizes,
                      exir::ConstantData data, bool to_half = false);
  Tensor constant_value(const exir::Value* value, MPSDataType dtype,
                        std::vector<int64_t> sizes);
  Tensor saturated(const Tensor& input);
  std::vector<std::byte> head(std::span<const int32_t> output_ids,
                              std::span<const uint64_t> offsets,
                              uint64_t nbytes);

  bool fp16_ = false;
  bool has_inputs_ = false;
  const exir::Value* undefined_ = nullptr;
  flatbuffers::FlatBufferBuilder builder_;
  std::vector<flatbuffers::Offset<mpsgraph::MPSNode>> nodes_;
  std::vector<Tensor> values_;
  std::vector<int32_t> input_ids_;
  std::vector<Constant> constants_;
  std::unordered_map<const exir::Value*, Tensor> tensors_;
  std::map<std::tuple<const exir::Value*, MPSDataType, std::vector<int64_t>>,
           Tensor>
      constant_forms_;
  std::map<std::pair<int32_t, MPSDataType>, Tensor> casts_;
  std::map<std::pair<uint64_t, MPSDataType>, Tensor> scalars_;
};

}  // namespace executorch::backends::mps
