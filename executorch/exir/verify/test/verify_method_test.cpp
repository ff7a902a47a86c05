#include <executorch/exir/exir.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/verify/verify_method.h>
#include <executorch/runtime/platform/runtime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace executorch::exir {
namespace {

using testing::HasSubstr;

const std::string kDigits =
    RUSHLIGHT_SOURCE_DIR "/test/fixtures/digits/digits.pt2";

/// A fault: the middle one of the relus becomes abs.
Expected<bool> break_pass(Graph& graph) {
  Rewriter rewriter(graph);
  for (const auto& node : graph.nodes()) {
    if (node->output()->name == "relu_1") {
      rewriter.set_insertion_point(node.get());
      rewriter.replace(node.get(),
                       {rewriter.call("aten::abs", {node->tensor("self")})});
      break;
    }
  }
  return rewriter.changed();
}

class VerifyMethod : public testing::Test {
 protected:
  VerifyMethod() { runtime::runtime_init(); }

  /// The pipeline with a fault behind the pass of that name.
  static std::vector<PassInfo> broken_behind(std::string_view name) {
    std::vector<PassInfo> passes;
    for (const PassInfo& pass : lowering_pipeline()) {
      passes.push_back(pass);
      if (pass.name == name) {
        passes.push_back({"break", break_pass});
      }
    }
    return passes;
  }

  /// Compiles digits with `passes`.
  void compile(std::span<const PassInfo> passes) {
    std::vector<NamedProgram> programs(1);
    programs[0].name = "forward";
    auto program = import_pt2(kDigits);
    ASSERT_TRUE(program);
    programs[0].program = *std::move(program);
    const auto lowered = lower(programs[0].program, {.passes = passes});
    ASSERT_TRUE(lowered) << lowered.error().str();
    const auto emitted = emit(programs);
    ASSERT_TRUE(emitted);
    bytes_ = emitted->to_bytes();
    state_ =
        *plan_state(std::vector<const Graph*>{programs[0].program.graph.get()});
  }

  Expected<Agreement> verify(std::span<const PassInfo> passes) {
    return verify_method({.bytes = {bytes_, {}},
                          .method = "forward",
                          .archive = kDigits,
                          .state = state_,
                          .passes = passes});
  }

  std::vector<std::byte> bytes_;
  StateLayout state_;
};

TEST_F(VerifyMethod, AgreesWithItsOwnModel) {
  compile(lowering_pipeline());
  const auto agreement = verify(lowering_pipeline());
  ASSERT_TRUE(agreement) << agreement.error().str();
  EXPECT_EQ(agreement->outputs, 1u);
  EXPECT_LE(agreement->largest, agreement->allowed);
  EXPECT_THAT(agreement->str(),
              HasSubstr("1 output agrees in 2 runs, largest"));
}

TEST_F(VerifyMethod, NamesTheFirstOperatorThatDepartsAndItsLine) {
  for (const std::string_view pass :
       {"decompose", "fold_batch_norm", "isolate_outputs"}) {
    const auto passes = broken_behind(pass);
    compile(passes);
    const auto agreement = verify(passes);
    ASSERT_FALSE(agreement);
    const std::string text = agreement.error().str();
    EXPECT_THAT(text, HasSubstr("error: aten::relu: element "));
    EXPECT_THAT(text, HasSubstr("node %relu_1: f32[s40, 32, 8, 8]"));
    EXPECT_THAT(text, HasSubstr("pass: verify"));
    EXPECT_THAT(text, HasSubstr("  at "));
    EXPECT_THAT(text, HasSubstr("output 0 of the compiled method forward "
                                "departs: element"));
    EXPECT_THAT(text, HasSubstr("the first operator whose result departs"));
  }
}

TEST_F(VerifyMethod, SaysSoWhereOnlyTheProgramItselfDeparts) {
  compile(lowering_pipeline());
  // Some weights, in the middle of the segment of constants.
  std::fill(bytes_.end() - 20000, bytes_.end() - 10000, std::byte{0x40});
  const auto agreement = verify(lowering_pipeline());
  ASSERT_FALSE(agreement);
  EXPECT_THAT(agreement.error().str(),
              HasSubstr("no operator departs when its result is returned"));
}

TEST_F(VerifyMethod, RefusesADamagedProgram) {
  compile(lowering_pipeline());
  bytes_.resize(100);
  EXPECT_THAT(verify(lowering_pipeline()).error().str(),
              HasSubstr("cannot be loaded"));
}

}  // namespace
}  // namespace executorch::exir
