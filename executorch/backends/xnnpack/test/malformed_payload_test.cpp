#include <executorch/backends/engine/delegate/test/payload_faults.h>
#include <executorch/backends/xnnpack/runtime/graph/build_graph.h>

#include "payload_maker.h"

namespace executorch::backends::xnnpack {
namespace {

using engine::testing::Outcome;
using runtime::Error;
using ::testing::HasSubstr;

Error read_and_build(const void* data, size_t nbytes) {
  const auto payload = Payload::parse(data, nbytes);
  ET_CHECK_OK_OR_RETURN_ERROR(payload.error());
  const auto signature = signature_of(*payload);
  ET_CHECK_OK_OR_RETURN_ERROR(signature.error());
  return build_graph(*payload, signature->inputs).error();
}

Outcome read(const void* data, size_t nbytes) {
  return engine::testing::outcome_of(read_and_build, data, nbytes);
}

Outcome read(PayloadMaker& maker) {
  const std::vector<uint64_t> memory = maker.finish();
  return read(memory.data(), maker.nbytes);
}

/// abs of an input, and a sum with a constant: a payload without a fault.
void make_sum(PayloadMaker& maker) {
  const uint32_t x = maker.input({2, 3});
  const uint32_t shift = maker.constant({3}, 12);
  const uint32_t y = maker.value({2, 3});
  const uint32_t z = maker.output({2, 3});
  maker.node(XNodeUnion::XNNAbs,
             fb_xnnpack::Create_XNNNode1x1(maker.builder(), x, y));
  maker.node(XNodeUnion::XNNAdd,
             fb_xnnpack::Create_XNNNode2x1(maker.builder(), y, shift, z));
}

TEST(Payload, WithoutFaultIsBuilt) {
  PayloadMaker maker;
  make_sum(maker);
  const Outcome outcome = read(maker);
  EXPECT_EQ(outcome.error, Error::Ok) << outcome.log;
}

/// As older writers have them: without header and constants.
TEST(Payload, OfAFlatbufferAloneIsBuilt) {
  PayloadMaker maker;
  const uint32_t x = maker.input({2, 3});
  const uint32_t y = maker.output({2, 3});
  maker.node(XNodeUnion::XNNAbs,
             fb_xnnpack::Create_XNNNode1x1(maker.builder(), x, y));
  maker.finish("XN00");
  const Outcome outcome =
      read(maker.builder().GetBufferPointer(), maker.builder().GetSize());
  EXPECT_EQ(outcome.error, Error::Ok) << outcome.log;
}

TEST(Payload, AtAnyAddressIsBuilt) {
  PayloadMaker maker;
  make_sum(maker);
  const std::vector<uint64_t> memory = maker.finish();
  for (size_t shift = 1; shift < 8; ++shift) {
    std::vector<uint64_t> moved(memory.size() + 1);
    char* const at = reinterpret_cast<char*>(moved.data()) + shift;
    std::memcpy(at, memory.data(), maker.nbytes);
    EXPECT_EQ(read(at, maker.nbytes).error, Error::Ok) << shift;
  }
}

TEST(MalformedPayload, TruncatedAnywhere) {
  PayloadMaker maker;
  make_sum(maker);
  const std::vector<uint64_t> memory = maker.finish();
  engine::testing::expect_every_prefix_refused(read_and_build, memory,
                                               maker.nbytes);
}

TEST(MalformedPayload, AnotherIdentifier) {
  PayloadMaker maker;
  make_sum(maker);
  const std::vector<uint64_t> memory = maker.finish("XN99");
  const Outcome outcome = read(memory.data(), maker.nbytes);
  EXPECT_EQ(outcome.error, Error::DelegateInvalidCompatibility);
  EXPECT_THAT(outcome.log, HasSubstr("the identifier is XN99"));
}

TEST(MalformedPayload, PartsBehindTheEnd) {
  PayloadMaker maker;
  make_sum(maker);
  std::vector<uint64_t> memory = maker.finish();
  PayloadHeader header;
  ASSERT_TRUE(header.read(memory.data(), maker.nbytes));
  header.constants_nbytes = UINT64_MAX - 8;
  header.write(memory.data());
  EXPECT_THAT(read(memory.data(), maker.nbytes).log,
              HasSubstr("18446744073709551607 bytes of constants"));
  header.flatbuffer_offset = UINT32_MAX;
  header.write(memory.data());
  EXPECT_THAT(read(memory.data(), maker.nbytes).log,
              HasSubstr("of flatbuffer at 4294967295"));
}

TEST(MalformedPayload, ConstantByNameWithoutData) {
  PayloadMaker maker;
  maker.constants.push_back(fb_xnnpack::CreateConstantDataOffsetDirect(
      maker.builder(), UINT64_MAX, 16, "weights"));
  const Outcome outcome = read(maker);
  EXPECT_EQ(outcome.error, Error::NotFound);
  EXPECT_THAT(outcome.log, HasSubstr("constant weights is not in the payload"));
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

constexpr auto kFloat = XNNDatatype::xnn_datatype_fp32;
constexpr auto kInt8 = XNNDatatype::xnn_datatype_qint8;

const Fault kStructure[] = {
    {"NumDims", "num_dims of value 0 is 3, dims has 1",
     [](PayloadMaker& maker) {
       const std::vector<uint32_t> dims{4};
       maker.add(fb_xnnpack::CreateXNNTensorValueDirect(maker.builder(), kFloat,
                                                        3, &dims));
     }},
    {"IdTaken", "has id_out 0, which is taken",
     [](PayloadMaker& maker) {
       const auto tensor = maker.tensor({4}, kFloat);
       maker.add(tensor);
       maker.add(tensor);
     }},
    {"NoTensor", "has no tensor",
     [](PayloadMaker& maker) {
       maker.values.push_back(fb_xnnpack::CreateXValue(maker.builder()));
     }},
    {"Externs", "num_externs is 5000",
     [](PayloadMaker& maker) { maker.n_externs = 5000; }},
    {"ExternalId", "external_id of value 0 is 7",
     [](PayloadMaker& maker) {
       maker.add(maker.tensor({4}, kFloat, 0, kIsInput, 7));
     }},
    {"ExternalIdTaken", "which is taken",
     [](PayloadMaker& maker) {
       maker.input({4});
       maker.add(maker.tensor({4}, kFloat, 0, kIsInput, 0));
     }},
    {"Flags", "flags of value 0 are 4",
     [](PayloadMaker& maker) {
       maker.add(maker.tensor({4}, kFloat, 0, 4, 0));
     }},
    {"ConstantBehindTheSegment", "bytes of a constant at 64",
     [](PayloadMaker& maker) {
       maker.constants.push_back(
           fb_xnnpack::CreateConstantDataOffset(maker.builder(), 64, 16));
     }},
    {"Bfloat16", "datatype 14",
     [](PayloadMaker& maker) {
       maker.input({2}, XNNDatatype::xnn_datatype_bf16);
     }},
    {"HugeSize", "4294967295",
     [](PayloadMaker& maker) {
       maker.input({UINT32_MAX, UINT32_MAX, UINT32_MAX});
     }},
    {"NoFields", "has no fields",
     [](PayloadMaker& maker) {
       maker.nodes.push_back(
           fb_xnnpack::CreateXNode(maker.builder(), XNodeUnion::XNNAbs));
     }},
    {"ReadBeforeComputed", "value 0 is read before it is computed",
     [](PayloadMaker& maker) {
       const uint32_t y = maker.value({2});
       maker.node(XNodeUnion::XNNAbs,
                  fb_xnnpack::Create_XNNNode1x1(maker.builder(), y, y));
     }},
    {"OperandNotDeclared", "a node names value 12",
     [](PayloadMaker& maker) {
       maker.node(XNodeUnion::XNNAbs,
                  fb_xnnpack::Create_XNNNode1x1(maker.builder(), 12, 0));
     }},
    {"OutputNotComputed", "is read before it is computed",
     [](PayloadMaker& maker) { maker.output({2}); }},
    {"ConstantNotThere", "constant 9 is named",
     [](PayloadMaker& maker) {
       const uint32_t x = maker.add(maker.tensor({2}, kFloat, 9));
       maker.node(XNodeUnion::XNNAbs,
                  fb_xnnpack::Create_XNNNode1x1(maker.builder(), x, x));
     }},
    {"ConstantTooSmall", "has 8 bytes, its type has 16",
     [](PayloadMaker& maker) {
       const uint32_t x = maker.constant({4}, 8);
       maker.node(XNodeUnion::XNNAbs,
                  fb_xnnpack::Create_XNNNode1x1(maker.builder(), x, x));
     }},
    {"Attention", "XNNScaledDotProductAttention are not computed",
     [](PayloadMaker& maker) {
       maker.node(
           XNodeUnion::XNNScaledDotProductAttention,
           fb_xnnpack::CreateXNNScaledDotProductAttention(maker.builder()));
     }},
};

/// A node on an input of sizes {2, 4, 4, 3}, with a result of id 1.
template <class Make>
std::function<void(PayloadMaker&)> on_image(XNodeUnion kind, Make make) {
  return [=](PayloadMaker& maker) {
    maker.input({2, 4, 4, 3});
    maker.output({2, 4, 4, 3});
    maker.node(kind, make(maker, maker.builder()));
  };
}

using Builder = flatbuffers::FlatBufferBuilder;

const Fault kNodes[] = {
    {"UnknownFlag", "flags of a node XNNAbs are 0x80",
     on_image(XNodeUnion::XNNAbs,
              [](PayloadMaker&, Builder& builder) {
                return fb_xnnpack::Create_XNNNode1x1(builder, 0, 1, 0x80);
              })},
    {"Permutation", "perm holds 1, which is taken",
     on_image(XNodeUnion::XNNStaticTranspose,
              [](PayloadMaker&, Builder& builder) {
                const std::vector<uint32_t> perm{0, 1, 1, 3};
                return fb_xnnpack::CreateXNNStaticTransposeDirect(builder, 4,
                                                                  &perm, 0, 1);
              })},
    {"PermutationRank", "perm has 2 entries",
     on_image(XNodeUnion::XNNStaticTranspose,
              [](PayloadMaker&, Builder& builder) {
                const std::vector<uint32_t> perm{0, 1};
                return fb_xnnpack::CreateXNNStaticTransposeDirect(builder, 2,
                                                                  &perm, 0, 1);
              })},
    {"OpenSize", "new_shape is [5, 1]",
     on_image(XNodeUnion::XNNStaticReshape,
              [](PayloadMaker&, Builder& builder) {
                const std::vector<uint32_t> shape{5, 0};
                return fb_xnnpack::CreateXNNStaticReshapeDirect(builder, 2,
                                                                &shape, 0, 1);
              })},
    {"Slice", "a slice of 3 at 2 of dimension 1",
     on_image(XNodeUnion::XNNStaticSlice,
              [](PayloadMaker&, Builder& builder) {
                const std::vector<uint32_t> offsets{0, 2, 0, 0};
                const std::vector<uint32_t> sizes{2, 3, 4, 3};
                return fb_xnnpack::CreateXNNStaticSliceDirect(
                    builder, 4, &offsets, &sizes, 0, 1);
              })},
    {"HugePadding", "Pad",
     on_image(XNodeUnion::XNNStaticConstantPad,
              [](PayloadMaker&, Builder& builder) {
                const std::vector<uint32_t> most(4, UINT32_MAX);
                return fb_xnnpack::CreateXNNStaticConstantPadDirect(
                    builder, &most, &most, 0, 0, 1);
              })},
    {"Axis", "axis 7 of 4 dimensions",
     on_image(XNodeUnion::XNNConcatenate2,
              [](PayloadMaker&, Builder& builder) {
                return fb_xnnpack::Create_XNNCat(builder, 7, 0, 0, UINT32_MAX,
                                                 UINT32_MAX, 1);
              })},
    {"PoolStride", "stride 0",
     on_image(XNodeUnion::XNNMaxPooling2d,
              [](PayloadMaker&, Builder& builder) {
                return fb_xnnpack::Create_XNNPooling2D(builder, 0, 0, 0, 0, 2,
                                                       2, 0, 0, 1, 1, 0, 1);
              })},
    {"ResizeTo", "resized to 4294967295",
     on_image(XNodeUnion::XNNStaticResizeBilinear2D,
              [](PayloadMaker&, Builder& builder) {
                return fb_xnnpack::CreateXNNStaticResizeBilinear2D(
                    builder, UINT32_MAX, 1, 0, 1);
              })},
    {"FilterSizes", "the filter of a convolution is",
     on_image(XNodeUnion::XNNConv2d,
              [](PayloadMaker& maker, Builder& builder) {
                const uint32_t filter = maker.constant({5, 1, 1, 3}, 60);
                return fb_xnnpack::Create_XNNNodeConv(builder, 0, 0, 0, 0, 3, 3,
                                                      1, 1, 1, 1, 3, 5, 1, 0, 0,
                                                      0, filter, UINT32_MAX, 1);
              })},
    {"Dilation", "dilation 4294967295",
     on_image(XNodeUnion::XNNConvTranspose2d,
              [](PayloadMaker& maker, Builder& builder) {
                const uint32_t filter = maker.constant({5, 1, 1, 3}, 60);
                return fb_xnnpack::Create_XNNNodeConv(
                    builder, 0, 0, 0, 0, 1, 1, 1, 1, UINT32_MAX, UINT32_MAX, 3,
                    5, 1, 0, 0, 0, filter, UINT32_MAX, 1);
              })},
    {"FilterRank", "the filter of a product has 4 dimensions",
     on_image(XNodeUnion::XNNFullyConnected,
              [](PayloadMaker&, Builder& builder) {
                return fb_xnnpack::CreateXNNFullyConnected(builder, 0, 0,
                                                           UINT32_MAX, 1);
              })},
    {"ProductSizes", "MatMul",
     on_image(XNodeUnion::XNNFullyConnected,
              [](PayloadMaker& maker, Builder& builder) {
                const uint32_t filter = maker.constant({2, 5}, 40);
                return fb_xnnpack::CreateXNNFullyConnected(builder, 0, filter,
                                                           UINT32_MAX, 1);
              })},
};

/// A node abs of a value with these parameters of its integers.
template <class Make>
std::function<void(PayloadMaker&)> quantized(XNNQuantParams kind, Make make) {
  return [=](PayloadMaker& maker) {
    const auto quant = make(maker, maker.builder());
    const uint32_t x =
        maker.add(maker.tensor({4, 64}, kInt8, 0, kIsInput, maker.n_externs++),
                  kind, quant);
    const uint32_t y = maker.output({4, 64});
    maker.node(XNodeUnion::XNNAbs,
               fb_xnnpack::Create_XNNNode1x1(maker.builder(), x, y));
  };
}

const Fault kQuantized[] = {
    {"NoParameters", "parameters of kind 0",
     quantized(
         XNNQuantParams::NONE,
         [](PayloadMaker&, Builder&) { return flatbuffers::Offset<void>(); })},
    {"ScaleOfZero", "a scale is 0",
     quantized(XNNQuantParams::PerTensorQuant,
               [](PayloadMaker&, Builder& builder) {
                 return fb_xnnpack::CreatePerTensorQuant(builder, 0, 0);
               })},
    {"ScaleOfDenormalNumber", "expected a positive normal number",
     quantized(XNNQuantParams::PerTensorQuant,
               [](PayloadMaker&, Builder& builder) {
                 return fb_xnnpack::CreatePerTensorQuant(builder, 1e-40f, 0);
               })},
    {"ZeroPointOfInt8", "of int8 has zero point 200",
     quantized(XNNQuantParams::PerTensorQuant,
               [](PayloadMaker&, Builder& builder) {
                 return fb_xnnpack::CreatePerTensorQuant(builder, 1, 200);
               })},
    {"ChannelDim", "channel_dim is 2 of 2 dimensions",
     quantized(XNNQuantParams::PerChannelQuant,
               [](PayloadMaker&, Builder& builder) {
                 return fb_xnnpack::CreatePerChannelQuant(builder, 0, 2);
               })},
    {"ScalesMissing", "0 scales, expected 4",
     quantized(XNNQuantParams::PerChannelQuant,
               [](PayloadMaker&, Builder& builder) {
                 return fb_xnnpack::CreatePerChannelQuant(builder, 0, 0);
               })},
    {"ScalesTooFewBytes", "1000000 scales of 4 bytes in a constant of 16",
     quantized(XNNQuantParams::PerChannelQuant,
               [](PayloadMaker& maker, Builder& builder) {
                 return fb_xnnpack::CreatePerChannelQuant(
                     builder, 0, 0, maker.zeros(16), 1000000);
               })},
    {"Block", "blocks of 48",
     quantized(XNNQuantParams::PerChannelGroupQuant,
               [](PayloadMaker&, Builder& builder) {
                 return fb_xnnpack::CreatePerChannelGroupQuant(builder, 0, 0,
                                                               48);
               })},
    {"RowDims", "num_nonbatch_dims is 3 of 2 dimensions",
     quantized(XNNQuantParams::PerTokenDynamicQuant,
               [](PayloadMaker&, Builder& builder) {
                 return fb_xnnpack::CreatePerTokenDynamicQuant(builder, 3);
               })},
};

std::string name_of(const testing::TestParamInfo<Fault>& test) {
  return test.param.name;
}

INSTANTIATE_TEST_SUITE_P(Structure, MalformedGraph,
                         testing::ValuesIn(kStructure), name_of);
INSTANTIATE_TEST_SUITE_P(Nodes, MalformedGraph, testing::ValuesIn(kNodes),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Quantized, MalformedGraph,
                         testing::ValuesIn(kQuantized), name_of);

}  // namespace
}  // namespace executorch::backends::xnnpack
