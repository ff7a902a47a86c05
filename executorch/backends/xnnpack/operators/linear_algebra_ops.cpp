#include <executorch/backends/xnnpack/operators/dynamic_quantization.h>
#include <executorch/backends/xnnpack/operators/nodes.h>
#include <executorch/backends/xnnpack/operators/quantized_products.h>
#include <executorch/backends/xnnpack/operators/visitor.h>
#include <fmt/format.h>

namespace executorch::backends::xnnpack {
namespace {

/// [M, K] times [K, O], plus `bias` [O] if it has an id.
Tensor product(GraphWriter& writer, const exir::Value* left,
               const exir::Value* right, const Tensor& bias,
               XNNDatatype dtype) {
  const Tensor a = writer.get(left, Layout::kRows, dtype);
  if (is_constant(right)) {
    const Tensor filter = writer.weight(right, sizes_of(right), {0, 1}, dtype);
    return fully_connected(writer, a, filter, bias, true);
  }
  const Tensor b = writer.get(right, Layout::kRows, dtype);
  const Tensor y =
      batch_matmul(writer, reshape(writer, a, {1, a.sizes[0], a.sizes[1]}),
                   reshape(writer, b, {1, b.sizes[0], b.sizes[1]}));
  return reshape(writer, y, {y.sizes[1], y.sizes[2]});
}

/// A constant for each column of [M, O].
bool is_bias(const exir::Value* value, int64_t columns) {
  const Sizes sizes = sizes_of(value);
  return is_constant(value) && !sizes.empty() && sizes.back() == columns &&
         (sizes.size() == 1 || sizes[0] == 1);
}

/// The product of rows that are quantized at run time: a float result.
void write_dynamic(GraphWriter& writer, const exir::Node& node,
                   const exir::Value* left, const exir::Value* right,
                   const exir::Value* bias) {
  constexpr XNNDatatype kFloat = XNNDatatype::xnn_datatype_fp32;
  const Sizes sizes = sizes_of(right);
  const Tensor x =
      writer.get(left, Layout::kRows, XNNDatatype::xnn_datatype_qdint8);
  Tensor filter;
  if (const auto blocks = block_constant(right)) {
    filter = writer.block_weight(*blocks, {sizes[1], sizes[0]});
  } else {
    const QuantizedConstant weight = *quantized_constant(right);
    Quantization by_row = weight.quantization;
    by_row.channel_dim = 0;
    filter = writer.integer_weight(weight, sizes, {1, 0}, by_row);
  }
  const Tensor shift = bias == nullptr
                           ? Tensor()
                           : writer.weight(bias, sizes_of(bias), {0}, kFloat);
  const Tensor y = writer.new_tensor(kFloat, {x.sizes[0], filter.sizes[0]});
  write_fully_connected(writer, x, filter, shift, false, y);
  writer.define(node.output(), y);
}

/// The product in integers, if everything is stored so.
bool write_integers(GraphWriter& writer, const exir::Node& node,
                    const exir::Value* left, const exir::Value* right,
                    const exir::Value* bias) {
  if (dynamic_input(left) != nullptr) {
    write_dynamic(writer, node, left, right, bias);
    return true;
  }
  const auto product = integer_product(writer, node, left, right, 1);
  if (!product) {
    return false;
  }
  const Tensor x = *writer.quantized(left);
  const Tensor filter = writer.integer_weight(product->weight, sizes_of(right),
                                              {1, 0}, product->filter(0));
  const Tensor y =
      new_result(writer, product->result, {x.sizes[0], filter.sizes[0]});
  write_fully_connected(writer, x, filter, product->bias(writer, bias), false,
                        y, product->result.bounds);
  define_result(writer, product->result, y, Layout::kRows);
  return true;
}

}  // namespace

Refusal visit_mm(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  if (write_integers(writer, node, node.tensor("self"), node.tensor("mat2"),
                     nullptr)) {
    return std::nullopt;
  }
  const XNNDatatype dtype = writer.compute_type(node.output()->dtype());
  writer.define(node.output(), product(writer, node.tensor("self"),
                                       node.tensor("mat2"), {}, dtype));
  return std::nullopt;
}

Refusal visit_addmm(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  if (node.number("alpha") != 1 || node.number("beta") != 1) {
    return fmt::format("alpha is {}, beta {}", node.number("alpha"),
                       node.number("beta"));
  }
  const exir::Value* added = node.tensor("self");
  const exir::Value* left = node.tensor("mat1");
  const exir::Value* right = node.tensor("mat2");
  if (dynamic_input(left) != nullptr) {
    write_dynamic(writer, node, left, right, added);
    return std::nullopt;
  }
  const XNNDatatype dtype = writer.compute_type(node.output()->dtype());
  const int64_t columns = sizes_of(right)[1];
  if (is_constant(right) && is_bias(added, columns)) {
    if (write_integers(writer, node, left, right, added)) {
      return std::nullopt;
    }
    const Tensor bias = writer.weight(added, {columns}, {0}, dtype);
    writer.define(node.output(), product(writer, left, right, bias, dtype));
    return std::nullopt;
  }
  const Tensor y = product(writer, left, right, {}, dtype);
  writer.define(node.output(), binary(writer, XNodeUnion::XNNAdd, y,
                                      writer.get(added, Layout::kRows, dtype)));
  return std::nullopt;
}

Refusal visit_bmm(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  const XNNDatatype dtype = writer.compute_type(node.output()->dtype());
  const Tensor a = writer.get(node.tensor("self"), Layout::kRows, dtype);
  const Tensor b = writer.get(node.tensor("mat2"), Layout::kRows, dtype);
  writer.define(node.output(), batch_matmul(writer, a, b));
  return std::nullopt;
}

}  // namespace executorch::backends::xnnpack
