#include <executorch/kernels/portable/cpu/util/random.h>

#include <algorithm>
#include <atomic>

namespace executorch::kernels::portable {
namespace {

std::atomic<uint64_t> next_place{0};

}  // namespace

uint64_t reserve_random(uint64_t count) {
  return next_place.fetch_add(count, std::memory_order_relaxed);
}

double uniform_at(uint64_t place) {
  uint64_t z = (place + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-53;
}

void fill_random(double (*f)(uint64_t), uint64_t draws_each, Tensor& out) {
  constexpr uint64_t kBlock = 256;
  const ScalarType dtype = out.scalar_type();
  const StoreFn store = store_function(ScalarType::Double, dtype);
  const size_t nbytes = runtime::elementSize(dtype);
  const auto numel = static_cast<uint64_t>(out.numel());
  uint64_t place = reserve_random(numel * draws_each);
  double values[kBlock];
  for (uint64_t first = 0; first < numel; first += kBlock) {
    const uint64_t n = std::min(kBlock, numel - first);
    for (uint64_t i = 0; i < n; ++i, place += draws_each) {
      values[i] = f(place);
    }
    store(values, static_cast<char*>(out.mutable_data_ptr()) + first * nbytes,
          1, static_cast<size_t>(n));
  }
}

}  // namespace executorch::kernels::portable
