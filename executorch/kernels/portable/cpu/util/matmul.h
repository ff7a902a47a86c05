#pragma once

#include <executorch/kernels/portable/cpu/util/convert.h>
#include <executorch/kernels/portable/cpu/util/gemm.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// out = beta * self + alpha * (a b) for every element type: sums in float for
/// Half and BFloat16, rounded once; integers modulo 2^64.
namespace executorch::kernels::portable {

/// Type that products of `T` are summed in.
template <class T>
using SumType =
    std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>,
                       float,
                       std::conditional_t<std::is_integral_v<T>, uint64_t, T>>;

/// One row-major product: a[m x k], b[k x n], out[m x n].
template <class T>
struct Product {
  size_t m = 0;
  size_t n = 0;
  size_t k = 0;
  const T* a = nullptr;
  const T* b = nullptr;
  T* out = nullptr;
};

/// What is added to the product: self[i * row_stride + j * column_stride]
/// times beta; no `self` for nothing.
template <class T>
struct Addend {
  const T* self = nullptr;
  size_t row_stride = 0;
  size_t column_stride = 0;
  SumType<T> beta{1};
  SumType<T> alpha{1};
};

/// Value of a sum as an element: integers wrap.
template <class T>
T from_sum(SumType<T> sum) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(sum);
  } else {
    return convert<SumType<T>, T>(sum);
  }
}

template <class T>
SumType<T> to_sum(T value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<uint64_t>(static_cast<int64_t>(value));
  } else {
    return static_cast<SumType<T>>(value);
  }
}

/// Any element type: a strip of sums at a time.
template <class T>
void matmul_strips(const Product<T>& p, const Addend<T>& add) {
  using Sum = SumType<T>;
  constexpr size_t kStrip = 256;
  Sum sums[kStrip];
  for (size_t i = 0; i < p.m; ++i) {
    for (size_t j = 0; j < p.n; j += kStrip) {
      const size_t count = std::min(kStrip, p.n - j);
      std::fill(sums, sums + count, Sum{});
      for (size_t k = 0; k < p.k; ++k) {
        const Sum weight = to_sum(p.a[i * p.k + k]);
        const T* row = p.b + k * p.n + j;
        for (size_t c = 0; c < count; ++c) {
          sums[c] += weight * to_sum(row[c]);
        }
      }
      for (size_t c = 0; c < count; ++c) {
        Sum sum = add.alpha * sums[c];
        if (add.self != nullptr) {
          sum +=
              add.beta *
              to_sum(
                  add.self[i * add.row_stride + (j + c) * add.column_stride]);
        }
        p.out[i * p.n + j + c] = from_sum<T>(sum);
      }
    }
  }
}

/// float32: the addend is put into `out` first and the product added to it.
inline void matmul_f32(const Product<float>& p, const Addend<float>& add) {
  const bool scaled = add.alpha != 1.0f;
  for (size_t i = 0; i < p.m; ++i) {
    float* row = p.out + i * p.n;
    for (size_t j = 0; j < p.n; ++j) {
      row[j] =
          add.self == nullptr || scaled
              ? 0.0f
              : add.beta * add.self[i * add.row_stride + j * add.column_stride];
    }
  }
  const MatrixF32 b{p.b, p.n};
  if (p.m == 1) {
    gemv_f32(p.n, p.k, p.a, b, p.out);
  } else {
    gemm_f32(p.m, p.n, p.k, p.a, p.k, panel_source(b), p.out, p.n);
  }
  for (size_t i = 0; scaled && i < p.m; ++i) {
    for (size_t j = 0; j < p.n; ++j) {
      float& value = p.out[i * p.n + j];
      value *= add.alpha;
      if (add.self != nullptr) {
        value +=
            add.beta * add.self[i * add.row_stride + j * add.column_stride];
      }
    }
  }
}

/// Half and BFloat16 as `gemm_converted` reads and writes them.
template <class T>
struct ConvertedProduct {
  const Product<T>& product;
  const Addend<T>& addend;
  LoadFn load;
  StoreFn store;

  static void pack_a(const void* source, size_t row, size_t rows, size_t k,
                     size_t depth, float* block) {
    const auto& self = *static_cast<const ConvertedProduct*>(source);
    for (size_t r = 0; r < rows; ++r) {
      self.load(self.product.a + (row + r) * self.product.k + k, 1,
                block + r * depth, depth);
    }
  }

  static void pack_b(const void* source, size_t k, size_t rows, size_t column,
                     size_t columns, float* panel) {
    const auto& self = *static_cast<const ConvertedProduct*>(source);
    for (size_t r = 0; r < rows; ++r, panel += kPanelColumns) {
      self.load(self.product.b + (k + r) * self.product.n + column, 1, panel,
                columns);
      std::fill(panel + columns, panel + kPanelColumns, 0.0f);
    }
  }

  static void store_c(const void* sink, size_t row, size_t rows, size_t column,
                      size_t columns, float* sums) {
    const auto& self = *static_cast<const ConvertedProduct*>(sink);
    const Addend<T>& add = self.addend;
    for (size_t r = 0; r < rows; ++r, sums += kPanelColumns) {
      const size_t i = row + r;
      for (size_t c = 0; c < columns; ++c) {
        sums[c] *= add.alpha;
        if (add.self != nullptr) {
          sums[c] +=
              add.beta * to_sum(add.self[i * add.row_stride +
                                         (column + c) * add.column_stride]);
        }
      }
      self.store(sums, self.product.out + i * self.product.n + column, 1,
                 columns);
    }
  }
};

template <class T>
void matmul_converted(const Product<T>& p, const Addend<T>& add) {
  constexpr ScalarType kStored =
      std::is_same_v<T, Half> ? ScalarType::Half : ScalarType::BFloat16;
  const ConvertedProduct<T> converted{
      p, add, load_function(kStored, ScalarType::Float),
      store_function(ScalarType::Float, kStored)};
  gemm_converted(p.m, p.n, p.k, {ConvertedProduct<T>::pack_a, &converted},
                 {ConvertedProduct<T>::pack_b, &converted},
                 {ConvertedProduct<T>::store_c, &converted});
}

template <class T>
void matmul(const Product<T>& product, const Addend<T>& addend) {
  if constexpr (std::is_same_v<T, float>) {
    matmul_f32(product, addend);
  } else if constexpr (std::is_same_v<SumType<T>, float>) {
    matmul_converted(product, addend);
  } else {
    matmul_strips(product, addend);
  }
}

}  // namespace executorch::kernels::portable
