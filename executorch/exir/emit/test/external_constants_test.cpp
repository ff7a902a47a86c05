#include <executorch/exir/exir.h>
#include <executorch/exir/ir/parser.h>
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/schema/program_generated.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace executorch::exir {
namespace {

namespace fb = executorch_flatbuffer;

using extension::BufferDataLoader;
using extension::FlatTensorDataMap;
using testing::ElementsAre;

/// %w and %same are equal; %empty has no bytes.
constexpr const char* kModel =
    "constant %w: f32[2] = [3, 4]\n"
    "constant %same: f32[2] = [3, 4]\n"
    "constant %n: i64[] = [7]\n"
    "constant %empty: f32[0] = []\n"
    "buffer %state: f32[2] = [5, 6]\n"
    "input %x: f32[2]\n"
    "%a: f32[2] = aten::add.Tensor(%x, %w)\n"
    "%b: f32[2] = aten::mul.Tensor(%a, %same)\n"
    "%c: f32[2] = aten::mul.Tensor(%b, %n)\n"
    "%s: f32[2] = aten::copy_(%state, %c)\n"
    "output %c\n"
    "output %empty\n";

class ExternalConstantsTest : public testing::Test {
 protected:
  void add(const char* method, const char* text) {
    auto graph = parse_graph(text);
    ASSERT_TRUE(graph) << graph.error().str();
    NamedProgram named{method, {}};
    named.program.graph = *std::move(graph);
    programs_.push_back(std::move(named));
  }

  EmittedProgram emitted() {
    auto result = emit(programs_, {.external_constants = true});
    EXPECT_TRUE(result) << result.error().str();
    return *std::move(result);
  }

  /// Names of the constants that method `index` finds outside.
  static std::vector<std::string> names(const std::vector<std::byte>& bytes,
                                        uint32_t index = 0) {
    std::vector<std::string> found;
    const auto* plan =
        fb::GetProgram(bytes.data())->execution_plan()->Get(index);
    for (const auto* value : *plan->values()) {
      const auto* tensor = value->val_as_Tensor();
      if (tensor != nullptr && tensor->extra_tensor_info() != nullptr &&
          tensor->extra_tensor_info()->location() ==
              fb::TensorDataLocation::EXTERNAL) {
        EXPECT_EQ(tensor->data_buffer_idx(), 0u);
        found.push_back(
            tensor->extra_tensor_info()->fully_qualified_name()->str());
      }
    }
    return found;
  }

  std::vector<NamedProgram> programs_;
};

TEST_F(ExternalConstantsTest, AreNamedInTheProgramAndFoundInTheFile) {
  add("forward", kModel);
  const EmittedProgram program = emitted();
  EXPECT_THAT(names(program.to_bytes()), ElementsAre("w", "same", "n"));
  ASSERT_NE(program.external_data(), nullptr);
  const auto bytes = program.external_data()->to_bytes();
  BufferDataLoader loader(bytes.data(), bytes.size());
  const auto map = FlatTensorDataMap::load(&loader);
  ASSERT_TRUE(map.ok());
  EXPECT_EQ(*map->get_num_keys(), 3u);
  const auto layout = map->get_tensor_layout("n");
  ASSERT_TRUE(layout.ok());
  EXPECT_EQ(layout->scalar_type(), ScalarType::Long);
  EXPECT_EQ(layout->sizes().size(), 0u);
  const auto data = map->get_data("same");
  ASSERT_TRUE(data.ok());
  EXPECT_EQ(data->size(), 8u);
  EXPECT_EQ(static_cast<const float*>(data->data())[1], 4.0f);
}

TEST_F(ExternalConstantsTest, EqualOnesAreStoredOnceAndAligned) {
  add("forward", kModel);
  const auto bytes = emitted().external_data()->to_bytes();
  BufferDataLoader loader(bytes.data(), bytes.size());
  const auto map = FlatTensorDataMap::load(&loader);
  ASSERT_TRUE(map.ok());
  const auto offset = [&](const char* key) {
    const auto data = map->get_data(key);
    return static_cast<const std::byte*>(data->data()) - bytes.data();
  };
  EXPECT_EQ(offset("w"), offset("same"));
  EXPECT_EQ(offset("w") % 128, 0);
  EXPECT_EQ(offset("n"), offset("w") + 16);
  EXPECT_EQ(bytes.size(), static_cast<size_t>(offset("n")) + sizeof(int64_t));
}

TEST_F(ExternalConstantsTest, StateAndWhatHasNoBytesStayInTheProgram) {
  add("forward", kModel);
  const auto bytes = emitted().to_bytes();
  const auto* program = fb::GetProgram(bytes.data());
  EXPECT_EQ(program->constant_segment()->offsets()->size(), 2u);
  ASSERT_NE(program->mutable_data_segments(), nullptr);
  EXPECT_EQ(program->mutable_data_segments()->Get(0)->offsets()->size(), 2u);
}

TEST_F(ExternalConstantsTest, OfOneNameInTwoMethodsAreToldApart) {
  add("a",
      "constant %w: f32[2] = [3, 4]\n"
      "input %x: f32[2]\n"
      "%y: f32[2] = aten::add.Tensor(%x, %w)\n"
      "output %y\n");
  add("same",
      "constant %w: f32[2] = [3, 4]\n"
      "input %x: f32[2]\n"
      "%y: f32[2] = aten::mul.Tensor(%x, %w)\n"
      "output %y\n");
  add("values",
      "constant %w: f32[2] = [3, 5]\n"
      "input %x: f32[2]\n"
      "%y: f32[2] = aten::add.Tensor(%x, %w)\n"
      "output %y\n");
  add("sizes",
      "constant %w: f32[1, 2] = [3, 4]\n"
      "input %x: f32[2]\n"
      "%y: f32[1, 2] = aten::add.Tensor(%x, %w)\n"
      "output %y\n");
  const auto bytes = emitted().to_bytes();
  EXPECT_THAT(names(bytes, 0), ElementsAre("w"));
  EXPECT_THAT(names(bytes, 1), ElementsAre("w"));
  EXPECT_THAT(names(bytes, 2), ElementsAre("w_1"));
  EXPECT_THAT(names(bytes, 3), ElementsAre("w_2"));
}

TEST_F(ExternalConstantsTest, TheSameProgramGivesTheSameBytes) {
  add("forward", kModel);
  EXPECT_EQ(emitted().to_bytes(), emitted().to_bytes());
  EXPECT_EQ(emitted().external_data()->to_bytes(),
            emitted().external_data()->to_bytes());
}

TEST_F(ExternalConstantsTest, WithoutConstantsThereIsNoFile) {
  add("forward",
      "input %x: f32[2]\n"
      "%y: f32[2] = aten::add.Tensor(%x, %x)\n"
      "output %y\n");
  EXPECT_EQ(emitted().external_data(), nullptr);
}

TEST_F(ExternalConstantsTest, IfOneFileCannotBeWrittenNeitherIs) {
  add("forward", kModel);
  const auto folder = std::filesystem::temp_directory_path() /
                      "rushlight_external_constants_test";
  std::filesystem::create_directories(folder / "taken");
  const std::string good = (folder / "good").string();
  const std::string taken = (folder / "taken").string();
  EXPECT_FALSE(emitted().write(good, taken));
  EXPECT_FALSE(emitted().write(taken, good));
  EXPECT_FALSE(emitted().write(good, (folder / "none/data").string()));
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_EQ(entry.path().filename(), "taken");
  }
}

}  // namespace
}  // namespace executorch::exir
