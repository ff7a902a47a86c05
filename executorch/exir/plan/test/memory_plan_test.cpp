#include <executorch/exir/ir/parser.h>
#include <executorch/exir/plan/memory_plan.h>
#include <executorch/exir/plan/offsets.h>
#include <gtest/gtest.h>

namespace executorch::exir {
namespace {

class PlanTest : public testing::Test {
 protected:
  MemoryPlan plan(const char* text) {
    auto parsed = parse_graph(text);
    EXPECT_TRUE(parsed) << parsed.error().str();
    graph_ = *std::move(parsed);
    const Graph* graphs[] = {graph_.get()};
    auto planned = plan_memory(*graph_, *plan_state(graphs));
    EXPECT_TRUE(planned) << planned.error().str();
    return *planned;
  }

  const Value* value(const std::string& name) const {
    for (const auto& node : graph_->nodes()) {
      for (const Value* output : node->outputs()) {
        if (output->name == name) {
          return output;
        }
      }
    }
    return nullptr;
  }

  std::unique_ptr<Graph> graph_;
};

TEST_F(PlanTest, PointwiseChainsRunInPlace) {
  const MemoryPlan plan_ = plan(
      "input %x: f32[4]\n"
      "%a: f32[4] = aten::tanh(%x)\n"
      "%b: f32[4] = aten::relu(%a)\n"
      "%c: f32[4] = aten::tanh(%b)\n"
      "output %c\n");
  EXPECT_EQ(plan_.buffer_nbytes, (std::vector<int64_t>{0, 32}));
  EXPECT_EQ(plan_.allocations.at(value("a")).offset,
            plan_.allocations.at(value("c")).offset);
}

TEST_F(PlanTest, AnOperandThatIsReadLaterIsKept) {
  const MemoryPlan plan_ = plan(
      "input %x: f32[4]\n"
      "%a: f32[4] = aten::tanh(%x)\n"
      "%b: f32[4] = aten::relu(%a)\n"
      "%c: f32[4] = aten::add.Tensor(%a, %b)\n"
      "output %c\n");
  EXPECT_NE(plan_.allocations.at(value("a")).offset,
            plan_.allocations.at(value("b")).offset);
}

TEST_F(PlanTest, ViewsShareMemory) {
  const MemoryPlan plan_ = plan(
      "input %x: f32[2, 8]\n"
      "%a: f32[2, 8] = aten::_softmax(%x, 1, false)\n"
      "%v: f32[16] = executorch_prim::et_view.default(%a, [16])\n"
      "%b: f32[16] = aten::_softmax(%v, 0, false)\n"
      "output %b\n");
  EXPECT_EQ(plan_.allocations.at(value("a")).offset,
            plan_.allocations.at(value("v")).offset);
  EXPECT_NE(plan_.allocations.at(value("v")).offset,
            plan_.allocations.at(value("b")).offset);
}

TEST_F(PlanTest, MutableBuffersHaveTheirOwnMemory) {
  const MemoryPlan plan_ = plan(
      "buffer %state: f32[8]\n"
      "input %x: f32[8]\n"
      "%a: f32[8] = aten::add.Tensor(%x, %state)\n"
      "%w: f32[8] = aten::copy_(%state, %a)\n"
      "output %a\n");
  EXPECT_EQ(plan_.buffer_nbytes.size(), 3u);
  EXPECT_EQ(plan_.buffer_nbytes[2], 32);
  EXPECT_EQ(plan_.allocations.at(value("w")).memory_id, 2u);
}

TEST_F(PlanTest, DynamicSizesArePlannedForTheirBound) {
  const MemoryPlan plan_ = plan(
      "symbol s0 in [1, 16]\n"
      "input %x: f32[s0, 4]\n"
      "%a: f32[s0, 4] = aten::_softmax(%x, 1, false)\n"
      "output %a\n");
  EXPECT_EQ(plan_.buffer_nbytes[1], 2 * 16 * 4 * 4);
}

TEST_F(PlanTest, SizesWithoutABoundAreRefused) {
  auto graph = parse_graph(
      "symbol s0 in [1, inf]\n"
      "input %x: f32[s0]\n"
      "output %x\n");
  ASSERT_TRUE(graph);
  const auto planned = plan_memory(**graph, {});
  ASSERT_FALSE(planned);
  EXPECT_EQ(planned.error().message,
            "%x is f32[s0], which has no upper bound of its bytes");
}

TEST(OffsetsTest, BlocksOfDisjointLifetimesShare) {
  std::vector<Block> blocks{{100, 0, 1, 0}, {50, 1, 2, 0}, {100, 2, 3, 0}};
  EXPECT_EQ(assign_offsets(blocks), align_up(100) + align_up(50));
  EXPECT_EQ(blocks[0].offset, blocks[2].offset);
}

TEST(OffsetsTest, NoTwoLiveBlocksOverlap) {
  std::vector<Block> blocks;
  uint64_t seed = 1;
  for (size_t i = 0; i < 200; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const size_t first = (seed >> 33) % 100;
    blocks.push_back({(seed >> 20) % 1000, first, first + (seed >> 50) % 20, 0});
  }
  assign_offsets(blocks);
  for (const Block& a : blocks) {
    EXPECT_EQ(a.offset % kTensorAlignment, 0u);
    for (const Block& b : blocks) {
      const bool alive_together = a.first <= b.last && b.first <= a.last;
      const bool apart = a.offset + a.nbytes <= b.offset ||
                         b.offset + b.nbytes <= a.offset;
      EXPECT_TRUE(&a == &b || !alive_together || apart || a.nbytes == 0 ||
                  b.nbytes == 0);
    }
  }
}

}  // namespace
}  // namespace executorch::exir
