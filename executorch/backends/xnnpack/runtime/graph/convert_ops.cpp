#include <executorch/backends/xnnpack/runtime/graph/nodes.h>

#include <cinttypes>

namespace executorch {
namespace backends {
namespace xnnpack {

Result<RowQuantized> quantize_rows(GraphBuilder& builder, ValueId x,
                                   size_t n_row_dims) {
  const TensorType& type = builder.type(x);
  ET_CHECK_OR_RETURN_ERROR(
      n_row_dims <= type.rank() && type.numel() > 0, InvalidProgram,
      "XNNPACK payload: %zu dimensions of rows of a value with %zu and "
      "%" PRId64 " elements",
      n_row_dims, type.rank(), type.numel());
  const auto first = static_cast<int32_t>(type.rank() - n_row_dims);
  ET_XNN_ASSIGN(results, builder.graph().add_all(
                             engine::QuantizeRows{first}, {x},
                             TensorType{ScalarType::Byte, type.sizes}, 3));
  return RowQuantized{results[0], results[1], results[2]};
}

/// From one way to store numbers to another.
Error build_convert(GraphBuilder& builder, const XNode& node,
                    const fb_xnnpack::_XNNNode1x1& table, int) {
  // A hint about the layout of dynamically quantized rows.
  constexpr uint32_t kMaybePack = 0x100;
  ET_CHECK_OK_OR_RETURN_ERROR(check_flags(node, table.flags(), kMaybePack));
  ET_XNN_ASSIGN(x, builder.real(table.input_id()));
  ET_XNN_ASSIGN(quant, builder.quantization(table.output_id()));
  if (quant.kind != Quantization::Kind::kRow) {
    return builder.define(node, table.output_id(), x);
  }
  ET_XNN_ASSIGN(dense, builder.dense(x));
  ET_XNN_ASSIGN(rows, quantize_rows(builder, dense, quant.n_row_dims));
  return builder.define_rows(table.output_id(), rows);
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
