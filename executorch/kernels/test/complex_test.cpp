#include <executorch/kernels/test/kernel_test.h>

namespace executorch::kernels::test {
namespace {

using namespace portable;

using ComplexFloat = runtime::etensor::complex<float>;

/// A dense tensor of complex numbers.
class ComplexTensor {
 public:
  ComplexTensor(std::vector<int32_t> sizes, std::vector<ComplexFloat> values)
      : sizes_(std::move(sizes)), values_(std::move(values)) {
    int32_t stride = 1;
    order_.resize(sizes_.size());
    strides_.resize(sizes_.size());
    for (size_t i = sizes_.size(); i-- > 0; stride *= sizes_[i]) {
      order_[i] = static_cast<uint8_t>(i);
      strides_[i] = stride;
    }
    impl_.emplace(ScalarType::ComplexFloat, static_cast<ssize_t>(sizes_.size()),
                  sizes_.data(), values_.data(), order_.data(),
                  strides_.data());
    tensor_.emplace(&*impl_);
  }

  operator Tensor&() { return *tensor_; }
  const std::vector<ComplexFloat>& values() const { return values_; }

 private:
  std::vector<int32_t> sizes_;
  std::vector<ComplexFloat> values_;
  std::vector<uint8_t> order_;
  std::vector<int32_t> strides_;
  std::optional<aten::TensorImpl> impl_;
  std::optional<Tensor> tensor_;
};

class ComplexTest : public KernelTest {
 protected:
  ComplexTensor a_{{2}, {{1, 2}, {3, -4}}};
  ComplexTensor b_{{2}, {{0, 1}, {2, 2}}};
  ComplexTensor out_{{2}, {{0, 0}, {0, 0}}};
};

TEST_F(ComplexTest, Arithmetic) {
  add_out(ctx_, a_, b_, 2, out_);
  EXPECT_EQ(out_.values(), (std::vector<ComplexFloat>{{1, 4}, {7, 0}}));
  mul_out(ctx_, a_, b_, out_);
  EXPECT_EQ(out_.values(), (std::vector<ComplexFloat>{{-2, 1}, {14, -2}}));
  div_out(ctx_, a_, b_, out_);
  EXPECT_EQ(out_.values(),
            (std::vector<ComplexFloat>{{2, -1}, {-0.25, -1.75}}));
  _conj_physical_out(ctx_, a_, out_);
  EXPECT_EQ(out_.values(), (std::vector<ComplexFloat>{{1, -2}, {3, 4}}));
  expect_ok();
}

TEST_F(ComplexTest, BroadcastsAndRefusesOtherTypes) {
  ComplexTensor one({}, {{0, 1}});
  mul_out(ctx_, a_, one, out_);
  expect_ok();
  EXPECT_EQ(out_.values(), (std::vector<ComplexFloat>{{-2, 1}, {4, 3}}));
  add_out(ctx_, a_, TestTensor(ScalarType::Float, {2}), 1, out_);
  expect_refused();
  _conj_physical_out(ctx_, TestTensor(ScalarType::Float, {2}), out_);
  expect_refused();
}

TEST_F(ComplexTest, PartsAndMagnitudes) {
  TestTensor parts(ScalarType::Float, {2, 2});
  view_as_real_copy_out(ctx_, a_, parts);
  expect_values(parts, {1, 2, 3, -4});
  TestTensor lengths(ScalarType::Float, {2});
  abs_out(ctx_, a_, lengths);
  expect_values(lengths, {std::sqrt(5), 5}, 1e-6);
  _to_dim_order_copy_out(ctx_, a_, false, std::nullopt, lengths);
  expect_values(lengths, {1, 3});
  _to_dim_order_copy_out(ctx_, lengths, false, std::nullopt, out_);
  EXPECT_EQ(out_.values(), (std::vector<ComplexFloat>{{1, 0}, {3, 0}}));
  expect_ok();
}

TEST_F(ComplexTest, Products) {
  ComplexTensor a({1, 1, 2}, {{1, 2}, {3, -4}});
  ComplexTensor b({1, 2, 1}, {{0, 1}, {2, 2}});
  ComplexTensor out({1, 1, 1}, {{0, 0}});
  bmm_out(ctx_, a, b, out);
  expect_ok();
  EXPECT_EQ(out.values(), (std::vector<ComplexFloat>{{12, -1}}));
}

}  // namespace
}  // namespace executorch::kernels::test
