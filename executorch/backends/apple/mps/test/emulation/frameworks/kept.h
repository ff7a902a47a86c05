#pragma once

#import <Foundation/Foundation.h>

#include <utility>

namespace mps_emulation {

/// A retained object, for C++ members and closures of files without ARC.
template <typename Object>
class Kept {
 public:
  Kept() = default;
  /* implicit */ Kept(Object object) : object_([object retain]) {}
  Kept(const Kept& other) : object_([other.object_ retain]) {}
  Kept(Kept&& other) noexcept : object_(std::exchange(other.object_, nil)) {}
  Kept& operator=(Kept other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Kept() { [object_ release]; }

  /* implicit */ operator Object() const { return object_; }
  Object get() const { return object_; }

 private:
  Object object_ = nil;
};

}  // namespace mps_emulation
