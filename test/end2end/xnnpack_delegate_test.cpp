#include <executorch/backends/xnnpack/partition/xnnpack_partitioner.h>
#include <executorch/backends/xnnpack/serialization/payload.h>
#include <executorch/exir/exir.h>
#include <executorch/exir/ir/parser.h>
#include <executorch/runtime/platform/runtime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "case_zip.h"
#include "compare.h"
#include "golden.h"
#include "materialize.h"
#include "paths.h"
#include "program_run.h"

/// What payloads the XNNPACK delegate writes.
namespace rushlight::test {
namespace {

using executorch::backends::xnnpack::Payload;
using executorch::backends::xnnpack::XnnpackPartitioner;
using fb_xnnpack::XNNDatatype;
using fb_xnnpack::XNodeUnion;

/// The one delegate of a program, and its bytes.
class WrittenPayload {
 public:
  explicit WrittenPayload(const std::string& archive) {
    executorch::runtime::runtime_init();
    auto program = executorch::exir::import_pt2(archive);
    EXPECT_EQ(error_of(program), "");
    const XnnpackPartitioner partitioner(false);
    executorch::exir::LowerOptions options;
    options.backend = &partitioner;
    EXPECT_EQ(error_of(executorch::exir::lower(*program, options)), "");
    const auto& delegates = program->graph->delegates();
    EXPECT_EQ(delegates.size(), 1u);
    for (const auto& piece : delegates.front().payload) {
      bytes_.insert(bytes_.end(), piece.bytes.begin(), piece.bytes.end());
    }
  }

  Payload parse() const {
    auto payload = Payload::parse(bytes_.data(), bytes_.size());
    EXPECT_TRUE(payload.ok());
    return std::move(*payload);
  }

