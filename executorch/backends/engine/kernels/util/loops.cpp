#include <executorch/backends/engine/kernels/util/loops.h>

namespace executorch::backends::engine {

std::vector<int64_t> dense_strides(const std::vector<int64_t>& sizes) {
  std::vector<int64_t> strides(sizes.size());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= sizes[i];
  }
  return strides;
}

std::vector<int64_t> broadcast_strides(const std::vector<int64_t>& sizes,
                                       const std::vector<int64_t>& to) {
  const std::vector<int64_t> dense = dense_strides(sizes);
  const size_t lead = to.size() - sizes.size();
  std::vector<int64_t> strides(to.size(), 0);
  for (size_t i = 0; i < sizes.size(); ++i) {
    strides[lead + i] = sizes[i] == 1 ? 0 : dense[i];
  }
  return strides;
}

}  // namespace executorch::backends::engine
