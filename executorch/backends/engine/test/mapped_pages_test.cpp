#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/plan/mapped_pages.h>
#include <gtest/gtest.h>

#ifdef __linux__
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace executorch::backends::engine::testing {
namespace {

constexpr size_t kNbytes = 1 << 20;

uint8_t number_at(size_t i) { return static_cast<uint8_t>(i * 7 + i / 4096); }

/// Pages of the range that are in memory for this process.
size_t n_resident(const void* data, size_t nbytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const int pagemap = open("/proc/self/pagemap", O_RDONLY);
  std::vector<uint64_t> entries(nbytes / page);
  const auto offset = static_cast<off_t>(reinterpret_cast<uintptr_t>(data) /
                                         page * sizeof(uint64_t));
  EXPECT_EQ(
      pread(pagemap, entries.data(), entries.size() * sizeof(uint64_t), offset),
      static_cast<ssize_t>(entries.size() * sizeof(uint64_t)));
  close(pagemap);
  return static_cast<size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [](uint64_t entry) { return (entry >> 63) != 0; }));
}

class MappedFile {
 public:
  MappedFile() : file_(std::tmpfile()) {
    for (size_t i = 0; i < kNbytes; ++i) {
      std::fputc(number_at(i), file_);
    }
    std::fflush(file_);
    data_ = static_cast<uint8_t*>(mmap(nullptr, kNbytes, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE, fileno(file_), 0));
  }
  ~MappedFile() {
    munmap(data_, kNbytes);
    std::fclose(file_);
  }
  uint8_t* data() const { return data_; }

 private:
  std::FILE* file_;
  uint8_t* data_;
};

TEST(MappedPagesTest, PagesOfFilesAreGivenBack) {
  const MappedFile file;
  uint64_t sum = 0;
  for (size_t i = 0; i < kNbytes; ++i) {
    sum += file.data()[i];
  }
  ASSERT_NE(sum, 0u);
  ASSERT_EQ(n_resident(file.data(), kNbytes), kNbytes / 4096);
  release_mapped_pages(file.data() + 1, kNbytes - 2);
  EXPECT_LE(n_resident(file.data(), kNbytes), 2u);
  for (size_t i = 0; i < kNbytes; ++i) {
    ASSERT_EQ(file.data()[i], number_at(i)) << i;
  }
}

TEST(MappedPagesTest, ChangedPagesStay) {
  const MappedFile file;
  file.data()[123456] = 9;
  release_mapped_pages(file.data(), kNbytes);
  EXPECT_EQ(file.data()[123456], 9);
}

TEST(MappedPagesTest, OtherMemoryStays) {
  std::vector<uint8_t> heap(kNbytes);
  for (size_t i = 0; i < kNbytes; ++i) {
    heap[i] = number_at(i);
  }
  release_mapped_pages(heap.data(), kNbytes);
  release_mapped_pages(heap.data() + 100, 10);
  for (size_t i = 0; i < kNbytes; ++i) {
    ASSERT_EQ(heap[i], number_at(i)) << i;
  }
}

/// A heap would keep some of it.
TEST(AlignedBufferTest, LargeOnesGoBackToTheSystem) {
  constexpr size_t kLarge = (5 << 20) + 100;
  const void* place = nullptr;
  {
    AlignedBuffer buffer;
    ASSERT_EQ(buffer.allocate(kLarge), Error::Ok);
    std::fill_n(buffer.as<uint8_t>(), kLarge, uint8_t{1});
    place = buffer.data();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(place) % kAlignment, 0u);
    AlignedBuffer moved = std::move(buffer);
    EXPECT_EQ(moved.data(), place);
    EXPECT_GE(n_resident(place, kLarge), kLarge / (64 << 10));
    ASSERT_EQ(moved.allocate(100), Error::Ok);
    moved = AlignedBuffer();
  }
  EXPECT_EQ(n_resident(place, kLarge), 0u);
}

}  // namespace
}  // namespace executorch::backends::engine::testing
#endif
