#include <executorch/backends/engine/executable.h>
#include <executorch/backends/engine/packing/packed_file.h>
#include <executorch/backends/engine/test/run_graph.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace executorch::backends::engine::testing {
namespace {

TensorType f32(const Sizes& sizes) { return {ScalarType::Float, sizes}; }

/// Weights that can be taken away: whoever reads them then gets a signal.
class Pages {
 public:
  explicit Pages(const TestTensor& tensor)
      : data_(mmap(nullptr, kNbytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    EXPECT_LE(tensor.bytes.size(), kNbytes);
    std::memcpy(data_, tensor.bytes.data(), tensor.bytes.size());
  }
  ~Pages() { munmap(data_, kNbytes); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  const void* data() const { return data_; }
  void take_away() { mprotect(data_, kNbytes, PROT_NONE); }

 private:
  static constexpr size_t kNbytes = 1 << 20;
  void* data_;
};

class PackedWeightsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    runtime::runtime_init();
    std::filesystem::remove(path_);
    for (const auto* tensor :
         {&filter_, &depthwise_, &matrix_, &halves_, &line_}) {
      pages_.push_back(std::make_unique<Pages>(*tensor));
    }
  }
  void TearDown() override { std::filesystem::remove(path_); }

  /// A convolution 3x3 (Winograd), a depthwise one, products with a matrix
  /// that is transposed first and with one of halves, and a constant that is
  /// computed and read at each execution.
  Graph graph(int64_t batch = 1) const {
    Graph graph;
    const ValueId x = *graph.add_input(f32({batch, 32, 24, 24}));
    const auto constant = [&](size_t i, const TestTensor& tensor) {
      return *graph.add_constant(tensor.type, pages_[i]->data());
    };
    Conv2d conv;
    conv.window.kernel = {3, 3};
    ValueId y = *graph.add(conv, {x, constant(0, filter_)});
    Conv2d each = conv;
    each.groups = 32;
    y = *graph.add(each, {y, constant(1, depthwise_)});
    y = *graph.add(Reshape{}, {y}, f32({batch * 400, 32}));
    const ValueId turned =
        *graph.add(Transpose{{1, 0}}, {constant(2, matrix_)});
    y = *graph.add(MatMul{}, {y, turned});
    const ValueId halves =
        *graph.add(Cast{}, {y}, {ScalarType::Half, {batch * 400, 48}});
    y = *graph.add(MatMul{}, {halves, constant(3, halves_)});
    const ValueId computed =
        *graph.add(Transpose{{1, 0}}, {constant(4, line_)});
    y = *graph.add(Reshape{}, {y}, {ScalarType::Half, {batch, 400, 40}});
    y = *graph.add(Binary{Binary::Kind::kAdd}, {y, computed});
    graph.set_outputs({*graph.add(Cast{}, {y}, f32({batch, 400, 40}))});
    return graph;
  }

  /// One product.
  Graph product() const {
    Graph graph;
    const ValueId x = *graph.add_input(f32({9, 32}));
    const ValueId w = *graph.add_constant(f32({32, 48}), pages_[2]->data());
    graph.set_outputs({*graph.add(MatMul{}, {x, w})});
    return graph;
  }

  /// What the graph gives, compiled with the file.
  std::vector<float> run(const Graph& graph, bool* was_packed = nullptr) {
    const CompileOptions options{{path_, {7, program_}}, nullptr};
    auto executable = Executable::compile(graph, options);
    EXPECT_TRUE(executable.ok());
    if (was_packed != nullptr) {
      *was_packed = (*executable)->packed_nbytes() > 1024;
    }
    const TensorType& type = graph.type(graph.outputs()[0]);
    const TestTensor x =
        random(ScalarType::Float, graph.type(graph.inputs()[0]).sizes);
    std::vector<float> y(static_cast<size_t>(type.numel()));
    const void* inputs[] = {x.bytes.data()};
    void* outputs[] = {y.data()};
    EXPECT_EQ((*executable)->execute({inputs, size_t{1}}, {outputs, size_t{1}}),
              Error::Ok);
    return y;
  }

  std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
  }

  const std::string path_ =
      ::testing::TempDir() + "packed_weights_" +
      ::testing::UnitTest::GetInstance()->current_test_info()->name();
  uint64_t program_ = 1;
  TestTensor filter_ = random(ScalarType::Float, {32, 32, 3, 3});
  TestTensor depthwise_ = random(ScalarType::Float, {32, 1, 3, 3});
  TestTensor matrix_ = random(ScalarType::Float, {48, 32});
  TestTensor halves_ = random(ScalarType::Half, {48, 40});
  TestTensor line_ = random(ScalarType::Half, {40, 400});
  std::vector<std::unique_ptr<Pages>> pages_;
};

