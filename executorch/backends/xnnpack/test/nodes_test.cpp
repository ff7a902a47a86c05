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

}  // namespace
}  // namespace executorch::backends::xnnpack
