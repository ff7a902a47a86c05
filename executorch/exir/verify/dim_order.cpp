#include <executorch/exir/verify/dim_order.h>

#include <cstring>
#include <numeric>

namespace executorch::exir {

std::vector<std::byte> reordered(std::span<const std::byte> elements,
                                 std::span<const int64_t> sizes,
                                 std::span<const uint8_t> from,
                                 std::span<const uint8_t> to, size_t width) {
  std::vector<size_t> strides(sizes.size(), 1);
  for (size_t k = from.size(); k-- > 1;) {
    strides[from[k - 1]] =
        strides[from[k]] * static_cast<size_t>(sizes[from[k]]);
  }
  std::vector<std::byte> out(elements.size());
  std::vector<int64_t> index(sizes.size(), 0);
  size_t at = 0;
  for (size_t done = 0; done < out.size(); done += width) {
    std::memcpy(out.data() + done, elements.data() + at * width, width);
    for (size_t k = to.size(); k-- > 0;) {
      const size_t d = to[k];
      at += strides[d];
      if (++index[d] < sizes[d]) {
        break;
      }
      at -= strides[d] * static_cast<size_t>(sizes[d]);
      index[d] = 0;
    }
  }
  return out;
}

std::vector<uint8_t> row_major_order(size_t rank) {
  std::vector<uint8_t> order(rank);
  std::iota(order.begin(), order.end(), uint8_t{0});
  return order;
}

}  // namespace executorch::exir