 private:
  std::vector<std::byte> bytes_;
};

size_t count(const Payload& payload, XNodeUnion kind) {
  const auto& nodes = *payload.graph().xnodes();
  return static_cast<size_t>(std::count_if(
      nodes.begin(), nodes.end(),
      [&](const auto* node) { return node->xnode_union_type() == kind; }));
}

XNNDatatype datatype_of(const Payload& payload, uint32_t id) {
  return payload.values()[*payload.index_of(id)].tensor->datatype();
}

TEST(XnnpackPayload, KeepsImagesBetweenConvolutions) {
  const auto archive = zoo_archive("mv2");
  ASSERT_EQ(error_of(archive), "");
  const WrittenPayload written(*archive);
  const Payload payload = written.parse();
  EXPECT_EQ(count(payload, XNodeUnion::XNNConv2d) +
                count(payload, XNodeUnion::XNNDepthwiseConv2d),
            52u);
  // That of the input: the result of the last mean is one pixel.
  EXPECT_EQ(count(payload, XNodeUnion::XNNStaticTranspose), 1u);
}

TEST(XnnpackPayload, ComputesStaticInt8InIntegers) {
  const auto zip =
      open_case(fixture("quantized/net.int8_static_per_channel.zip"));
  ASSERT_EQ(error_of(zip), "");
  const WrittenPayload written(zip->archives.at("forward"));
  const Payload payload = written.parse();
  size_t convolutions = 0;
  for (const auto* node : *payload.graph().xnodes()) {
    const auto* conv = node->xnode_union_as_XNNConv2d();
    conv = conv == nullptr ? node->xnode_union_as_XNNDepthwiseConv2d() : conv;
    if (conv != nullptr) {
      ++convolutions;
      EXPECT_EQ(datatype_of(payload, conv->input1_id()),
                XNNDatatype::xnn_datatype_qint8);
      EXPECT_EQ(datatype_of(payload, conv->filter_id()),
                XNNDatatype::xnn_datatype_qcint8);
      EXPECT_EQ(datatype_of(payload, conv->bias_id()),
                XNNDatatype::xnn_datatype_qcint32);
      EXPECT_EQ(datatype_of(payload, conv->output_id()),
                XNNDatatype::xnn_datatype_qint8);
    }
  }
  EXPECT_EQ(convolutions, 3u);
}

TEST(XnnpackPayload, PacksFiltersOf4Bits) {
  const auto zip = open_case(fixture("quantized/linear64.8da4w.zip"));
  ASSERT_EQ(error_of(zip), "");
  const WrittenPayload written(zip->archives.at("forward"));
  const Payload payload = written.parse();
  const auto& nodes = *payload.graph().xnodes();
  ASSERT_EQ(nodes.size(), 2u);
  const auto* product = nodes[1]->xnode_union_as_XNNFullyConnected();
  ASSERT_NE(product, nullptr);
  EXPECT_EQ(datatype_of(payload, product->input1_id()),
            XNNDatatype::xnn_datatype_qdint8);
  const auto& filter =
      payload.values()[*payload.index_of(product->filter_id())];
  EXPECT_EQ(filter.tensor->datatype(), XNNDatatype::xnn_datatype_qbint4);
  EXPECT_EQ(payload.constant(filter.tensor->constant_buffer_idx())->nbytes,
            32u * 64u / 2u);
}

/// A weight that two delegates read: each has it for itself.
constexpr const char* kSharedWeight =
    "constant %i: i64[2, 3] = [10, -20, 30, 40, 50, -60]\n"
    "constant %s: f32[3] = [0.5, 0.25, 0.125]\n"
    "input %x: f32[2, 2]\n"
    "%w: i8[2, 3] = aten::_to_copy(%i, i8)\n"
    "%f: f32[2, 3] = quantized_decomposed::dequantize_per_channel("
    "%w, %s, none, 1, -128, 127, i8)\n"
    "%a: f32[2, 3] = aten::mm(%x, %f)\n"
    "%e: f32[2, 3] = aten::erf(%a)\n"
    "%b: f32[2, 3] = aten::mul.Tensor(%e, %f)\n"
    "output %b\n";

std::vector<double> run_shared_weight(
    const executorch::exir::Backend* backend) {
  std::vector<executorch::exir::NamedProgram> programs(1);
  programs[0].name = "forward";
  auto graph = executorch::exir::parse_graph(kSharedWeight);
  EXPECT_EQ(error_of(graph), "");
  programs[0].program.graph = *std::move(graph);
  executorch::exir::LowerOptions options;
  options.backend = backend;
  EXPECT_EQ(error_of(executorch::exir::lower(programs[0].program, options)),
            "");
  EXPECT_EQ(programs[0].program.graph->delegates().size(),
            backend == nullptr ? 0u : 2u);
  const auto emitted = executorch::exir::emit(programs);
  EXPECT_EQ(error_of(emitted), "");
  const ScratchFolder folder;
  EXPECT_EQ(error_of(emitted->write(folder / "model.pte")), "");
  const auto session = open_session(folder / "model.pte");
  EXPECT_EQ(error_of(session), "");
  const auto method = LoadedMethod::load(**session, "");
  EXPECT_EQ(error_of(method), "");
  NpyArray x{ScalarType::Float, {2, 2}, {}};
  x.bytes.resize(4 * sizeof(float));
  const float values[] = {0.01f, -0.02f, 0.03f, 0.004f};
  std::memcpy(x.bytes.data(), values, sizeof(values));
  std::vector<InputValue> inputs{{"x", x, true}};
  const auto outputs = run_method(**method, inputs);
  EXPECT_EQ(error_of(outputs), "");
  return to_doubles(outputs->front());
}

TEST(XnnpackPayload, HasItsOwnCopyOfASharedWeight) {
  const XnnpackPartitioner partitioner(false);
  const auto expected = run_shared_weight(nullptr);
  const auto found = run_shared_weight(&partitioner);
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], 1e-5);
  }
}

}  // namespace
}  // namespace rushlight::test
