#include <executorch/devtools/etdump/data_sinks/file_data_sink.h>
#include <executorch/devtools/etdump/etdump_filter.h>
#include <executorch/devtools/etdump/etdump_flatcc.h>
#include <executorch/devtools/etdump/etdump_schema_flatcc_generated.h>
#include <executorch/runtime/platform/runtime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace executorch::etdump {
namespace {

using runtime::Error;
using runtime::Span;

/// Verifies a record and returns it.
const ::etdump::ETDump* record_of(const ETDumpResult& result) {
  flatbuffers::Verifier verifier(static_cast<const uint8_t*>(result.buf),
                                 result.size);
  EXPECT_TRUE(::etdump::VerifySizePrefixedETDumpBuffer(verifier));
  return ::etdump::GetSizePrefixedETDump(result.buf);
}

TEST(Etdump, SmallestBufferHoldsARecord) {
  runtime::runtime_init();
  std::vector<uint8_t> memory(4097);
  // Not aligned.
  ETDumpGen gen(Span<uint8_t>(memory.data() + 1, 4096));
  for (int round = 0; round < 3; ++round) {
    gen.create_event_block("block");
    gen.end_profiling(gen.start_profiling("event"));
    const auto* const record = record_of(gen.get_etdump_data());
    ASSERT_EQ(record->run_data()->size(), 1u);
    const auto* const events = record->run_data()->Get(0)->events();
    ASSERT_EQ(events->size(), 1u);
    EXPECT_STREQ(events->Get(0)->profile_event()->name()->c_str(), "event");
  }
}

TEST(Etdump, NothingRecordedIsNoFile) {
  ETDumpGen gen;
  EXPECT_EQ(gen.get_etdump_data().buf, nullptr);
}

TEST(Etdump, ABundledInputIsNamed) {
  ETDumpGen gen;
  gen.set_bundled_input_index(7);
  gen.create_event_block("block");
  const ETDumpResult result = gen.get_etdump_data();
  EXPECT_EQ(record_of(result)->run_data()->Get(0)->bundled_input_index(), 7);
  std::free(result.buf);
}

TEST(EtdumpFilter, ExpressionsMatchWholeNames) {
  ETDumpFilter filter;
  EXPECT_EQ(filter.add_regex("(").error(), Error::InvalidArgument);
  ASSERT_TRUE(filter.add_regex("conv|relu[0-9]+").ok());
  EXPECT_EQ(filter.get_n_regex(), 1u);
  const auto matches = [&](const char* name) {
    return *filter.filter(name, runtime::kUnsetDelegateDebugIntId);
  };
  EXPECT_TRUE(matches("conv"));
  EXPECT_TRUE(matches("relu12"));
  EXPECT_FALSE(matches("conv2d"));
  EXPECT_FALSE(matches("a conv"));
}

TEST(DataSink, ALengthThatWrapsIsRefused) {
  uint8_t memory[64];
  auto sink = BufferDataSink::create(memory, sizeof(memory), 1);
  ASSERT_TRUE(sink.ok());
  EXPECT_EQ(*sink->write(memory, 10), 0u);
  EXPECT_EQ(sink->write(memory, SIZE_MAX - 5).error(), Error::OutOfResources);
  EXPECT_EQ(sink->get_used_bytes(), 10u);
}

TEST(DataSink, AMovedFileIsClosedOnce) {
  auto sink = FileDataSink::create("/dev/null");
  ASSERT_TRUE(sink.ok());
  FileDataSink other(std::move(*sink));
  EXPECT_EQ(sink->write("x", 1).error(), Error::AccessFailed);
  EXPECT_EQ(*other.write("x", 1), 0u);
}

}  // namespace
}  // namespace executorch::etdump
