#include <executorch/backends/apple/mps/partition/mps_partitioner.h>
#include <executorch/exir/exir.h>
#include <executorch/exir/ir/parser.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "child_process.h"
#include "compare.h"
#include "paths.h"
#include "program_run.h"

/// Small graphs by way of the MPS delegate on the CPU engine.
namespace rushlight::test {
namespace {

using executorch::backends::mps::MPSPartitioner;
using executorch::exir::NamedProgram;
using testing::DoubleNear;
using testing::ElementsAre;

NpyArray floats(std::vector<int64_t> shape, const std::vector<float>& values) {
  NpyArray array{ScalarType::Float, std::move(shape), {}};
  array.bytes.resize(values.size() * sizeof(float));
  std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
  return array;
}

class MPSDelegate : public testing::Test {
 protected:
  /// Compiles the graph, all of which is to be delegated.
  void compile(const char* text, bool fp16) {
    std::vector<NamedProgram> programs(1);
    programs[0].name = "forward";
    auto graph = executorch::exir::parse_graph(text);
    ASSERT_EQ(error_of(graph), "");
    programs[0].program.graph = *std::move(graph);
    const MPSPartitioner partitioner(fp16);
    executorch::exir::LowerOptions options;
    options.backend = &partitioner;
    ASSERT_EQ(error_of(executorch::exir::lower(programs[0].program, options)),
              "");
    const auto emitted = executorch::exir::emit(programs);
    ASSERT_EQ(error_of(emitted), "");
    ASSERT_EQ(error_of(emitted->write(folder_ / "model.pte")), "");
  }

  std::vector<double> run(const std::vector<NpyArray>& arrays) {
    std::vector<InputValue> inputs;
    for (const NpyArray& array : arrays) {
      inputs.push_back({"input", array, true});
    }
    const auto session = open_session(folder_ / "model.pte");
    EXPECT_EQ(error_of(session), "");
    const auto method = LoadedMethod::load(**session, "");
    EXPECT_EQ(error_of(method), "");
    const auto outputs = run_method(**method, inputs);
    EXPECT_EQ(error_of(outputs), "");
    EXPECT_EQ((*outputs)[0].dtype, ScalarType::Float);
    return to_doubles((*outputs)[0]);
  }

  ScratchFolder folder_;
};

TEST_F(MPSDelegate, MasksStayFiniteInHalf) {
  compile(
      "input %x: f32[2, 2]\n"
      "%y: f32[2, 2] = aten::_softmax(%x, -1, false)\n"
      "output %y\n",
      true);
  EXPECT_THAT(run({floats({2, 2}, {0, -1e9f, -1e9f, -1e9f})}),
              ElementsAre(1, 0, 0.5, 0.5));
}

TEST_F(MPSDelegate, InfinitiesOfTheInputStayInHalf) {
  compile(
      "input %x: f32[3]\n"
      "%y: f32[3] = aten::neg(%x)\n"
      "output %y\n",
      true);
  const double infinity = HUGE_VAL;
  EXPECT_THAT(run({floats({3}, {-HUGE_VALF, HUGE_VALF, 1e6f})}),
              ElementsAre(infinity, -infinity, -65504));
}

TEST_F(MPSDelegate, NumbersBeyondHalfAreAddedInFloat) {
  compile(
      "input %x: f32[2]\n"
      "%y: f32[2] = aten::add.Scalar(%x, 65536.0, 1)\n"
      "output %y\n",
      true);
  EXPECT_THAT(run({floats({2}, {0, 1})}), ElementsAre(65536, 65537));
}

/// x / sqrt(mean(x^2)): the squares are beyond half.
TEST_F(MPSDelegate, SquaresStayInFloat) {
  compile(
      "input %x: f32[1, 2]\n"
      "%a: f32[1, 2] = aten::pow.Tensor_Scalar(%x, 2)\n"
      "%b: f32[1, 1] = aten::mean.dim(%a, [-1], true, none)\n"
      "%c: f32[1, 1] = aten::rsqrt(%b)\n"
      "%d: f32[1, 2] = aten::mul.Tensor(%x, %c)\n"
      "output %d\n",
      true);
  EXPECT_THAT(run({floats({1, 2}, {3000, 4000})}),
              ElementsAre(DoubleNear(0.8485, 1e-3), DoubleNear(1.1314, 1e-3)));
}

TEST_F(MPSDelegate, ReturnsInputsAndValuesTwice) {
  compile(
      "input %x: f32[2]\n"
      "%y: f32[2] = aten::exp(%x)\n"
      "output %x\n"
      "output %y\n"
      "output %y\n",
      false);
  EXPECT_THAT(run({floats({2}, {1, 2})}), ElementsAre(1, 2));
}

TEST_F(MPSDelegate, NamesAnIndexOutOfRange) {
  compile(
      "input %table: f32[3, 2]\n"
      "input %i: i64[1]\n"
      "%y: f32[1, 2] = aten::embedding(%table, %i, -1, false, false)\n"
      "output %y\n",
      false);
  const int64_t index = 3;
  NpyArray indices{ScalarType::Long, {1}, {}};
  indices.bytes.resize(sizeof(index));
  std::memcpy(indices.bytes.data(), &index, sizeof(index));
  std::vector<InputValue> inputs{
      {"table", floats({3, 2}, {1, 2, 3, 4, 5, 6}), true},
      {"indices", indices, true}};
  const auto session = open_session(folder_ / "model.pte");
  ASSERT_EQ(error_of(session), "");
  const auto method = LoadedMethod::load(**session, "");
  ASSERT_EQ(error_of(method), "");
  testing::internal::CaptureStderr();
  EXPECT_NE(error_of(run_method(**method, inputs)), "");
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr("index 3 is out of range for 3"));
}

TEST_F(MPSDelegate, BenchTellsWhatOperatorsReach) {
  compile(
      "input %x: f32[8, 16]\n"
      "input %w: f32[16, 4]\n"
      "%y: f32[8, 4] = aten::mm(%x, %w)\n"
      "output %y\n",
      false);
  const CommandResult result = rushlight(
      {"bench", folder_ / "model.pte", "--seconds", "0.01", "--operators"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, testing::HasSubstr("peak of this machine: "));
  EXPECT_THAT(result.out, testing::HasSubstr("GFLOP/s"));
  EXPECT_THAT(result.out, testing::HasSubstr("MatMul simd gemm Float[8, 4]"));
}

}  // namespace
}  // namespace rushlight::test
