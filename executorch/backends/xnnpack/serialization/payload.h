#pragma once

#include <executorch/backends/xnnpack/serialization/schema_generated.h>
#include <executorch/runtime/core/freeable_buffer.h>
#include <executorch/runtime/core/named_data_map.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace executorch {
namespace backends {
namespace xnnpack {

/// Bits of XNNTensorValue.flags.
inline constexpr uint32_t kIsInput = 1;
inline constexpr uint32_t kIsOutput = 2;
/// The id of a value that is absent.
inline constexpr uint32_t kNoId = UINT32_MAX;

/// A payload whose structure is checked: header, flatbuffer, ids and places of
/// constants. What nodes mean is checked by build_graph().
class Payload {
 public:
  /// Bytes of a constant.
  struct Constant {
    const uint8_t* data = nullptr;
    size_t nbytes = 0;
  };
  /// A declared value. Those of floats have no quantization.
  struct Value {
    const fb_xnnpack::XNNTensorValue* tensor = nullptr;
    const fb_xnnpack::XNNQuantizedTensorValue* quantized = nullptr;
  };

  /// @param[in] data Untrusted bytes, which outlive the payload.
  /// @param[in] named_data Constants by name; may be null, and else outlives
  ///     the payload.
  ///
  /// @retval Error::DelegateInvalidCompatibility No payload of XNNPACK.
  /// @retval Error::InvalidProgram A damaged one; what is wrong is logged.
  /// @retval Error::NotFound A constant that `named_data` has not.
  /// Otherwise what `named_data` returns.
  static runtime::Result<Payload> parse(
      const void* data, size_t nbytes,
      const runtime::NamedDataMap* named_data = nullptr);

  /// The names by which a payload finds constants, in its order. Errors are
  /// those of parse().
  static runtime::Result<std::vector<std::string>> constant_names(
      const void* data, size_t nbytes);

  const fb_xnnpack::XNNGraph& graph() const { return *graph_; }
  const std::vector<Value>& values() const { return values_; }
  /// Index in values() of an id that nodes use.
  runtime::Result<size_t> index_of(uint32_t id) const;
  /// Indices in values(), by external id. Ids may have gaps.
  const std::vector<size_t>& inputs() const { return inputs_; }
  const std::vector<size_t>& outputs() const { return outputs_; }
  /// The constant of an index that is not 0.
  runtime::Result<Constant> constant(uint32_t index) const;
  /// Those that are not in the payload.
  std::vector<runtime::Span<const uint8_t>> named_constants() const;

 private:
  Payload() = default;

  runtime::Error find_graph(const void* data, size_t nbytes);
  runtime::Error find_values();
  runtime::Error find_externs();
  runtime::Error find_constants(const runtime::NamedDataMap* named_data);
  runtime::Result<Constant> constant_at(
      const fb_xnnpack::ConstantDataOffset& place,
      const runtime::NamedDataMap* named_data);

  std::vector<uint64_t> aligned_;  ///< of a flatbuffer that was not
  const fb_xnnpack::XNNGraph* graph_ = nullptr;
  Constant segment_;
  std::vector<Value> values_;
  std::unordered_map<uint32_t, size_t> index_of_id_;
  std::vector<size_t> inputs_;
  std::vector<size_t> outputs_;
  std::vector<Constant> constants_;
  std::vector<runtime::FreeableBuffer> named_;
};

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
