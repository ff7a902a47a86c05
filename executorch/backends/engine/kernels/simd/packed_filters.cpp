#include <executorch/backends/engine/kernels/simd/packed_filters.h>

#include <executorch/backends/engine/packing/packed_store.h>

#include <cstring>

namespace executorch::backends::engine::simd {

Result<QuantizedConstants> QuantizedConstants::of(const NodeView& node,
                                                  size_t weight) {
  QuantizedConstants found;
  const Result<const int8_t*> weights = node.inputs[weight].constant<int8_t>();
  ET_CHECK_OK_OR_RETURN_ERROR(weights.error());
  found.weight = *weights;
  const Result<const float*> scale = node.inputs[weight + 1].constant<float>();
  ET_CHECK_OK_OR_RETURN_ERROR(scale.error());
  found.scale = *scale;
  if (node.has(weight + 2)) {
    const Result<const int32_t*> bias =
        node.inputs[weight + 2].constant<int32_t>();
    ET_CHECK_OK_OR_RETURN_ERROR(bias.error());
    found.bias = *bias;
  }
  return found;
}

Error PackedFilters::make(PackedStore& store, const char* name,
                          size_t weights_nbytes, size_t columns,
                          runtime::FunctionRef<Error(const Parts&)> fill) {
  const size_t offsets = align_up(weights_nbytes);
  const size_t scales = offsets + align_up(columns * sizeof(int32_t));
  nbytes_ = scales + align_up(columns * sizeof(float));
  const Result<const void*> block =
      store.block(name, nbytes_, [&](void* to) -> Error {
        std::memset(to, 0, nbytes_);
        auto* bytes = static_cast<std::byte*>(to);
        return fill({reinterpret_cast<int8_t*>(bytes),
                     reinterpret_cast<int32_t*>(bytes + offsets),
                     reinterpret_cast<float*>(bytes + scales)});
      });
  ET_CHECK_OK_OR_RETURN_ERROR(block.error());
  const auto* bytes = static_cast<const std::byte*>(*block);
  weights_ = reinterpret_cast<const int8_t*>(bytes);
  offsets_ = reinterpret_cast<const int32_t*>(bytes + offsets);
  scales_ = reinterpret_cast<const float*>(bytes + scales);
  return Error::Ok;
}

}  // namespace executorch::backends::engine::simd
