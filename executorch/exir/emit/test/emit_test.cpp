#include <executorch/exir/emit/data_segment.h>
#include <executorch/exir/exir.h>
#include <executorch/exir/ir/parser.h>
#include <executorch/schema/extended_header.h>
#include <executorch/schema/program_generated.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace executorch::exir {
namespace {

namespace fb = executorch_flatbuffer;

std::vector<NamedProgram> program_of(const char* text) {
  std::vector<NamedProgram> programs(1);
  programs[0].name = "forward";
  auto graph = parse_graph(text);
  EXPECT_TRUE(graph) << graph.error().str();
  programs[0].program.graph = *std::move(graph);
  return programs;
}

std::vector<std::byte> emit_text(const char* text) {
  const auto programs = program_of(text);
  const auto emitted = emit(programs);
  EXPECT_TRUE(emitted) << emitted.error().str();
  return emitted->to_bytes();
}

constexpr const char* kAddMul =
    "symbol s0 in [1, 4]\n"
    "constant %w: f32[2] = [3, 4]\n"
    "constant %same: f32[2] = [3, 4]\n"
    "input %x: f32[s0, 2]\n"
    "%a: f32[s0, 2] = aten::add.Tensor(%x, %w)\n"
    "%b: f32[s0, 2] = aten::mul.Tensor(%a, %same)\n"
    "output %b\n";

TEST(EmitTest, WritesTheExtendedHeaderAndSegments) {
  const auto bytes = emit_text(kAddMul);
  const auto header =
      runtime::ExtendedHeader::Parse(bytes.data(), bytes.size());
  ASSERT_TRUE(header.ok());
  EXPECT_EQ(header->segment_base_offset % 128, 0u);
  EXPECT_LE(header->program_size, header->segment_base_offset);
  flatbuffers::Verifier verifier(
      reinterpret_cast<const uint8_t*>(bytes.data()), header->program_size);
  EXPECT_TRUE(fb::VerifyProgramBuffer(verifier));
  const auto* program = fb::GetProgram(bytes.data());
  ASSERT_EQ(program->segments()->size(), 1u);
  EXPECT_EQ(header->segment_base_offset + program->segments()->Get(0)->size(),
            bytes.size());
}

TEST(EmitTest, CallsAreInOutForm) {
  const auto bytes = emit_text(kAddMul);
  const auto* plan = fb::GetProgram(bytes.data())->execution_plan()->Get(0);
  EXPECT_EQ(plan->operators()->Get(0)->name()->str(), "aten::add");
  EXPECT_EQ(plan->operators()->Get(0)->overload()->str(), "out");
  const auto* call = plan->chains()
                         ->Get(0)
                         ->instructions()
                         ->Get(0)
                         ->instr_args_as_KernelCall();
  ASSERT_EQ(call->args()->size(), 5u);
  EXPECT_EQ(call->args()->Get(3), call->args()->Get(4));
  const auto* out = plan->values()
                        ->Get(static_cast<uint32_t>(call->args()->Get(3)))
                        ->val_as_Tensor();
  EXPECT_EQ(out->shape_dynamism(), fb::TensorShapeDynamism::DYNAMIC_BOUND);
  EXPECT_EQ(out->sizes()->Get(0), 4);
}

TEST(EmitTest, EqualConstantsAreStoredOnce) {
  const auto bytes = emit_text(kAddMul);
  const auto* program = fb::GetProgram(bytes.data());
  EXPECT_EQ(program->constant_segment()->offsets()->size(), 2u);
  EXPECT_EQ(program->segments()->Get(0)->size(), 8u);
}

TEST(EmitTest, TheSameProgramGivesTheSameBytes) {
  EXPECT_EQ(emit_text(kAddMul), emit_text(kAddMul));
}

TEST(EmitTest, InitialStateIsAMutableSegment) {
  const auto bytes = emit_text(
      "buffer %state: f32[2] = [5, 6]\n"
      "input %x: f32[2]\n"
      "%a: f32[2] = aten::add.Tensor(%x, %state)\n"
      "%w: f32[2] = aten::copy_(%state, %a)\n"
      "output %a\n");
  const auto* program = fb::GetProgram(bytes.data());
  ASSERT_NE(program->mutable_data_segments(), nullptr);
  EXPECT_EQ(program->mutable_data_segments()->Get(0)->segment_index(), 1u);
  const auto* sizes =
      program->execution_plan()->Get(0)->non_const_buffer_sizes();
  ASSERT_EQ(sizes->size(), 3u);
  EXPECT_EQ(sizes->Get(2), 16);
}

TEST(EmitTest, AFailedWriteLeavesNothing) {
  const auto programs = program_of(kAddMul);
  const auto emitted = emit(programs);
  ASSERT_TRUE(emitted);
  EXPECT_FALSE(emitted->write("no/such/folder/out.pte"));
  const auto folder = std::filesystem::temp_directory_path() /
                      "rushlight_emit_test";
  std::filesystem::create_directories(folder / "taken");
  EXPECT_FALSE(emitted->write((folder / "taken").string()));
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_EQ(entry.path().filename(), "taken");
  }
}

}  // namespace
}  // namespace executorch::exir
