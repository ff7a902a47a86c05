#include <gtest/gtest.h>

#include <fcntl.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/data_loader/file_data_loader.h>
#include <executorch/extension/data_loader/file_descriptor_data_loader.h>
#include <executorch/extension/data_loader/mmap_data_loader.h>
#include <executorch/extension/data_loader/shared_ptr_data_loader.h>

namespace executorch::extension {
namespace {

using runtime::DataLoader;
using runtime::Error;

/// A file of 10000 bytes, byte i being i % 251, removed in the end.
class TestFile {
 public:
  TestFile() : path_(::testing::TempDir() + "data_loader_test_XXXXXX") {
    const int fd = ::mkstemp(path_.data());
    std::string bytes;
    for (int i = 0; i < 10000; ++i) {
      bytes.push_back(static_cast<char>(i % 251));
    }
    EXPECT_EQ(::write(fd, bytes.data(), bytes.size()), 10000);
    ::close(fd);
  }
  ~TestFile() { std::remove(path_.c_str()); }
  const char* path() const { return path_.c_str(); }

 private:
  std::string path_;
};

const DataLoader::SegmentInfo kInfo(DataLoader::SegmentInfo::Type::Program);

void expect_loads(const DataLoader& loader) {
  EXPECT_EQ(*loader.size(), 10000u);
  for (const size_t offset : {0, 1, 4095, 4096, 5000}) {
    for (const size_t size : {1, 16, 5000}) {
      const auto data = loader.load(offset, size, kInfo);
      ASSERT_TRUE(data.ok());
      ASSERT_EQ(data->size(), size);
      const auto* bytes = static_cast<const uint8_t*>(data->data());
      EXPECT_EQ(bytes[0], offset % 251);
      EXPECT_EQ(bytes[size - 1], (offset + size - 1) % 251);
      std::string copy(size, 0);
      ASSERT_EQ(loader.load_into(offset, size, kInfo, copy.data()), Error::Ok);
      EXPECT_EQ(std::memcmp(copy.data(), bytes, size), 0);
    }
  }
  EXPECT_TRUE(loader.load(10000, 0, kInfo).ok());
  for (const auto& [offset, size] :
       std::initializer_list<std::pair<size_t, size_t>>{
           {10000, 1}, {0, 10001}, {1, SIZE_MAX}, {SIZE_MAX, 1}}) {
    EXPECT_EQ(loader.load(offset, size, kInfo).error(), Error::InvalidArgument);
    char byte = 0;
    EXPECT_EQ(loader.load_into(offset, size, kInfo, &byte),
              Error::InvalidArgument);
  }
  EXPECT_EQ(loader.load_into(0, 1, kInfo, nullptr), Error::InvalidArgument);
}

TEST(DataLoaderTest, FileLoader) {
  const TestFile file;
  auto loader = FileDataLoader::from(file.path(), 64);
  ASSERT_TRUE(loader.ok());
  expect_loads(*loader);
  const auto data = loader->load(3, 10, kInfo);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data->data()) % 64, 0u);
  FileDataLoader moved(std::move(*loader));
  EXPECT_EQ(loader->size().error(), Error::InvalidState);
  EXPECT_EQ(*moved.size(), 10000u);
  EXPECT_EQ(FileDataLoader::from(file.path(), 3).error(),
            Error::InvalidArgument);
  EXPECT_EQ(FileDataLoader::from("/missing").error(), Error::AccessFailed);
}

TEST(DataLoaderTest, MmapLoader) {
  const TestFile file;
  auto loader = MmapDataLoader::from(
      file.path(), MmapDataLoader::MlockConfig::UseMlockIgnoreErrors);
  ASSERT_TRUE(loader.ok());
  expect_loads(*loader);
  EXPECT_EQ(MmapDataLoader::from("/missing").error(), Error::AccessFailed);
}

TEST(DataLoaderTest, DescriptorLoader) {
  const TestFile file;
  const int fd = ::open(file.path(), O_RDONLY);
  const auto loader = FileDescriptorDataLoader::fromFileDescriptorUri(
      ("fd:///" + std::to_string(fd)).c_str());
  ASSERT_TRUE(loader.ok());
  expect_loads(*loader);
  for (const char* uri : {"fd:///", "fd:///x", "3", "fd:///99999999999"}) {
    EXPECT_EQ(FileDescriptorDataLoader::fromFileDescriptorUri(uri).error(),
              Error::InvalidArgument);
  }
}

TEST(DataLoaderTest, MemoryLoaders) {
  std::string bytes;
  for (int i = 0; i < 10000; ++i) {
    bytes.push_back(static_cast<char>(i % 251));
  }
  expect_loads(BufferDataLoader(bytes.data(), bytes.size()));
  auto shared = std::make_shared<std::string>(bytes);
  expect_loads(SharedPtrDataLoader(
      std::shared_ptr<void>(shared, shared->data()), shared->size()));
}

}  // namespace
}  // namespace executorch::extension
