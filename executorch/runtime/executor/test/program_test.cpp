#include <executorch/runtime/executor/program.h>

#include <gtest/gtest.h>

#include <cstring>

#include <executorch/runtime/executor/test/loaded_program.h>
#include <executorch/runtime/executor/test/program_builder.h>
#include <executorch/schema/extended_header.h>

namespace executorch::runtime {
namespace {

using testing::LoadedProgram;
using testing::ProgramBuilder;

std::vector<uint8_t> small_program() {
  ProgramBuilder b;
  b.buffer_sizes = {0, 24, 8};
  b.constants = {{1, 2}};
  const int32_t in = b.tensor({.sizes = {2, 3}, .memory_id = 1});
  b.tensor({.constant = 1});
  b.inputs = {in, b.integer(4)};
  b.outputs = {in};
  return b.finish();
}

TEST(ProgramTest, DescribesItsMethods) {
  LoadedProgram program(small_program());
  ASSERT_EQ(program.error(), Error::Ok);
  EXPECT_EQ((*program)->num_methods(), 1u);
  EXPECT_STREQ(*(*program)->get_method_name(0), "forward");
  EXPECT_EQ((*program)->get_method_name(1).error(), Error::InvalidArgument);
  EXPECT_EQ((*program)->method_meta("other").error(), Error::InvalidArgument);
  const auto meta = (*program)->method_meta("forward");
  ASSERT_TRUE(meta.ok());
  EXPECT_EQ(meta->num_inputs(), 2u);
  EXPECT_EQ(*meta->input_tag(1), Tag::Int);
  EXPECT_EQ(meta->input_tensor_meta(1).error(), Error::InvalidArgument);
  EXPECT_EQ(meta->input_tag(2).error(), Error::InvalidArgument);
  const auto info = meta->input_tensor_meta(0);
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->sizes()[1], 3);
  EXPECT_EQ(info->nbytes(), 24u);
  EXPECT_TRUE(info->is_memory_planned());
  EXPECT_EQ(meta->num_memory_planned_buffers(), 2u);
  EXPECT_EQ(*meta->memory_planned_buffer_size(1), 8);
  EXPECT_EQ(meta->memory_planned_buffer_size(2).error(),
            Error::InvalidArgument);
  EXPECT_FALSE(meta->uses_backend("XnnpackBackend"));
}

TEST(ProgramTest, GivesConstantsWithinTheirSegment) {
  LoadedProgram program(small_program());
  ASSERT_EQ(program.error(), Error::Ok);
  const auto data = (*program)->get_constant_buffer_data(1, 8);
  ASSERT_TRUE(data.ok());
  EXPECT_EQ(static_cast<const float*>(*data)[1], 2);
  EXPECT_FALSE((*program)->get_constant_buffer_data(1, 1000).ok());
  EXPECT_FALSE((*program)->get_constant_buffer_data(2, 1).ok());
}

TEST(ProgramTest, EveryTruncationIsRefused) {
  const std::vector<uint8_t> file = small_program();
  for (size_t size = 0; size < file.size(); ++size) {
    const std::vector<uint8_t> cut(file.begin(),
                                   file.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_NE(LoadedProgram(cut).error(), Error::Ok) << size;
  }
}

TEST(ProgramTest, NoFlippedByteIsHarmful) {
  const std::vector<uint8_t> file = small_program();
  for (size_t i = 0; i < file.size(); ++i) {
    for (const unsigned mask : {0x01u, 0x80u, 0xFFu}) {
      std::vector<uint8_t> damaged = file;
      damaged[i] = static_cast<uint8_t>(damaged[i] ^ mask);
      LoadedProgram program(damaged);
      if (program.error() != Error::Ok || (*program)->num_methods() == 0) {
        continue;
      }
      const auto name = (*program)->get_method_name(0);
      if (!name.ok()) {
        continue;
      }
      extension::MallocMemoryAllocator method_allocator;
      uint8_t planned[2][24];
      Span<uint8_t> buffers[] = {{planned[0], 24}, {planned[1], 24}};
      HierarchicalAllocator planned_memory({buffers, 2});
      MemoryManager manager(&method_allocator, &planned_memory);
      auto method = (*program)->load_method(*name, &manager);
      if (method.ok()) {
        (void)method->execute();
      }
    }
  }
}

TEST(ProgramTest, OtherKindsOfFilesAreRefused) {
  std::vector<uint8_t> file = small_program();
  EXPECT_EQ(Program::check_header(file.data(), file.size()),
            Program::CompatibleVersion);
  EXPECT_EQ(Program::check_header(file.data(), 63), Program::ShortData);
  std::memcpy(file.data() + 4, "ET99", 4);
  EXPECT_EQ(Program::check_header(file.data(), file.size()),
            Program::IncompatibleVersion);
  EXPECT_EQ(LoadedProgram(file).error(), Error::InvalidProgram);
  std::memcpy(file.data() + 4, "ABCD", 4);
  EXPECT_EQ(Program::check_header(file.data(), file.size()),
            Program::NotPresent);
  EXPECT_EQ(LoadedProgram(file).error(), Error::InvalidProgram);
}

TEST(ProgramTest, MisalignedProgramIsRefused) {
  const std::vector<uint8_t> file = small_program();
  std::vector<uint8_t> shifted(file.size() + 16);
  auto* base = shifted.data();
  base += (16 - reinterpret_cast<uintptr_t>(base) % 16) % 16 + 1;
  std::memcpy(base, file.data(), std::min(file.size(), shifted.size() - 16));
  extension::BufferDataLoader loader(base, file.size() - 1);
  EXPECT_NE(Program::load(&loader).error(), Error::Ok);
}

TEST(ExtendedHeaderTest, ReadsOldAndNewHeaders) {
  uint8_t head[ExtendedHeader::kNumHeadBytes] = {};
  EXPECT_EQ(ExtendedHeader::Parse(head, sizeof(head)).error(), Error::NotFound);
  EXPECT_EQ(ExtendedHeader::Parse(head, sizeof(head) - 1).error(),
            Error::InvalidArgument);
  std::memcpy(head + 8, "eh00", 4);
  EXPECT_EQ(ExtendedHeader::Parse(head, sizeof(head)).error(),
            Error::InvalidProgram);
  head[12] = 24;
  head[16] = 0x34;
  head[17] = 0x12;
  head[31] = 0x80;
  head[32] = 7;
  auto header = ExtendedHeader::Parse(head, sizeof(head));
  ASSERT_TRUE(header.ok());
  EXPECT_EQ(header->program_size, 0x1234u);
  EXPECT_EQ(header->segment_base_offset, uint64_t{0x80} << 56);
  EXPECT_EQ(header->segment_data_size, 0u);
  head[12] = 32;
  auto newer = ExtendedHeader::Parse(head, sizeof(head));
  EXPECT_EQ(newer->segment_data_size, 7u);
}

}  // namespace
}  // namespace executorch::runtime
