#include <executorch/backends/engine/executable.h>
#include <executorch/backends/xnnpack/runtime/graph/build_graph.h>
#include <executorch/runtime/platform/runtime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "payload_maker.h"

/// Kinds of nodes that no program of the fixtures has.
namespace executorch::backends::xnnpack {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::Pointwise;

/// Runs a payload with one float input; outputs are bytes.
std::vector<std::vector<char>> run(PayloadMaker& maker,
                                   const std::vector<float>& input) {
  runtime::runtime_init();
  const std::vector<uint64_t> memory = maker.finish();
  const auto payload = Payload::parse(memory.data(), maker.nbytes);
  EXPECT_TRUE(payload.ok());
  const auto signature = signature_of(*payload);
  EXPECT_TRUE(signature.ok());
  const auto built = build_graph(*payload, signature->inputs);
  EXPECT_TRUE(built.ok());
  const auto executable = engine::Executable::compile(built->graph);
  EXPECT_TRUE(executable.ok());
  std::vector<std::vector<char>> results;
  for (const engine::ValueId id : built->graph.outputs()) {
    results.emplace_back(built->graph.type(id).nbytes());
  }
  std::vector<void*> outputs;
  for (std::vector<char>& result : results) {
    outputs.push_back(result.data());
  }
  const void* data = input.data();
  EXPECT_EQ(
      (*executable)->execute({&data, 1}, {outputs.data(), outputs.size()}),
      runtime::Error::Ok);
  return results;
}

template <class T>
std::vector<T> elements(const std::vector<char>& bytes) {
  std::vector<T> list(bytes.size() / sizeof(T));
  std::memcpy(list.data(), bytes.data(), bytes.size());
  return list;
}

/// max over the lines of a [2, 3] plane with one channel: places in the window.
TEST(Nodes, ArgMaxPoolingCountsInTheWindow) {
  PayloadMaker maker;
  const uint32_t x = maker.input({1, 2, 3, 1});
  const uint32_t values = maker.output({1, 1, 3, 1});
  const uint32_t places = maker.output({1, 1, 3, 1});
  maker.node(XNodeUnion::XNNArgMaxPooling2d,
             fb_xnnpack::CreateXNNArgMaxPooling2d(maker.builder(), 0, 0, 0, 0,
                                                  2, 1, x, values, places));
  const auto results = run(maker, {1, 5, 3, 4, 2, 6});
  EXPECT_THAT(elements<float>(results[0]), ElementsAre(4, 5, 6));
  EXPECT_THAT(elements<int64_t>(results[1]), ElementsAre(1, 0, 1));
}

TEST(Nodes, PReLUScalesByTheLastDimension) {
  PayloadMaker maker;
  const uint32_t x = maker.input({2, 2});
  const uint32_t slope = maker.constant({2}, 8);  // of zeros
  const uint32_t y = maker.output({2, 2});
  maker.node(XNodeUnion::XNNPReLU,
             fb_xnnpack::Create_XNNNode2x1(maker.builder(), x, slope, y));
  EXPECT_THAT(elements<float>(run(maker, {1, -2, -3, 4})[0]),
              ElementsAre(1, 0, 0, 4));
}

TEST(Nodes, HardswishIsAPolynomialInTheMiddle) {
  PayloadMaker maker;
  const uint32_t x = maker.input({4});
  const uint32_t y = maker.output({4});
  maker.node(XNodeUnion::XNNHardswish,
             fb_xnnpack::Create_XNNNode1x1(maker.builder(), x, y));
  EXPECT_THAT(elements<float>(run(maker, {-4, -1, 1, 5})[0]),
              Pointwise(FloatNear(1e-6f),
                        std::vector<float>{0, -2.0f / 6, 4.0f / 6, 5}));
}

/// Two elements, at the corners and between.
TEST(Nodes, ResizeAlignsCorners) {
  PayloadMaker maker;
  const uint32_t x = maker.input({1, 1, 2, 1});
  const uint32_t y = maker.output({1, 1, 5, 1});
  maker.node(XNodeUnion::XNNStaticResizeBilinear2D,
             fb_xnnpack::CreateXNNStaticResizeBilinear2D(maker.builder(), 1, 5,
                                                         x, y, 8));
  EXPECT_THAT(elements<float>(run(maker, {0, 4})[0]),
              ElementsAre(0, 1, 2, 3, 4));
}

/// A row of zeros has no range; the others come back within half a step.
TEST(Nodes, RowsQuantizedAtRunTimeComeBack) {
  PayloadMaker maker;
  const uint32_t x = maker.input({2, 3});
  const uint32_t rows =
      maker.add(maker.tensor({2, 3}, XNNDatatype::xnn_datatype_qdint8),
                XNNQuantParams::PerTokenDynamicQuant,
                fb_xnnpack::CreatePerTokenDynamicQuant(maker.builder(), 1));
  const uint32_t y = maker.output({2, 3});
  maker.node(XNodeUnion::XNNConvert,
             fb_xnnpack::Create_XNNNode1x1(maker.builder(), x, rows));
  maker.node(XNodeUnion::XNNConvert,
             fb_xnnpack::Create_XNNNode1x1(maker.builder(), rows, y));
  EXPECT_THAT(elements<float>(run(maker, {0, 0, 0, -1, 0.25f, 1})[0]),
              Pointwise(FloatNear(1.01f / 255),
                        std::vector<float>{0, 0, 0, -1, 0.25f, 1}));
}

/// Rows that are quantized at run time, by a filter whose bytes are 0.
std::vector<float> run_product_of_rows(PayloadMaker& maker,
                                       const std::vector<float>& input,
                                       uint32_t filter, uint32_t depth,
                                       uint32_t outputs, uint32_t flags = 0) {
  const auto n_rows = static_cast<uint32_t>(input.size()) / depth;
  const uint32_t x = maker.input({n_rows, depth});
  const uint32_t rows =
      maker.add(maker.tensor({n_rows, depth}, XNNDatatype::xnn_datatype_qdint8),
                XNNQuantParams::PerTokenDynamicQuant,
                fb_xnnpack::CreatePerTokenDynamicQuant(maker.builder(), 1));
  const uint32_t y = maker.output({n_rows, outputs});
  maker.node(XNodeUnion::XNNConvert,
             fb_xnnpack::Create_XNNNode1x1(maker.builder(), x, rows));
  maker.node(XNodeUnion::XNNFullyConnected,
             fb_xnnpack::CreateXNNFullyConnected(maker.builder(), rows, filter,
                                                 UINT32_MAX, y, flags));
  return elements<float>(run(maker, input)[0]);
}

/// Numbers of 4 bits are 8 less than their bits.
TEST(Nodes, ProductsOfRowsTakeFourBitsByChannel) {
  PayloadMaker maker;
  const auto scales = maker.builder().CreateVector<float>({1, 0.5f});
  const uint32_t filter = maker.add(
      maker.tensor({2, 3}, XNNDatatype::xnn_datatype_qcint4, maker.zeros(4)),
      XNNQuantParams::PerChannelQuant,
      fb_xnnpack::CreatePerChannelQuant(maker.builder(), scales, 0));
  EXPECT_THAT(run_product_of_rows(maker, {1, 2, -1, 0, 0, 0}, filter, 3, 2),
              Pointwise(FloatNear(1e-5f), std::vector<float>{-16, -8, 0, 0}));
}

TEST(Nodes, ProductsOfRowsTakeFourBitsByBlock) {
  PayloadMaker maker;
  const auto scales = maker.builder().CreateVector<float>({1, 0.5f});
  const uint32_t filter = maker.add(
      maker.tensor({1, 64}, XNNDatatype::xnn_datatype_qbint4, maker.zeros(32)),
      XNNQuantParams::PerChannelGroupQuant,
      fb_xnnpack::CreatePerChannelGroupQuant(maker.builder(), scales, 0, 32));
  std::vector<float> x(64, 1);
  x[40] = -4;
  // -8 * (32 + (31 - 4) / 2)
  EXPECT_THAT(run_product_of_rows(maker, x, filter, 64, 1),
              Pointwise(FloatNear(1e-3f), std::vector<float>{-364}));
}

/// With a zero point the numbers of the filter are -3.
TEST(Nodes, ProductsOfRowsTakeFiltersWithAZeroPoint) {
  for (const bool is_transposed : {false, true}) {
    PayloadMaker maker;
    const uint32_t filter =
        maker.add(maker.tensor(is_transposed ? std::vector<uint32_t>{3, 2}
                                             : std::vector<uint32_t>{2, 3},
                               XNNDatatype::xnn_datatype_qint8, maker.zeros(6)),
                  XNNQuantParams::PerTensorQuant,
                  fb_xnnpack::CreatePerTensorQuant(maker.builder(), 0.5f, 3));
    EXPECT_THAT(run_product_of_rows(maker, {1, 2, -1}, filter, 3, 2,
                                    is_transposed ? 1 : 0),
                Pointwise(FloatNear(1e-5f), std::vector<float>{-3, -3}));
  }
}

}  // namespace
}  // namespace executorch::backends::xnnpack
