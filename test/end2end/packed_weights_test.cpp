#include <executorch/backends/apple/mps/partition/mps_partitioner.h>
#include <executorch/backends/engine/packing/fingerprint.h>
#include <executorch/backends/xnnpack/partition/xnnpack_partitioner.h>
#include <executorch/backends/xnnpack/runtime/XNNPACKBackend.h>
#include <executorch/exir/exir.h>
#include <executorch/extension/module/module.h>
#include <executorch/runtime/backend/interface.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <vector>

#include "archive_edit.h"
#include "case_zip.h"
#include "child_process.h"
#include "materialize.h"
#include "paths.h"
#include "program_run.h"

/// Packed weights that are kept in a file, from the compiler to the answers.
namespace rushlight::test {
namespace {

namespace backends = executorch::backends;
namespace runtime = executorch::runtime;
using executorch::runtime::Error;
using testing::HasSubstr;

constexpr char kXnnpack[] = "XnnpackBackend";

Error set_path(const char* backend, const std::string& path) {
  runtime::BackendOptions<1> options;
  EXPECT_EQ(options.set_option(backends::xnnpack::packed_cache_path_option_key,
                               path.c_str()),
            Error::Ok);
  return runtime::set_option(backend, options.view());
}

std::vector<std::vector<std::byte>> answers(const std::string& program,
                                            const CaseZip& zip) {
  std::vector<std::vector<std::byte>> bytes;
  auto session = open_session(program, zip.data);
  EXPECT_EQ(error_of(session), "");
  auto method = LoadedMethod::load(**session, "");
  EXPECT_EQ(error_of(method), "");
  for (const CaseCall& call : zip.calls) {
    auto inputs =
        read_input_folder(call.folder, (*method)->method().inputs_size());
    EXPECT_EQ(error_of(inputs), "");
    const auto outputs = run_method(**method, *inputs);
    EXPECT_EQ(error_of(outputs), "");
    for (const NpyArray& output : *outputs) {
      bytes.push_back(output.bytes);
    }
  }
  return bytes;
}

class PackedWeights : public testing::Test {
 protected:
  void SetUp() override { register_runtime_once(); }
  void TearDown() override {
    EXPECT_EQ(set_path(kXnnpack, ""), Error::Ok);
    EXPECT_EQ(set_path("MPSBackend", ""), Error::Ok);
  }

  /// The same answers without the file, when it is written, and from it.
  void check(const char* backend, const std::string& program,
             const CaseZip& zip) {
    const std::string file = folder_ / "packed";
    const auto expected = answers(program, zip);
    ASSERT_EQ(set_path(backend, file), Error::Ok);
    EXPECT_EQ(answers(program, zip), expected);
    const std::string written = read_file(file);
    EXPECT_GT(written.size(), 4096u);
    EXPECT_EQ(answers(program, zip), expected);
    EXPECT_EQ(read_file(file), written);
    std::filesystem::remove(file);
  }

