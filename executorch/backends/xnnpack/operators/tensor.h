#pragma once

#include <executorch/backends/xnnpack/serialization/schema_generated.h>
#include <executorch/exir/ir/graph.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace executorch::backends::xnnpack {

using fb_xnnpack::XNNDatatype;
using Sizes = std::vector<int64_t>;

/// The id of a tensor that is absent.
inline constexpr uint32_t kNoTensor = UINT32_MAX;
/// XNNPACK's limit of dimensions.
inline constexpr size_t kMaxDims = 6;

/// What the integers of a tensor stand for: (q - zero_point) * scale.
struct Quantization {
  enum class Kind : uint8_t {
    kTensor,
    kChannel,  ///< `scales` by index of dimension `channel_dim`
    kBlock,    ///< `scales` by row and block of `block` elements
    kRow,      ///< chosen at run time for the innermost `n_row_dims`
  };
  Kind kind = Kind::kTensor;
  float scale = 1;
  int32_t zero_point = 0;
  std::vector<float> scales = {};
  int32_t channel_dim = 0;
  int32_t block = 0;
  int32_t n_row_dims = 1;

  bool operator==(const Quantization&) const = default;
};

/// A value of the payload.
struct Tensor {
  uint32_t id = kNoTensor;
  XNNDatatype dtype = XNNDatatype::xnn_datatype_invalid;
  Sizes sizes = {};
  std::optional<Quantization> quantization = {};

  int64_t numel() const;
  size_t rank() const { return sizes.size(); }
};

/// Bounds of a node's results.
struct Bounds {
  float min = 0;
  float max = 0;
};

/// In which order the elements of a value are: row-major, or as an image
/// [N, H, W, C], which is how XNNPACK's convolutions have them. Values
/// [N, C, L] are images of height 1.
enum class Layout : uint8_t { kRows, kPixels };

/// Whether values of the rank can be images.
inline bool can_be_pixels(size_t rank) { return rank == 3 || rank == 4; }
/// Sizes of [N, C, H, W] or [N, C, L] as an image.
Sizes pixel_sizes(const Sizes& sizes);
/// The dimension of the image that is dimension `axis` of such a value.
size_t pixel_axis(size_t axis, size_t rank);

}  // namespace executorch::backends::xnnpack
