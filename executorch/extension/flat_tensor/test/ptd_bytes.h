#pragma once

#include <executorch/extension/flat_tensor/serialize/serialize.h>
#include <executorch/extension/tensor/tensor.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace executorch::extension {

/// A .ptd file in memory that is aligned for its flatbuffer.
class PtdBytes {
 public:
  explicit PtdBytes(const std::map<std::string, TensorPtr>& tensors) {
    std::map<std::string, aten::Tensor> map;
    for (const auto& [name, tensor] : tensors) {
      map.emplace(name, *tensor);
    }
    std::ostringstream out;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    error_ = flat_tensor::save_ptd(out, map, 16);
#pragma GCC diagnostic pop
    const std::string text = out.str();
    size_ = text.size();
    words_.resize(size_ / 8 + 1);
    std::memcpy(words_.data(), text.data(), size_);
  }

  runtime::Error error() const { return error_; }
  uint8_t* data() { return reinterpret_cast<uint8_t*>(words_.data()); }
  size_t size() const { return size_; }

  /// Replaces eight bytes.
  void put(size_t offset, uint64_t value) {
    std::memcpy(data() + offset, &value, sizeof(value));
  }

 private:
  runtime::Error error_ = runtime::Error::Ok;
  std::vector<uint64_t> words_;
  size_t size_ = 0;
};

}  // namespace executorch::extension