TEST_F(PackedWeightsTest, AreMappedAtTheNextStart) {
  bool was_packed = false;
  const auto first = run(graph(), &was_packed);
  EXPECT_TRUE(was_packed);
  uint64_t n_blocks = 0;
  std::memcpy(&n_blocks, bytes().data() + 4096 + 32, sizeof(n_blocks));
  EXPECT_GE(n_blocks, 5u);
  EXPECT_EQ(first,
            run_graph(graph(), {random(ScalarType::Float, {1, 32, 24, 24})})[0]
                .floats());
  for (const auto& pages : pages_) {
    pages->take_away();
  }
  EXPECT_EQ(run(graph(), &was_packed), first);
  EXPECT_FALSE(was_packed);
}

TEST_F(PackedWeightsTest, SeveralGraphsShareAFile) {
  const auto first = run(graph());
  const auto other = run(graph(2));
  program_ = 2;
  EXPECT_EQ(run(graph()), first);
  const size_t nbytes = bytes().size();
  for (const auto& pages : pages_) {
    pages->take_away();
  }
  program_ = 1;
  EXPECT_EQ(run(graph()), first);
  EXPECT_EQ(run(graph(2)), other);
  EXPECT_EQ(bytes().size(), nbytes);
}

/// As many threads as may load at a time.
TEST_F(PackedWeightsTest, AreWrittenOnceByMany) {
  const Graph source = graph();
  std::vector<std::thread> threads;
  std::vector<std::vector<float>> results(4);
  for (auto& result : results) {
    threads.emplace_back([&] { result = run(source); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const auto& result : results) {
    EXPECT_EQ(result, results[0]);
  }
  const size_t nbytes = bytes().size();
  std::filesystem::remove(path_);
  run(source);
  EXPECT_EQ(bytes().size(), nbytes);
}

TEST_F(PackedWeightsTest, AnotherFileStaysAsItIs) {
  const std::string text(5000, 'x');
  write(text);
  bool was_packed = false;
  run(graph(), &was_packed);
  EXPECT_TRUE(was_packed);
  EXPECT_EQ(bytes(), text);
  write("short");
  run(graph());
  EXPECT_EQ(bytes(), "short");
}

TEST_F(PackedWeightsTest, APathThatCannotBeWrittenIsNoFailure) {
  for (const std::string& path :
       {::testing::TempDir(), std::string("/no/where")}) {
    const CompileOptions options{{path, {1, 1}}, nullptr};
    EXPECT_TRUE(Executable::compile(graph(), options).ok());
  }
}

TEST_F(PackedWeightsTest, AnEmptyFileIsFilled) {
  write("");
  run(graph());
  EXPECT_GT(bytes().size(), 4096u);
}

TEST_F(PackedWeightsTest, AFileOfAnotherBuildIsBegunAnew) {
  const auto expected = run(graph());
  const std::string good = bytes();
  std::string other = good;
  other[8] = static_cast<char>(other[8] ^ 1);
  write(other);
  bool was_packed = false;
  EXPECT_EQ(run(graph(), &was_packed), expected);
  EXPECT_TRUE(was_packed);
  EXPECT_EQ(bytes(), good);
}

/// As a power failure leaves it: the header was not written.
TEST_F(PackedWeightsTest, ASectionThatWasNotFinishedIsWrittenAgain) {
  const auto expected = run(graph());
  const std::string good = bytes();
  std::string torn = good;
  std::fill(torn.begin() + 4096, torn.begin() + 4096 + 64, '\0');
  write(torn);
  EXPECT_EQ(run(graph()), expected);
  EXPECT_EQ(bytes(), good);
  write(good.substr(0, good.size() - 4096));
  EXPECT_EQ(run(graph()), expected);
  EXPECT_EQ(bytes(), good);
}

/// Headers and entries: the weights themselves may be any numbers.
TEST_F(PackedWeightsTest, DamagedFilesAreNotUsed) {
  const auto expected = run(product());
  const std::string good = bytes();
  const auto check = [&](size_t place, int bit) {
    SCOPED_TRACE(place);
    std::string bad = good;
    bad[place] = static_cast<char>(bad[place] ^ bit);
    write(bad);
    EXPECT_EQ(run(product()), expected);
  };
  constexpr size_t kHeader = 64;
  constexpr size_t kEntry = 24;
  for (size_t i = 0; i < kHeader; ++i) {
    check(i, 1);
  }
  for (size_t i = 0; i < kHeader + kEntry; ++i) {
    check(4096 + i, 1);
    check(4096 + i, 128);
  }
}

/// A graph that is taken for another one, as by a fingerprint of mistake.
TEST_F(PackedWeightsTest, BlocksOfAnotherGraphAreNotUsed) {
  run(product());
  Graph other;
  const ValueId x = *other.add_input(f32({9, 32}));
  const ValueId w = *other.add_constant(f32({32, 40}), pages_[2]->data());
  other.set_outputs({*other.add(MatMul{}, {x, w})});
  EXPECT_EQ(run(other),
            run_graph(other, {random(ScalarType::Float, {9, 32})})[0].floats());
}

}  // namespace
}  // namespace executorch::backends::engine::testing
