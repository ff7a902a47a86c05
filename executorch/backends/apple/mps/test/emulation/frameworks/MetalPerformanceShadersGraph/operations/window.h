#pragma once

#import "../graph.h"

namespace mps_emulation {

/// Windows over one dimension, of an input of `size` elements.
struct WindowAxis {
  int64_t size;
  int64_t kernel;
  int64_t stride;
  int64_t dilation;
  int64_t before;
  int64_t after;

  int64_t count() const {
    return (size + before + after - dilation * (kernel - 1) - 1) / stride + 1;
  }
  void check(const char* operation) const {
    if (kernel < 1 || stride < 1 || dilation < 1 || before < 0 || after < 0 ||
        size + before + after < dilation * (kernel - 1) + 1) {
      refuse(operation, "a kernel of %ld over %ld elements, padded by %ld, %ld",
             kernel, size, before, after);
    }
  }
};

}  // namespace mps_emulation
