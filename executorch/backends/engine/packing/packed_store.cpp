#include <executorch/backends/engine/packing/packed_store.h>

#include <numeric>
#include <string>

namespace executorch::backends::engine {

namespace {

std::string text_of(const PackedStore::Key& key) {
  std::string text(key.name);
  for (const int64_t size : key.sizes) {
    text += ' ' + std::to_string(size);
  }
  return text + " of " + std::to_string(key.constant_id) + " x" +
         std::to_string(key.count) + (key.is_half ? " halves" : "");
}

}  // namespace

/// Null from the first block on that is another one.
const void* PackedStore::find_known(const PackedBlock& wanted) const {
  const size_t index = blocks_.size();
  if (known_ == nullptr || !buffers_.empty() ||
      index >= known_->blocks().size()) {
    return nullptr;
  }
  const PackedBlock& block = known_->blocks()[index];
  return block.name == wanted.name && block.nbytes == wanted.nbytes ? block.data
                                                                    : nullptr;
}

Result<const void*> PackedStore::block(std::string_view name, size_t nbytes,
                                       Fill fill) {
  PackedBlock block{packed_name(name), nbytes, nullptr};
  block.data = find_known(block);
  if (block.data == nullptr) {
    AlignedBuffer buffer;
    ET_CHECK_OK_OR_RETURN_ERROR(buffer.allocate(nbytes));
    ET_CHECK_OK_OR_RETURN_ERROR(fill(buffer.data()));
    block.data = buffer.data();
    buffers_.push_back(std::move(buffer));
  }
  blocks_.push_back(block);
  return block.data;
}

Result<const void*> PackedStore::shared_block(const Key& key, size_t nbytes,
                                              Fill fill) {
  const auto found = shared_.find(key);
  if (found != shared_.end()) {
    return found->second;
  }
  const Result<const void*> made = block(text_of(key), nbytes, fill);
  ET_CHECK_OK_OR_RETURN_ERROR(made.error());
  shared_.emplace(key, *made);
  return *made;
}

size_t PackedStore::nbytes() const {
  return std::accumulate(
      buffers_.begin(), buffers_.end(), size_t{0},
      [](size_t sum, const AlignedBuffer& b) { return sum + b.nbytes(); });
}

}  // namespace executorch::backends::engine