  ScratchFolder folder_;
};

TEST_F(PackedWeights, OfOurPrograms) {
  const backends::xnnpack::XnnpackPartitioner floats(false);
  const backends::xnnpack::XnnpackPartitioner halves(true);
  const backends::mps::MPSPartitioner mps(false);
  for (const char* name :
       {"net.int8_static_per_channel", "transformer.8da4w"}) {
    const auto zip =
        open_case(fixture("quantized/" + std::string(name) + ".zip"));
    ASSERT_EQ(error_of(zip), "");
    const std::string program = folder_ / "model.pte";
    const std::string& archive = zip->archives.at("forward");
    ASSERT_EQ(error_of(compile_file(archive, program, &floats)), "");
    check(kXnnpack, program, *zip);
    ASSERT_EQ(error_of(compile_file(archive, program, &halves)), "");
    check(kXnnpack, program, *zip);
    ASSERT_EQ(error_of(compile_file(archive, program, &mps)), "");
    check("MPSBackend", program, *zip);
  }
}

/// Their payloads have no fingerprint, and some have weights by name.
TEST_F(PackedWeights, OfExecuTorchsPrograms) {
  for (const char* name : {"convnet.xnnpack_fp32", "linear64.xnnpack_ptd",
                           "convnet.xnnpack_qs8", "linear64.xnnpack_8da4w"}) {
    SCOPED_TRACE(name);
    const auto zip =
        open_case(fixture("upstream/" + std::string(name) + ".zip"));
    ASSERT_EQ(error_of(zip), "");
    check(kXnnpack, zip->program, *zip);
  }
}

TEST_F(PackedWeights, PayloadsCarryTheirFingerprint) {
  const auto archive = zoo_archive("linear");
  ASSERT_EQ(error_of(archive), "");
  auto program = executorch::exir::import_pt2(*archive);
  ASSERT_EQ(error_of(program), "");
  const backends::xnnpack::XnnpackPartitioner partitioner(false);
  executorch::exir::LowerOptions options;
  options.backend = &partitioner;
  ASSERT_EQ(error_of(executorch::exir::lower(*program, options)), "");
  const auto& delegate = program->graph->delegates().front();
  std::vector<std::byte> bytes;
  for (const auto& piece : delegate.payload) {
    bytes.insert(bytes.end(), piece.bytes.begin(), piece.bytes.end());
  }
  const auto& option = delegate.compile_specs.back();
  EXPECT_EQ(option.key, "payload_fingerprint");
  backends::engine::Fingerprint found;
  ASSERT_EQ(option.value.size(), sizeof(found));
  std::memcpy(&found, option.value.data(), sizeof(found));
  EXPECT_TRUE(found ==
              backends::engine::fingerprint_of(bytes.data(), bytes.size()));
}

TEST_F(PackedWeights, OptionsAreChecked) {
  namespace xnnpack = backends::xnnpack;
  runtime::BackendOptions<4> options;
  ASSERT_EQ(options.set_option(xnnpack::packed_cache_path_option_key, true),
            Error::Ok);
  EXPECT_EQ(runtime::set_option(kXnnpack, options.view()),
            Error::InvalidArgument);
  ASSERT_EQ(options.set_option(xnnpack::packed_cache_path_option_key, "a"),
            Error::Ok);
  ASSERT_EQ(options.set_option(xnnpack::workspace_sharing_mode_option_key, 3),
            Error::Ok);
  EXPECT_EQ(runtime::set_option(kXnnpack, options.view()),
            Error::InvalidArgument);
  ASSERT_EQ(options.set_option(xnnpack::workspace_sharing_mode_option_key, 2),
            Error::Ok);
  ASSERT_EQ(options.set_option("of another version", 2), Error::Ok);
  EXPECT_EQ(runtime::set_option(kXnnpack, options.view()), Error::Ok);

  runtime::BackendOptions<1> asked;
  ASSERT_EQ(asked.set_option(xnnpack::packed_cache_path_option_key, ""),
            Error::Ok);
  auto view = asked.view();
  EXPECT_EQ(runtime::get_option(kXnnpack, view), Error::Ok);
  const char* path = nullptr;
  EXPECT_EQ(asked.get_option(xnnpack::packed_cache_path_option_key, path),
            Error::Ok);
  EXPECT_STREQ(path, "a");
}

/// The option of a load comes before that of the backend.
TEST_F(PackedWeights, ALoadHasAFileOfItsOwn) {
  const auto zip = open_case(fixture("upstream/convnet.xnnpack_fp32.zip"));
  ASSERT_EQ(error_of(zip), "");
  ASSERT_EQ(set_path(kXnnpack, folder_ / "of the backend"), Error::Ok);
  const std::string own = folder_ / "own";
  runtime::BackendOptions<1> options;
  ASSERT_EQ(options.set_option(backends::xnnpack::packed_cache_path_option_key,
                               own.c_str()),
            Error::Ok);
  runtime::LoadBackendOptionsMap map;
  ASSERT_EQ(map.set_options(kXnnpack, options.view()), Error::Ok);
  executorch::extension::Module module(zip->program);
  ASSERT_EQ(module.load(map), Error::Ok);
  ASSERT_EQ(module.load_method("forward"), Error::Ok);
  EXPECT_TRUE(std::filesystem::exists(own));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "of the backend"));
}

TEST_F(PackedWeights, OptionsOfALoadAreChecked) {
  namespace xnnpack = backends::xnnpack;
  const auto zip = open_case(fixture("upstream/convnet.xnnpack_fp32.zip"));
  ASSERT_EQ(error_of(zip), "");
  runtime::BackendOptions<1> options;
  ASSERT_EQ(options.set_option(xnnpack::packed_cache_path_option_key, 7),
            Error::Ok);
  runtime::LoadBackendOptionsMap map;
  ASSERT_EQ(map.set_options(kXnnpack, options.view()), Error::Ok);
  executorch::extension::Module module(zip->program);
  ASSERT_EQ(module.load(map), Error::Ok);
  testing::internal::CaptureStderr();
  EXPECT_EQ(module.load_method("forward"), Error::InvalidArgument);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("option packed_cache_path is of type int, expected "
                        "text"));
}

TEST_F(PackedWeights, OfTheCommand) {
  const std::string program = folder_ / "linear.pte";
  const backends::xnnpack::XnnpackPartitioner partitioner(false);
  ASSERT_EQ(
      error_of(compile_file(*zoo_archive("linear"), program, &partitioner)),
      "");
  const std::string file = folder_ / "linear.packed";
  const std::vector<std::string> bench = {
      "bench", program, "--seconds", "0.01", "--packed-weights", file};
  for (int i = 0; i < 2; ++i) {
    const CommandResult result = rushlight(bench);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, "");
  }
  EXPECT_TRUE(std::filesystem::exists(file));
  const CommandResult refused =
      rushlight({"run", program, "--packed-weights", std::string(300, 'x')});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("--packed-weights has 300 bytes"));
}

/// What is there already is not overwritten.
TEST_F(PackedWeights, AProgramIsNoFileOfThem) {
  const std::string program = folder_ / "linear.pte";
  const backends::xnnpack::XnnpackPartitioner partitioner(false);
  ASSERT_EQ(
      error_of(compile_file(*zoo_archive("linear"), program, &partitioner)),
      "");
  const std::string before = read_file(program);
  const CommandResult result = rushlight(
      {"bench", program, "--seconds", "0.01", "--packed-weights", program});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("expected packed weights"));
  EXPECT_EQ(read_file(program), before);
}

}  // namespace
}  // namespace rushlight::test
