#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

using OptionalTensor = std::optional<Tensor>;

class IndexTest : public TempKernelTest {
 protected:
  const TestTensor x_{ScalarType::Float, {2, 3, 4}, small_values(24, 24)};
};

TEST_F(IndexTest, OneIndexWithNegativeValues) {
  TestTensor at(ScalarType::Long, {2}, {-1, 0});
  const OptionalTensor indices[] = {std::nullopt, *at};
  TestTensor out(ScalarType::Float, {2, 2, 4});
  index_tensor_out(ctx_, x_, indices, out);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_values(out,
                {8, 9, 10, 11, 0, 1, 2, 3, 20, 21, 22, 23, 12, 13, 14, 15});
}

TEST_F(IndexTest, NeighboursBroadcastInPlace) {
  TestTensor rows(ScalarType::Long, {2, 1}, {0, 2});
  TestTensor columns(ScalarType::Int, {2}, {1, 3});
  const OptionalTensor indices[] = {std::nullopt, *rows, *columns};
  TestTensor out(ScalarType::Float, {2, 2, 2});
  index_tensor_out(ctx_, x_, indices, out);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_values(out, {1, 3, 9, 11, 13, 15, 21, 23});
}

TEST_F(IndexTest, SeparatedIndicesGoToTheFront) {
  TestTensor first(ScalarType::Long, {2}, {0, 1});
  TestTensor last(ScalarType::Long, {2}, {3, 0});
  const OptionalTensor indices[] = {*first, std::nullopt, *last};
  TestTensor out(ScalarType::Float, {2, 3});
  index_tensor_out(ctx_, x_, indices, out);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_values(out, {3, 7, 11, 12, 16, 20});
}

TEST_F(IndexTest, Masks) {
  TestTensor mask(ScalarType::Bool, {2, 3}, {0, 1, 0, 1, 0, 0});
  const OptionalTensor indices[] = {*mask};
  TestTensor out(ScalarType::Float, {6, 4});
  index_tensor_out(ctx_, x_, indices, out);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_sizes(out, {2, 4});
  expect_values(out, {4, 5, 6, 7, 12, 13, 14, 15});
  TestTensor none(ScalarType::Bool, {2, 3});
  const OptionalTensor nothing[] = {*none};
  index_tensor_out(ctx_, x_, nothing, out);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_sizes(out, {0, 4});
}

TEST_F(IndexTest, MasksNeedNoMemoryAndBroadcastWithIndices) {
  KernelRuntimeContext bare;
  TestTensor mask(ScalarType::Bool, {2, 3}, {0, 1, 0, 1, 0, 1});
  TestTensor at(ScalarType::Long, {2, 1}, {3, 0});
  const OptionalTensor indices[] = {*mask, *at};
  TestTensor out(ScalarType::Float, {2, 3});
  index_tensor_out(bare, x_, indices, out);
  EXPECT_EQ(bare.failure_state(), Error::Ok);
  expect_values(out, {7, 15, 23, 4, 12, 20});
}

TEST_F(IndexTest, NoIndexTensorsCopy) {
  TestTensor out(ScalarType::Float, {2, 3, 4});
  const OptionalTensor indices[] = {std::nullopt, std::nullopt};
  index_tensor_out(ctx_, x_, indices, out);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_values(out, x_.values());
}

TEST_F(IndexTest, ScalarIndex) {
  TestTensor at(ScalarType::Long, {}, {1});
  const OptionalTensor indices[] = {*at};
  TestTensor out(ScalarType::Float, {3, 4});
  index_tensor_out(ctx_, x_, indices, out);
  EXPECT_EQ(ctx_.failure_state(), Error::Ok);
  expect_sizes(out, {3, 4});
  EXPECT_EQ(out.values()[0], 12);
}

TEST_F(IndexTest, Refuses) {
  TestTensor at(ScalarType::Long, {1}, {2});
  TestTensor real(ScalarType::Float, {1});
  TestTensor mask(ScalarType::Bool, {3});
  TestTensor out(ScalarType::Float, {1, 3, 4});
  const std::vector<std::vector<OptionalTensor>> lists = {
      {*at}, {*real},        {*mask},
      {},    {std::nullopt}, {std::nullopt, std::nullopt, std::nullopt, *at}};
  for (const std::vector<OptionalTensor>& list : lists) {
    ctx_.fail(Error::Ok);
    index_tensor_out(ctx_, x_, {list.data(), list.size()}, out);
    EXPECT_NE(ctx_.failure_state(), Error::Ok);
  }
}

}  // namespace
}  // namespace executorch::kernels::test
