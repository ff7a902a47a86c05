#include "fill.h"

#include <cmath>

namespace rushlight::test {
namespace {

uint64_t fnv1a(std::string_view text) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  }
  return hash;
}

uint64_t splitmix64(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

}  // namespace

FillSequence::FillSequence(std::string_view name, double mean, double std)
    : state_(fnv1a(name)), mean_(mean), width_(std * std::sqrt(12.0)) {}

void FillSequence::next(std::span<float> out) {
  for (float& value : out) {
    state_ += 0x9E3779B97F4A7C15u;
    const auto top = static_cast<double>(splitmix64(state_) >> 40);
    const double u = top / static_cast<double>(1 << 24);
    value = static_cast<float>(mean_ + width_ * (u - 0.5));
  }
}

}  // namespace rushlight::test
