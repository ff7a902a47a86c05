#include <executorch/backends/xnnpack/partition/xnnpack_partitioner.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "case_zip.h"
#include "child_process.h"
#include "compare.h"
#include "golden.h"
#include "materialize.h"
#include "paths.h"
#include "program_run.h"
#include "running_case.h"

namespace rushlight::test {
namespace {

using executorch::backends::xnnpack::XnnpackPartitioner;
using executorch::exir::Backend;
using executorch::exir::fail;

/// ExecuTorch's portable kernels take minutes for some models.
constexpr unsigned kSeconds = 1200;

/// Models that they take seconds for; the others run when the environment
/// variable RUSHLIGHT_INTEROP_ALL is set.
bool is_quick(const std::string& model) {
  static constexpr std::string_view kQuick[] = {
      "mul", "add_mul", "linear", "mv2", "mv3", "resnet18", "llama2_kv"};
  return std::find(std::begin(kQuick), std::end(kQuick), model) !=
         std::end(kQuick);
}

std::string text_of(const NpyArray& array) {
  return {reinterpret_cast<const char*>(array.bytes.data()),
          array.bytes.size()};
}

/// Runs `forward` of a program on the ExecuTorch runtime; `data` is its .ptd
/// file, or -. The raw outputs have the shapes of `expected`.
Expected<std::vector<NpyArray>> run_on_executorch(
    const std::string& program, const std::vector<InputValue>& inputs,
    const std::vector<ExpectedArray>& expected, const ScratchFolder& folder,
    const std::string& data = "-") {
  std::vector<std::string> args{EXECUTORCH_RUNNER, program, data, "forward",
                                folder / "out_"};
  for (const InputValue& input : inputs) {
    const std::string path = folder / fmt::format("in_{}.raw", args.size());
    write_file(path, text_of(input.array));
    args.push_back(
        fmt::format("{}:{}", fmt::join(input.array.shape, "x"), path));
  }
  const CommandResult result = run_program(args, kSeconds);
  if (result.status != 0) {
    return fail(fmt::format("the runner ended with status {}, signal {}: {}",
                            result.status, result.signal, result.err));
  }
  std::vector<NpyArray> outputs;
  for (size_t i = 0; i < expected.size(); ++i) {
    const std::string raw = read_file(folder / fmt::format("out_{}", i));
    NpyArray output{expected[i].dtype, expected[i].shape, {}};
    output.bytes.resize(raw.size());
    std::memcpy(output.bytes.data(), raw.data(), raw.size());
    if (raw.size() != static_cast<size_t>(output.numel()) *
                          executorch::runtime::elementSize(output.dtype)) {
      return fail(fmt::format("output {} has {} bytes", i, raw.size()));
    }
    outputs.push_back(std::move(output));
  }
  return outputs;
}

/// What the ExecuTorch runtime must give: the golden answer, or its own where
/// that is on record (README.md).
Expected<ExpectedArray> answer_of(const std::string& model, size_t output,
                                  const ExpectedArray& golden) {
  const std::string own = fmt::format("{}/test/interop/answers/{}/out_{}.npy",
                                      RUSHLIGHT_SOURCE_DIR, model, output);
  if (!std::filesystem::exists(own)) {
    return golden;
  }
  ET_ASSIGN(const auto array, read_npy(own));
  return expected_array(array);
}

/// XNNPACK sums products in half on CPUs with such arithmetic: a share of the
/// largest magnitude, besides what eager PyTorch in half may be off.
Tolerance of_sums_in_half(const ExpectedArray& half) {
  return {3e-2, 0, half.tolerance.value_or(Tolerance{}).absolute};
}

/// Runs a zoo model, compiled for `backend`, and compares.
void expect_answers(const std::string& model, const Backend* backend,
                    bool fp16) {
  const ScratchFolder folder;
  const std::string program = folder / "model.pte";
  const auto archive = zoo_archive(model);
  ASSERT_EQ(error_of(archive), "");
  ASSERT_EQ(error_of(compile_file(*archive, program, backend)), "");
  const auto golden = read_golden(model);
  ASSERT_EQ(error_of(golden), "");
  std::vector<ExpectedArray> expected = golden->outputs;
  for (size_t i = 0; fp16 && i < expected.size(); ++i) {
    expected[i].tolerance = of_sums_in_half(golden->half_outputs[i]);
  }
  const auto outputs =
      run_on_executorch(program, golden->inputs, expected, folder);
  ASSERT_EQ(error_of(outputs), "");
  for (size_t i = 0; i < outputs->size(); ++i) {
    const auto answer = backend == nullptr
                            ? answer_of(model, i, expected[i])
                            : Expected<ExpectedArray>(expected[i]);
    ASSERT_EQ(error_of(answer), "");
    EXPECT_EQ(difference((*outputs)[i], *answer), "") << "output " << i;
  }
}

/// A model and a backend.
class InteropExternalWeights
    : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(InteropExternalWeights, ExecutorchFindsTheConstantsInOurFile) {
  const ScratchFolder folder;
  const std::string program = folder / "model.pte";
  const std::string data = folder / "model.ptd";
  const auto& [model, backend] = GetParam();
  const auto archive = zoo_archive(model);
  ASSERT_EQ(error_of(archive), "");
  const CommandResult compiled =
      rushlight({"compile", *archive, "-o", program, "--external-weights", data,
                 "--backend", backend});
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  const auto golden = read_golden(model);
  ASSERT_EQ(error_of(golden), "");
  const auto outputs =
      run_on_executorch(program, golden->inputs, golden->outputs, folder, data);
  ASSERT_EQ(error_of(outputs), "");
  for (size_t i = 0; i < outputs->size(); ++i) {
    EXPECT_EQ(difference((*outputs)[i], golden->outputs[i]), "")
        << "output " << i;
  }
  EXPECT_FALSE(
      run_on_executorch(program, golden->inputs, golden->outputs, folder));
}

INSTANTIATE_TEST_SUITE_P(
    Zoo, InteropExternalWeights,
    testing::Combine(testing::Values("linear", "mv3", "llama2_kv"),
                     testing::Values("portable", "xnnpack")),
    [](const auto& test) {
      return std::get<0>(test.param) + "_" + std::get<1>(test.param);
    });

class Interop : public testing::TestWithParam<std::string> {};

TEST_P(Interop, ExecutorchRunsOurProgram) {
  if (!is_quick(GetParam()) &&
      std::getenv("RUSHLIGHT_INTEROP_ALL") == nullptr) {
    GTEST_SKIP() << "takes minutes; RUSHLIGHT_INTEROP_ALL=1 runs it";
  }
  expect_answers(GetParam(), nullptr, false);
}

INSTANTIATE_TEST_SUITE_P(Zoo, Interop, testing::ValuesIn(zoo_models()),
                         [](const auto& test) { return test.param; });

/// Delegates on the real XNNPACK.
class XnnpackInterop
    : public testing::TestWithParam<std::tuple<std::string, bool>> {};

TEST_P(XnnpackInterop, ExecutorchRunsOurDelegates) {
  const auto& [model, fp16] = GetParam();
  if (fp16 && model == "emformer_predict") {
    GTEST_SKIP()
        << "384 steps, each of which rounds the one before: two of 512 "
           "elements of output 6 are off by 0.076, of 0.809 at most";
  }
  const XnnpackPartitioner partitioner(fp16);
  expect_answers(model, &partitioner, fp16);
}

INSTANTIATE_TEST_SUITE_P(Zoo, XnnpackInterop,
                         testing::Combine(testing::ValuesIn(zoo_models()),
                                          testing::Bool()),
                         [](const auto& test) {
                           return std::get<0>(test.param) +
                                  (std::get<1>(test.param) ? "_fp16" : "_fp32");
                         });

/// Sizes that depend on the run stay outside of the delegate, and the wheel's
/// own quantized kernels do not take zero points in int8.
const std::vector<std::string>& with_dynamic_weights() {
  static const std::vector<std::string> names{
      "mlp_dynamic_batch.8da4w", "mlp_dynamic_batch.int4_weight_only"};
  return names;
}

std::vector<std::string> quantized_cases() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(fixture("quantized"))) {
    const std::string name = entry.path().stem().string();
    if (std::ranges::count(with_dynamic_weights(), name) == 0) {
      names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Quantized graphs for the real XNNPACK, first call.
class QuantizedInterop : public testing::TestWithParam<std::string> {};

TEST_P(QuantizedInterop, ExecutorchRunsOurDelegates) {
  const auto zip = open_case(fixture("quantized/" + GetParam() + ".zip"));
  ASSERT_EQ(error_of(zip), "");
  const XnnpackPartitioner partitioner(false);
  ASSERT_EQ(error_of(compile_case(*zip, &partitioner)), "");
  const CaseCall& call = zip->calls.front();
  std::vector<ExpectedArray> expected;
  for (size_t i = 0; i < call.output_count; ++i) {
    const auto array = read_npy(fmt::format("{}/out_{}.npy", call.folder, i));
    ASSERT_EQ(error_of(array), "");
    expected.push_back(expected_array(*array));
    const auto tolerance = zip->tolerances.find(array->dtype);
    if (tolerance != zip->tolerances.end()) {
      expected.back().tolerance = tolerance->second;
    }
  }
  std::vector<InputValue> inputs;
  for (size_t i = 0;
       std::filesystem::exists(fmt::format("{}/in_{}.npy", call.folder, i));
       ++i) {
    auto array = read_npy(fmt::format("{}/in_{}.npy", call.folder, i));
    ASSERT_EQ(error_of(array), "");
    inputs.push_back({fmt::format("in_{}", i), std::move(*array), true});
  }
  const auto outputs =
      run_on_executorch(zip->program, inputs, expected, *zip->folder);
  ASSERT_EQ(error_of(outputs), "");
  for (size_t i = 0; i < outputs->size(); ++i) {
    EXPECT_EQ(difference((*outputs)[i], expected[i]), "") << "output " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, QuantizedInterop,
                         testing::ValuesIn(quantized_cases()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(InteropDigits, ExecutorchRunsADynamicBatch) {
  const ScratchFolder folder;
  const std::string program = folder / "digits.pte";
  ASSERT_EQ(error_of(compile_file(fixture("digits/digits.pt2"), program)), "");
  const auto images = read_npy(fixture("digits/test_images.npy"));
  const auto logits = read_npy(fixture("digits/expected_logits.npy"));
  ASSERT_EQ(error_of(images), "");
  ASSERT_EQ(error_of(logits), "");
  for (const size_t batch : {1, 7, 397}) {
    InputValue input{"images", *images, true};
    input.array.shape[0] = static_cast<int64_t>(batch);
    input.array.bytes.resize(batch * 64 * sizeof(float));
    NpyArray rows = *logits;
    rows.shape[0] = static_cast<int64_t>(batch);
    rows.bytes.resize(batch * 10 * sizeof(float));
    const ExpectedArray expected = expected_array(rows);
    const auto outputs =
        run_on_executorch(program, {input}, {expected}, folder);
    ASSERT_EQ(error_of(outputs), "") << "batch of " << batch;
    EXPECT_EQ(difference(outputs->front(), expected), "")
        << "batch of " << batch;
  }
}

}  // namespace
}  // namespace rushlight::test
