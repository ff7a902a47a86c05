#include <executorch/exir/emit/data_segment.h>

#include <executorch/exir/plan/offsets.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace executorch::exir {

size_t DataSegment::add(const ConstantData& data) {
  const uint64_t hash = XXH3_64bits(data.bytes.data(), data.bytes.size());
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const auto& known = pieces_[it->second - 1].data.bytes;
    if (known.size() == data.bytes.size() &&
        (known.empty() ||
         std::memcmp(known.data(), data.bytes.data(), known.size()) == 0)) {
      return it->second;
    }
  }
  const size_t index = offsets_.size();
  nbytes_ = align_up(nbytes_);
  offsets_.push_back(nbytes_);
  pieces_.push_back({nbytes_, data});
  // A segment of no bytes at all counts as absent.
  nbytes_ += std::max<uint64_t>(1, data.bytes.size());
  by_hash_.emplace(hash, index);
  return index;
}

}  // namespace executorch::exir
