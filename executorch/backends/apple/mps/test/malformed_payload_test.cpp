#include <executorch/backends/apple/mps/runtime/graph/build_graph.h>
#include <executorch/backends/engine/delegate/test/payload_faults.h>

#include "payload_maker.h"

namespace executorch::backends::mps {
namespace {

using engine::testing::Outcome;
using runtime::Error;
using ::testing::HasSubstr;

Error read_and_build(const void* data, size_t nbytes) {
  const auto payload = Payload::parse(data, nbytes);
  ET_CHECK_OK_OR_RETURN_ERROR(payload.error());
  const auto inputs = declared_inputs(*payload);
  ET_CHECK_OK_OR_RETURN_ERROR(inputs.error());
  return build_graph(*payload, *inputs).error();
}

Outcome read(const void* data, size_t nbytes) {
  return engine::testing::outcome_of(read_and_build, data, nbytes);
}

Outcome read(PayloadMaker& maker) {
  const std::vector<uint64_t> memory = maker.finish();
  return read(memory.data(), maker.nbytes);
}

/// relu of an input: a payload without a fault.
void make_relu(PayloadMaker& maker) {
  const int32_t x = maker.input({2, 3});
  const int32_t y = maker.value({2, 3});
  maker.node(MPSNodeUnion::MPSReLU,
             mpsgraph::Create_MPSNode2x1(maker.builder(), x, -1, y));
  maker.outputs.push_back(y);
}

TEST(Payload, WithoutFaultIsBuilt) {
  PayloadMaker maker;
  make_relu(maker);
  const Outcome outcome = read(maker);
  EXPECT_EQ(outcome.error, Error::Ok) << outcome.log;
}

TEST(MalformedPayload, TruncatedAnywhere) {
  PayloadMaker maker;
  make_relu(maker);
  maker.outputs.push_back(maker.constant({4}, 16));
  const std::vector<uint64_t> memory = maker.finish();
  engine::testing::expect_every_prefix_refused(read_and_build, memory,
                                               maker.nbytes);
}

TEST(MalformedPayload, AnotherMagic) {
  PayloadMaker maker;
  make_relu(maker);
  std::vector<uint64_t> memory = maker.finish();
  reinterpret_cast<char*>(memory.data())[7] = '1';
  const Outcome outcome = read(memory.data(), maker.nbytes);
  EXPECT_EQ(outcome.error, Error::DelegateInvalidCompatibility);
  EXPECT_THAT(outcome.log, HasSubstr("does not begin with an MP00 header"));
}

TEST(MalformedPayload, ConstantsBehindTheEnd) {
  PayloadMaker maker;
  make_relu(maker);
  std::vector<uint64_t> memory = maker.finish();
  memory[1] = UINT64_MAX - 8;
  memory[2] = 64;
  EXPECT_THAT(read(memory.data(), maker.nbytes).log,
              HasSubstr("64 bytes of constants at 18446744073709551607"));
}

using Fault = engine::testing::Fault<PayloadMaker>;

class MalformedGraph : public testing::TestWithParam<Fault> {};

TEST_P(MalformedGraph, IsRefusedByName) {
  PayloadMaker maker;
  GetParam().make(maker);
  const Outcome outcome = read(maker);
  EXPECT_NE(outcome.error, Error::Ok);
  EXPECT_THAT(outcome.log, HasSubstr(GetParam().words));
}

constexpr auto kBool = MPSDataType::mps_data_type_bool;
constexpr auto kInt64 = MPSDataType::mps_data_type_int64;

const Fault kStructure[] = {
    {"MetalKernel", "graph_type is 1",
     [](PayloadMaker& maker) {
       make_relu(maker);
       maker.graph_type = mpsgraph::OpType::metal_kernel;
     }},
    {"InputId", "input_ids holds id 7",
     [](PayloadMaker& maker) { maker.inputs.push_back(7); }},
    {"OutputId", "output_ids holds id -1",
     [](PayloadMaker& maker) { maker.outputs.push_back(-1); }},
    {"ConstantId", "constant_ids holds id 9",
     [](PayloadMaker& maker) { maker.constants.push_back(9); }},
    {"ConstantBehindTheSegment", "bytes at 64",
     [](PayloadMaker& maker) {
       const std::vector<int32_t> dims{4};
       maker.constants_nbytes = 32;
       maker.constants.push_back(maker.add(mpsgraph::CreateMPSTensorDirect(
           maker.builder(), MPSDataType::mps_data_type_float32, 1, &dims, 16, 0,
           64)));
     }},
    {"ConstantOfOtherSize", "has 8 bytes, its type has 16",
     [](PayloadMaker& maker) { maker.constant({4}, 8); }},
    {"Float64", "dtype 3 is not computed with",
     [](PayloadMaker& maker) {
       maker.input({2}, MPSDataType::mps_data_type_float64);
     }},
    {"NegativeSize", "-2",
     [](PayloadMaker& maker) {
       maker.input({3, -2});
     }},
    {"NoElements", "value 0 has no elements",
     [](PayloadMaker& maker) {
       maker.input({3, 0});
     }},
    {"NumDims", "num_dims is 3, dims has 1",
     [](PayloadMaker& maker) {
       const std::vector<int32_t> dims{4};
       maker.inputs.push_back(maker.add(mpsgraph::CreateMPSTensorDirect(
           maker.builder(), MPSDataType::mps_data_type_float32, 3, &dims)));
     }},
    {"HugeSize", "Float[2147483647",
     [](PayloadMaker& maker) {
       maker.input({INT32_MAX, INT32_MAX, INT32_MAX});
     }},
    {"NoFields", "has no fields",
     [](PayloadMaker& maker) {
       maker.nodes.push_back(
           mpsgraph::CreateMPSNode(maker.builder(), MPSNodeUnion::MPSReLU));
     }},
    {"ReadBeforeComputed", "value 1 is read before it is computed",
     [](PayloadMaker& maker) {
       maker.input({2});
       const int32_t y = maker.value({2});
       maker.node(MPSNodeUnion::MPSAbs,
                  mpsgraph::Create_MPSNode1x1(maker.builder(), y, y));
     }},
    {"OperandOutOfRange", "a node names value 12",
     [](PayloadMaker& maker) {
       maker.node(MPSNodeUnion::MPSAbs,
                  mpsgraph::Create_MPSNode1x1(maker.builder(), 12, 0));
     }},
    {"ResultOutOfRange", "a node computes value 5",
     [](PayloadMaker& maker) {
       const int32_t x = maker.input({2});
       maker.node(MPSNodeUnion::MPSAbs,
                  mpsgraph::Create_MPSNode1x1(maker.builder(), x, 5));
     }},
    {"OutputNotComputed", "is read before it is computed",
     [](PayloadMaker& maker) { maker.outputs.push_back(maker.value({2})); }},
    {"OutputOfOtherRank", "its declaration has 1",
     [](PayloadMaker& maker) {
       make_relu(maker);
       const int32_t y = maker.value({6});
       maker.node(MPSNodeUnion::MPSAbs,
                  mpsgraph::Create_MPSNode1x1(maker.builder(), 0, y));
       maker.outputs.push_back(y);
     }},
    {"FourBitWeights", "MPSDequantizePerChannelGroup are not computed",
     [](PayloadMaker& maker) {
       maker.node(
           MPSNodeUnion::MPSDequantizePerChannelGroup,
           mpsgraph::CreateMPSDequantizePerChannelGroup(maker.builder()));
     }},
};

/// A node on an input of sizes {2, 3, 4, 4}, with a result of id 1.
template <class Make>
std::function<void(PayloadMaker&)> on_image(MPSNodeUnion type, Make make) {
  return [=](PayloadMaker& maker) {
    maker.input({2, 3, 4, 4});
    maker.value({2, 3, 4, 4});
    maker.node(type, make(maker.builder()));
  };
}

using Builder = flatbuffers::FlatBufferBuilder;

const std::vector<int32_t> kTooMany{2, 3, 4, 5};
const std::vector<int32_t> kTwice{0, 0, 1, 2};
const std::vector<int32_t> kNoAxis{9};
const std::vector<int32_t> kOdd{1, 1, 1};
const std::vector<int32_t> kNone;
const std::vector<int32_t> kHalves{2, 9};
const std::vector<int32_t> kOutputs{1, 1};

const Fault kNodes[] = {
    {"View", "Reshape",
     on_image(MPSNodeUnion::MPSView,
              [](Builder& b) {
                return mpsgraph::CreateMPSViewDirect(b, 0, 1, 4, &kTooMany);
              })},
    {"Expand", "Broadcast",
     on_image(MPSNodeUnion::MPSExpand,
              [](Builder& b) {
                return mpsgraph::CreateMPSViewDirect(b, 0, 1, 4, &kTooMany);
              })},
    {"Permute", "Transpose",
     on_image(MPSNodeUnion::MPSPermute,
              [](Builder& b) {
                return mpsgraph::CreateMPSPermuteDirect(b, 0, 1, 4, &kTwice);
              })},
    {"PermuteAxis", "axis 9 of a value with 4",
     on_image(MPSNodeUnion::MPSPermute,
              [](Builder& b) {
                return mpsgraph::CreateMPSPermuteDirect(b, 0, 1, 1, &kNoAxis);
              })},
    {"CatOfNothing", "a concatenation of nothing",
     on_image(MPSNodeUnion::MPSCat,
              [](Builder& b) {
                return mpsgraph::CreateMPSCatDirect(b, &kNone, 1, 0);
              })},
    {"Unsqueeze", "axis 9",
     on_image(
         MPSNodeUnion::MPSUnsqueeze,
         [](Builder& b) { return mpsgraph::CreateMPSUnsqueeze(b, 0, 1, 9); })},
    {"Select", "index 3 of a dimension of 3",
     on_image(
         MPSNodeUnion::MPSSelect,
         [](Builder& b) { return mpsgraph::CreateMPSSelect(b, 0, 1, 1, 3); })},
    {"SliceStep", "by -1",
     on_image(MPSNodeUnion::MPSSlice,
              [](Builder& b) {
                return mpsgraph::CreateMPSSlice(b, 0, 1, 1, 0, 2, -1);
              })},
    {"Split", "slice of axis 1",
     on_image(MPSNodeUnion::MPSSplitWithSizes,
              [](Builder& b) {
                return mpsgraph::CreateMPSSplitWithSizesDirect(b, 0, &kOutputs,
                                                               &kHalves, 1);
              })},
    {"PixelShuffle", "PixelShuffle",
     on_image(MPSNodeUnion::MPSPixelShuffle,
              [](Builder& b) {
                return mpsgraph::CreateMPSPixelShuffle(b, 0, 1, 2);
              })},
    {"Mean", "axis 9",
     on_image(MPSNodeUnion::MPSMean,
              [](Builder& b) {
                return mpsgraph::CreateMPSMeanDirect(b, 0, 1, 1, &kNoAxis);
              })},
    {"Softmax", "axis -5",
     on_image(
         MPSNodeUnion::MPSSoftmax,
         [](Builder& b) { return mpsgraph::CreateMPSSoftmax(b, 0, 1, -5); })},
    {"Gelu", "is sigmoid, expected none or tanh",
     on_image(MPSNodeUnion::MPSGELU,
              [](Builder& b) {
                return mpsgraph::CreateMPSGELUDirect(b, 0, 1, "sigmoid");
              })},
    {"Div", "rounding_mode is up",
     on_image(MPSNodeUnion::MPSDiv,
              [](Builder& b) {
                return mpsgraph::Create_MPSDivNode2x1Direct(b, 0, 0, 1, "up");
              })},
    {"Clamp", "a clamp without min_max",
     on_image(MPSNodeUnion::MPSClamp,
              [](Builder& b) { return mpsgraph::CreateMPSClamp(b, 0, 1); })},
    {"MatMul", "MatMul",
     on_image(
         MPSNodeUnion::MPSMatMul,
         [](Builder& b) { return mpsgraph::Create_MPSNode2x1(b, 0, 1, 1); })},
    {"PoolStride", "pooling with kernel 2, stride 0",
     on_image(MPSNodeUnion::MPSAvgPool2D,
              [](Builder& b) {
                return mpsgraph::CreateMPSPooling2D(b, 0, 2, 2, 0, 0, 0, 0, 0,
                                                    0, 1, 1);
              })},
    {"ConvStride", "stride",
     on_image(MPSNodeUnion::MPSConv2D,
              [](Builder& b) {
                return mpsgraph::CreateMPSConv(b, 0, 0, -1, 1, 0, 0, 1, 1, 1);
              })},
    {"LayerNormShape", "normalized_shape has 9, the input has 4",
     on_image(MPSNodeUnion::MPSLayerNorm,
              [](Builder& b) {
                return mpsgraph::CreateMPSLayerNormDirect(b, 0, &kNoAxis, -1,
                                                          -1, 0, -1, 1, -1);
              })},
    {"PadCounts", "3 pad counts",
     on_image(MPSNodeUnion::MPSConstantPadND,
              [](Builder& b) {
                return mpsgraph::CreateMPSConstantPadNDDirect(b, 0, 1, &kOdd);
              })},
    {"Arange", "a range from 0 to 1",
     on_image(MPSNodeUnion::MPSArange,
              [](Builder& b) {
                return mpsgraph::CreateMPSArange(
                    b, 1, 0, 1, 0, MPSDataType::mps_data_type_float32);
              })},
    {"IndexTensor", "without an index",
     on_image(MPSNodeUnion::MPSIndexTensor,
              [](Builder& b) {
                return mpsgraph::CreateMPSIndexTensorDirect(b, 0, &kNone, 1);
              })},
    {"FloatIndex", "Gather",
     on_image(MPSNodeUnion::MPSIndexSelect,
              [](Builder& b) {
                return mpsgraph::CreateMPSIndexSelect(b, 0, 1, 0, 0);
              })},
    {"CastToInt4", "dtype 5",
     on_image(MPSNodeUnion::MPSCast,
              [](Builder& b) {
                return mpsgraph::CreateMPSCast(b, 0, 1,
                                               MPSDataType::mps_data_type_int4);
              })},
    {"UnaryOfBool", "Unary",
     [](PayloadMaker& maker) {
       maker.input({2}, kBool);
       maker.value({2}, kBool);
       maker.node(MPSNodeUnion::MPSNeg,
                  mpsgraph::Create_MPSNode1x1(maker.builder(), 0, 1));
     }},
    {"BitsOfFloats", "Binary",
     on_image(
         MPSNodeUnion::MPSBitwiseAnd,
         [](Builder& b) { return mpsgraph::Create_MPSNode2x1(b, 0, 0, 1); })},
    {"SizesThatDoNotBroadcast", "do not broadcast",
     [](PayloadMaker& maker) {
       maker.input({2});
       maker.input({3});
       maker.value({3});
       maker.node(MPSNodeUnion::MPSMul,
                  mpsgraph::Create_MPSNode2x1(maker.builder(), 0, 1, 2));
     }},
    {"ScatterPlaces", "a scatter over 33554432 places",
     [](PayloadMaker& maker) {
       maker.input({1 << 25, 1});
       maker.input({1 << 25, 1}, kInt64);
       maker.value({1 << 25, 1});
       maker.node(MPSNodeUnion::MPSScatter,
                  mpsgraph::CreateMPSScatter(maker.builder(), 0, 2, 1, 1, 0));
     }},
    {"ArangeCount", "expected at most 16777216 numbers",
     on_image(MPSNodeUnion::MPSArange,
              [](Builder& b) {
                return mpsgraph::CreateMPSArange(
                    b, 1, 0, 1e9f, 1, MPSDataType::mps_data_type_float32);
              })},
    {"ScatterSizes", "other sizes than its source",
     [](PayloadMaker& maker) {
       maker.input({2});
       maker.input({3}, kInt64);
       maker.value({2});
       maker.node(MPSNodeUnion::MPSScatter,
                  mpsgraph::CreateMPSScatter(maker.builder(), 0, 2, 0, 1, 0));
     }},
};

const auto kTestName = [](const auto& test) { return test.param.name; };

INSTANTIATE_TEST_SUITE_P(Structure, MalformedGraph,
                         testing::ValuesIn(kStructure), kTestName);
INSTANTIATE_TEST_SUITE_P(Nodes, MalformedGraph, testing::ValuesIn(kNodes),
                         kTestName);

}  // namespace
}  // namespace executorch::backends::mps
