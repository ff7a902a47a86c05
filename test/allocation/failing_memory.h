#pragma once

#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/runtime/core/data_loader.h>

#include <cstddef>

namespace rushlight::test {

/// Counts calls, and says which of them is to fail.
class FailureCounter {
 public:
  /// The call of this number, from 0 on, fails from now on; no call without.
  void fail_at(size_t number) {
    next_ = 0;
    failing_ = number;
    has_failed_ = false;
  }
  void fail_never() { fail_at(static_cast<size_t>(-1)); }
  bool has_failed() const { return has_failed_; }

  bool fails() {
    if (next_++ != failing_) {
      return false;
    }
    has_failed_ = true;
    return true;
  }

 private:
  size_t next_ = 0;
  size_t failing_ = static_cast<size_t>(-1);
  bool has_failed_ = false;
};

/// Memory from the heap, except where the counter says that there is none.
class FailingAllocator : public executorch::extension::MallocMemoryAllocator {
 public:
  explicit FailingAllocator(FailureCounter& counter) : counter_(counter) {}

  void* allocate(size_t size, size_t alignment = kDefaultAlignment) override {
    return counter_.fails() ? nullptr
                            : MallocMemoryAllocator::allocate(size, alignment);
  }

 private:
  FailureCounter& counter_;
};

/// A loader that has no memory for what it loads, where the counter says so.
class FailingLoader : public executorch::runtime::DataLoader {
 public:
  FailingLoader(executorch::runtime::DataLoader& loader,
                FailureCounter& counter)
      : loader_(loader), counter_(counter) {}

  executorch::runtime::Result<executorch::runtime::FreeableBuffer> load(
      size_t offset, size_t size, const SegmentInfo& info) const override {
    if (counter_.fails()) {
      return executorch::runtime::Error::MemoryAllocationFailed;
    }
    return loader_.load(offset, size, info);
  }
  executorch::runtime::Error load_into(size_t offset, size_t size,
                                       const SegmentInfo& info,
                                       void* buffer) const override {
    return counter_.fails() ? executorch::runtime::Error::MemoryAllocationFailed
                            : loader_.load_into(offset, size, info, buffer);
  }
  executorch::runtime::Result<size_t> size() const override {
    return loader_.size();
  }

 private:
  executorch::runtime::DataLoader& loader_;
  FailureCounter& counter_;
};

}  // namespace rushlight::test
