#include <executorch/exir/backend/backend.h>
#include <executorch/exir/backend/named_constant.h>
#include <executorch/exir/backend/report.h>
#include <executorch/exir/backend/work.h>
#include <executorch/exir/exir.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/parser.h>
#include <executorch/exir/ir/printer.h>
#include <executorch/exir/ir/verifier.h>
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/schema/program_generated.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace executorch::exir {
namespace {

namespace fb = executorch_flatbuffer;
using testing::ElementsAre;
using testing::HasSubstr;

/// Takes the operators that it is given, and writes their names.
class NameBackend : public Backend {
 public:
  explicit NameBackend(std::set<std::string> names)
      : names_(std::move(names)) {}

  std::string_view id() const override { return "NameBackend"; }

  std::optional<std::string> reason_against(const Node& node) const override {
    return names_.count(node.op().schema.name) != 0
               ? std::nullopt
               : std::optional<std::string>("not among the names");
  }

  Expected<Delegate> preprocess(const Region& region) const override {
    auto text = std::make_shared<std::string>();
    for (const Node* node : region.nodes) {
      *text += node->op().schema.name + ";";
    }
    Delegate delegate;
    delegate.backend_id = id();
    const ConstantData piece{std::as_bytes(std::span(*text)), text};
    delegate.payload = {piece, piece};
    delegate.compile_specs.push_back({"key", {std::byte{7}}});
    return delegate;
  }

 private:
  std::set<std::string> names_;
};

std::unique_ptr<Graph> graph_of(const char* text) {
  auto graph = parse_graph(text);
  EXPECT_TRUE(graph) << graph.error().str();
  return *std::move(graph);
}

/// The names that each delegate got.
std::vector<std::string> partition(Graph& graph, std::set<std::string> names) {
  const auto changed = partition_pass(graph, NameBackend(std::move(names)));
  EXPECT_TRUE(changed) << changed.error().str();
  const auto verified = verify(graph);
  EXPECT_TRUE(verified) << verified.error().str();
  std::vector<std::string> found;
  for (const Delegate& delegate : graph.delegates()) {
    const auto bytes = delegate.payload[0].bytes;
    found.emplace_back(reinterpret_cast<const char*>(bytes.data()),
                       bytes.size());
  }
  return found;
}

/// exp and log are taken; the neg between them is not, and may not be jumped.
constexpr const char* kChain =
    "input %x: f32[4]\n"
    "%a: f32[4] = aten::exp(%x)\n"
    "%b: f32[4] = aten::neg(%a)\n"
    "%c: f32[4] = aten::log(%a)\n"
    "%d: f32[4] = aten::mul.Tensor(%b, %c)\n"
    "output %d\n";

TEST(Partition, MakesNoCycles) {
  const auto graph = graph_of(kChain);
  EXPECT_THAT(partition(*graph, {"exp", "log", "mul"}),
              ElementsAre("exp;log;", "mul;"));
  const std::string text = print_graph(*graph);
  EXPECT_LT(text.find("call_delegate(0"), text.find("aten::neg"));
  EXPECT_LT(text.find("aten::neg"), text.find("call_delegate(1"));
}

TEST(Partition, JoinsWhatNothingSeparates) {
  const auto graph = graph_of(
      "input %x: f32[4]\n"
      "input %y: f32[4]\n"
      "%a: f32[4] = aten::exp(%x)\n"
      "%b: f32[4] = aten::neg(%x)\n"
      "%c: f32[4] = aten::exp(%y)\n"
      "output %a\n"
      "output %b\n"
      "output %c\n");
  EXPECT_THAT(partition(*graph, {"exp"}), ElementsAre("exp;exp;"));
}

TEST(Partition, TakesConstantsIn) {
  const auto graph = graph_of(
      "constant %w: f32[2] = [3, 4]\n"
      "input %x: f32[2]\n"
      "%a: f32[2] = aten::mul.Tensor(%x, %w)\n"
      "output %a\n");
  EXPECT_THAT(partition(*graph, {"mul"}), ElementsAre("mul;"));
  EXPECT_TRUE(graph->constants().empty());
  EXPECT_THAT(print_graph(*graph), HasSubstr("call_delegate(0, [%x])"));
}

/// A weight that is made of constants is no result of one delegate for another.
TEST(Partition, PutsNodesOfConstantsWithTheirReader) {
  const auto graph = graph_of(
      "input %x: f32[4]\n"
      "constant %c: f32[4] = [1, 2, 3, 4]\n"
      "%a: f32[4] = aten::exp(%x)\n"
      "%w: f32[4] = aten::log(%c)\n"
      "%v: f32[4] = aten::log(%w)\n"
      "%b: f32[4] = aten::neg(%a)\n"
      "%d: f32[4] = aten::mul.Tensor(%b, %v)\n"
      "output %d\n");
  EXPECT_THAT(partition(*graph, {"exp", "log", "mul"}),
              ElementsAre("exp;", "log;log;mul;"));
}

TEST(Partition, LeavesRegionsThatOnlyRearrange) {
  const auto graph = graph_of(
      "input %x: f32[2, 3]\n"
      "%a: f32[3, 2] = aten::permute_copy(%x, [1, 0])\n"
      "%b: f32[3, 2] = aten::exp(%a)\n"
      "output %b\n");
  EXPECT_TRUE(partition(*graph, {"permute_copy"}).empty());
}

TEST(Partition, StaysWithinBranches) {
  const auto graph = graph_of(
      "input %x: f32[2]\n"
      "%a: f32[2] = aten::exp(%x)\n"
      "executorch_prim::begin_if(true)\n"
      "%b: f32[2] = aten::exp(%a)\n"
      "executorch_prim::end_if()\n"
      "%c: f32[2] = aten::exp(%a)\n"
      "output %c\n");
  EXPECT_EQ(partition(*graph, {"exp"}).size(), 3u);
}

/// Sizes that a node finds are known to those behind it.
TEST(Partition, KeepsTheOrderOfSizes) {
  const auto graph = graph_of(
      "symbol u0 in [0, 4]\n"
      "input %x: f32[4]\n"
      "%a: f32[4] = aten::exp(%x)\n"
      "%b: i64[u0, 1] = aten::nonzero(%a)\n"
      "%c: f32[u0] = aten::full([u0], 1, f32, none, none, none)\n"
      "output %b\n"
      "output %c\n");
  EXPECT_THAT(partition(*graph, {"exp"}), ElementsAre("exp;"));
  const std::string text = print_graph(*graph);
  EXPECT_LT(text.find("aten::nonzero"), text.find("aten::full"));
}

TEST(Partition, IsReported) {
  const auto graph = graph_of(
      "constant %w: f32[2, 2] = [1, 2, 3, 4]\n"
      "input %x: f32[3, 2]\n"
      "%a: f32[3, 2] = aten::mm(%x, %w)\n"
      "%b: f32[3, 2] = aten::exp(%a)\n"
      "output %b\n");
  const NameBackend backend({"mm"});
  ASSERT_TRUE(partition_pass(*graph, backend));
  const std::string report = partition_report(*graph, backend);
  EXPECT_THAT(
      report,
      HasSubstr("1 of 2 nodes delegated, 100.00 % of 12 multiply-adds"));
  EXPECT_THAT(report, HasSubstr("1 x aten::exp: not among the names"));
}

TEST(Partition, IsEmittedAsSegments) {
  std::vector<NamedProgram> programs(1);
  programs[0].name = "forward";
  programs[0].program.graph = graph_of(kChain);
  partition(*programs[0].program.graph, {"exp", "log", "mul"});
  const auto emitted = emit(programs);
  ASSERT_TRUE(emitted) << emitted.error().str();
  const auto bytes = emitted->to_bytes();
  const auto* program = fb::GetProgram(bytes.data());
  const auto* plan = program->execution_plan()->Get(0);
  ASSERT_EQ(plan->delegates()->size(), 2u);
  const auto* first = plan->delegates()->Get(0);
  EXPECT_EQ(first->id()->str(), "NameBackend");
  EXPECT_EQ(first->processed()->location(), fb::DataLocation::SEGMENT);
  EXPECT_EQ(program->segments()->Get(first->processed()->index())->size(),
            2 * std::string("exp;log;").size());
  EXPECT_EQ(first->compile_specs()->Get(0)->key()->str(), "key");
  const auto* call = plan->chains()
                         ->Get(0)
                         ->instructions()
                         ->Get(0)
                         ->instr_args_as_DelegateCall();
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(call->args()->size(), 3u);
}

ConstantData numbers(std::vector<int> values) {
  const auto kept = std::make_shared<std::vector<int>>(std::move(values));
  return {std::as_bytes(std::span(*kept)), kept};
}

TEST(NamedConstants, HaveKeysOfTheirContent) {
  const auto key = [](const char* name, std::vector<int> values) {
    return named_constant(name, numbers(std::move(values))).key;
  };
  EXPECT_THAT(key("fc.weight", {1, 2}), testing::StartsWith("fc.weight:"));
  EXPECT_EQ(key("w", {1, 2}), key("w", {1, 2}));
  EXPECT_NE(key("w", {1, 2}), key("w", {2, 1}));
  EXPECT_NE(key("w", {1, 2}), key("v", {1, 2}));
}

TEST(NamedConstants, AreEmittedAsExternalData) {
  std::vector<NamedProgram> programs(1);
  programs[0].name = "forward";
  Graph& graph = *(programs[0].program.graph = graph_of(kChain));
  partition(graph, {"exp", "log", "mul"});
  ASSERT_EQ(graph.delegates().size(), 2u);
  for (Delegate& delegate : graph.delegates()) {
    delegate.named_constants = {{"key", numbers({1, 2, 3})}};
  }
  const auto emitted = emit(programs, {.external_constants = true});
  ASSERT_TRUE(emitted) << emitted.error().str();
  const auto bytes = emitted->external_data()->to_bytes();
  extension::BufferDataLoader loader(bytes.data(), bytes.size());
  const auto map = extension::FlatTensorDataMap::load(&loader);
  ASSERT_TRUE(map.ok());
  EXPECT_EQ(*map->get_num_keys(), 1u);
  EXPECT_EQ(map->get_data("key")->size(), 3 * sizeof(int));
  EXPECT_FALSE(map->get_tensor_layout("key").ok());

  const auto inside = emit(programs);
  ASSERT_FALSE(inside);
  EXPECT_THAT(inside.error().str(), HasSubstr("external constants"));
  graph.delegates()[1].named_constants = {{"key", numbers({1, 2, 4})}};
  const auto clash = emit(programs, {.external_constants = true});
  ASSERT_FALSE(clash);
  EXPECT_THAT(clash.error().str(), HasSubstr("constant key of a delegate"));
}

TEST(MultiplyAdds, AreCountedByGroup) {
  const auto graph = graph_of(
      "input %w: f32[8, 2, 3, 3]\n"
      "input %x: f32[1, 4, 5, 5]\n"
      "%a: f32[1, 8, 3, 3] = aten::convolution(%x, %w, none, [1, 1], [0, 0], "
      "[1, 1], false, [0, 0], 2)\n"
      "output %a\n");
  EXPECT_EQ(multiply_adds(*graph->nodes().front()), 8 * 9 * 2 * 9);
}

}  // namespace
}  // namespace executorch::exir
