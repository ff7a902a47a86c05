#include <executorch/kernels/portable/portable_kernels.h>
#include <executorch/kernels/test/kernel_test.h>
#include <executorch/runtime/core/evalue.h>

#include <cstring>
#include <set>
#include <string>

namespace executorch::kernels::test {
namespace {

using runtime::EValue;

const runtime::Kernel* find(const char* name) {
  for (const runtime::Kernel& kernel : portable::portable_kernels()) {
    if (std::strcmp(kernel.name_, name) == 0) {
      return &kernel;
    }
  }
  return nullptr;
}

class BoxingTest : public KernelTest {
 protected:
  void call(const char* name, std::vector<EValue*> stack) {
    const runtime::Kernel* kernel = find(name);
    ASSERT_NE(kernel, nullptr) << name;
    kernel->op_(ctx_, {stack.data(), stack.size()});
  }

  TestTensor a_{ScalarType::Float, {2}, {1, 2}};
  TestTensor out_{ScalarType::Float, {2}};
};

TEST(KernelTableTest, NamesAreUniqueAndInOutForm) {
  std::set<std::string> names;
  for (const runtime::Kernel& kernel : portable::portable_kernels()) {
    EXPECT_TRUE(names.insert(kernel.name_).second) << kernel.name_;
  }
  for (const char* name :
       {"aten::add.out", "aten::add.Scalar_out", "aten::copy_",
        "aten::_native_batch_norm_legit_no_training.out",
        "aten::index.Tensor_out", "dim_order_ops::_to_dim_order_copy.out"}) {
    EXPECT_EQ(names.count(name), 1u) << name;
  }
}

TEST_F(BoxingTest, CallsTheKernel) {
  EValue self(*a_);
  EValue alpha(int64_t{2});
  EValue out(*out_);
  call("aten::add.out", {&self, &self, &alpha, &out, &out});
  expect_ok();
  expect_values(out_, {3, 6});
}

TEST_F(BoxingTest, RefusesMissingArgumentsAndWrongTags) {
  EValue self(*a_);
  EValue alpha(int64_t{2});
  EValue out(*out_);
  EValue none;
  call("aten::add.out", {&self, &self, &alpha});
  expect_refused();
  call("aten::add.out", {&self, &none, &alpha, &out});
  expect_refused();
  call("aten::add.out", {&self, &self, &self, &out});
  expect_refused();
  call("aten::add.out", {&self, &self, &alpha, &alpha});
  expect_refused();
  call("aten::add.out", {&self, &self, &alpha, nullptr});
  expect_refused();
  call("aten::add.out", {});
  expect_refused();
}

TEST_F(BoxingTest, OptionalArgumentsMayBeNone) {
  EValue self(*a_);
  EValue low(1.5);
  EValue none;
  EValue out(*out_);
  call("aten::clamp.out", {&self, &low, &none, &out});
  expect_ok();
  expect_values(out_, {1.5, 2});
}

TEST_F(BoxingTest, RefusesATensorWithoutData) {
  int32_t sizes[] = {2};
  uint8_t order[] = {0};
  int32_t strides[] = {1};
  aten::TensorImpl impl(ScalarType::Float, 1, sizes, nullptr, order, strides);
  EValue self{Tensor(&impl)};
  EValue out(*out_);
  call("aten::relu.out", {&self, &out});
  expect_refused();
}

TEST_F(BoxingTest, EveryKernelSurvivesEveryTag) {
  EValue self(*a_);
  EValue none;
  EValue number(int64_t{-1});
  EValue real(0.5);
  EValue flag(true);
  aten::ArrayRef<double> doubles;
  EValue list(&doubles);
  EValue* const values[] = {&self, &none, &number, &real, &flag, &list};
  for (const runtime::Kernel& kernel : portable::portable_kernels()) {
    for (EValue* value : values) {
      for (const size_t count : {size_t{0}, size_t{3}, size_t{20}}) {
        std::vector<EValue*> stack(count, value);
        kernel.op_(ctx_, {stack.data(), stack.size()});
        ctx_.fail(Error::Ok);
      }
    }
  }
}

}  // namespace
}  // namespace executorch::kernels::test
