#include <executorch/backends/engine/packing/packed_file.h>

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/packing/build_fingerprint.h>
#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/platform/log.h>

#if defined(__unix__) || defined(__APPLE__)
#define RUSHLIGHT_HAS_MAPPED_FILES 1
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstring>
#endif

namespace executorch::backends::engine {

using runtime::Error;
using runtime::Result;

#ifdef RUSHLIGHT_HAS_MAPPED_FILES

namespace {

constexpr uint64_t kFileMagic = 0x31304b4341504c52;     // "RLPACK01"
constexpr uint64_t kSectionMagic = 0x314e4f4954434553;  // "SECTION1"
/// Sections begin at multiples of it.
constexpr uint64_t kSectionAlignment = 4096;
constexpr uint64_t kMaxBlocks = 1 << 20;

struct FileHeader {
  uint64_t magic = kFileMagic;
  Fingerprint build;
  uint64_t reserved[5] = {};
};

struct SectionHeader {
  uint64_t magic = kSectionMagic;
  Fingerprint graph;
  uint64_t nbytes = 0;  ///< of the section, this header included
  uint64_t n_blocks = 0;
  Fingerprint index;  ///< of the entries, which follow
  uint64_t reserved = 0;
};

struct BlockEntry {
  uint64_t name;
  uint64_t offset;  ///< from the beginning of the section
  uint64_t nbytes;
};

static_assert(sizeof(FileHeader) == 64 && sizeof(SectionHeader) == 64 &&
                  sizeof(BlockEntry) == 24,
              "the format of docs/formats.md");

constexpr uint64_t round_up(uint64_t n, uint64_t to) {
  return (n + to - 1) / to * to;
}

/// An open file.
class File {
 public:
  File(const std::string& path, int flags)
      : path_(path), fd_(open(path.c_str(), flags | O_CLOEXEC, 0644)) {}
  ~File() {
    if (fd_ >= 0) {
      close(fd_);
    }
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool is_open() const { return fd_ >= 0; }
  int fd() const { return fd_; }

  Error fail(const char* what) const {
    ET_LOG(Error, "packed weights %s: %s failed: %s", path_.c_str(), what,
           std::strerror(errno));
    return Error::AccessFailed;
  }

  Result<uint64_t> size() const {
    struct stat info;
    if (fstat(fd_, &info) != 0) {
      return fail("fstat");
    }
    return static_cast<uint64_t>(info.st_size);
  }

  /// Whether the path still leads to it.
  bool is_current() const {
    struct stat own;
    struct stat found;
    return fstat(fd_, &own) == 0 && stat(path_.c_str(), &found) == 0 &&
           own.st_dev == found.st_dev && own.st_ino == found.st_ino;
  }

  Error read(uint64_t offset, void* to, size_t nbytes) const {
    auto* bytes = static_cast<char*>(to);
    while (nbytes != 0) {
      const ssize_t n = pread(fd_, bytes, nbytes, static_cast<off_t>(offset));
      if (n == 0 || (n < 0 && errno != EINTR)) {
        return fail("reading");
      }
      const size_t done = n < 0 ? 0 : static_cast<size_t>(n);
      bytes += done;
      offset += done;
      nbytes -= done;
    }
    return Error::Ok;
  }

  Error write(uint64_t offset, const void* from, size_t nbytes) const {
    const auto* bytes = static_cast<const char*>(from);
    while (nbytes != 0) {
      const ssize_t n = pwrite(fd_, bytes, nbytes, static_cast<off_t>(offset));
      if (n < 0 && errno != EINTR) {
        return fail("writing");
      }
      const size_t done = n < 0 ? 0 : static_cast<size_t>(n);
      bytes += done;
      offset += done;
      nbytes -= done;
    }
    return Error::Ok;
  }

 private:
  const std::string& path_;
  int fd_;
};

enum class Origin { kThisBuild, kOtherBuild };

/// Whose file it is.
Result<Origin> origin_of(const File& file, uint64_t size,
                         const std::string& path) {
  FileHeader header;
  header.magic = 0;
  if (size >= sizeof(header)) {
    ET_CHECK_OK_OR_RETURN_ERROR(file.read(0, &header, sizeof(header)));
  }
  ET_CHECK_OR_RETURN_ERROR(header.magic == kFileMagic, InvalidProgram,
                           "%s begins with 0x%016" PRIx64
                           ", expected packed weights (0x%016" PRIx64 ")",
                           path.c_str(), header.magic, kFileMagic);
  return header.build == build_fingerprint() ? Origin::kThisBuild
                                             : Origin::kOtherBuild;
}

/// Where a section is.
struct Place {
  uint64_t offset = kSectionAlignment;
  SectionHeader header;
  bool is_found = false;
};

/// The section of a graph, or where the sections end.
Result<Place> find_section(const File& file, uint64_t size,
                           const Fingerprint& graph) {
  Place place;
  while (place.offset < size && size - place.offset >= sizeof(place.header)) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        file.read(place.offset, &place.header, sizeof(place.header)));
    const uint64_t nbytes = place.header.nbytes;
    if (place.header.magic != kSectionMagic || nbytes == 0 ||
        nbytes % kSectionAlignment != 0 || nbytes > size - place.offset) {
      break;
    }
    if (place.header.graph == graph) {
      place.is_found = true;
      break;
    }
    place.offset += nbytes;
  }
  return place;
}

/// Checks one number of a section, named by `what`.
Error check_at_most(const std::string& path, const char* what, uint64_t found,
                    uint64_t limit) {
  ET_CHECK_OR_RETURN_ERROR(found <= limit, InvalidProgram,
                           "packed weights %s: %s is %" PRIu64
                           ", expected at most %" PRIu64,
                           path.c_str(), what, found, limit);
  return Error::Ok;
}

Error check_entry(const BlockEntry& entry, uint64_t section_nbytes,
                  const std::string& path) {
  ET_CHECK_OR_RETURN_ERROR(entry.offset % kAlignment == 0, InvalidProgram,
                           "packed weights %s: offset of a block is %" PRIu64
                           ", expected a multiple of %zu",
                           path.c_str(), entry.offset, kAlignment);
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_at_most(path, "offset of a block", entry.offset, section_nbytes));
  return check_at_most(path, "bytes of a block", entry.nbytes,
                       section_nbytes - entry.offset);
}

Result<std::vector<BlockEntry>> read_index(const File& file, const Place& place,
                                           const std::string& path) {
  const SectionHeader& header = place.header;
  const uint64_t rest = header.nbytes - sizeof(header);
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_at_most(path, "n_blocks", header.n_blocks,
                    std::min(kMaxBlocks, rest / sizeof(BlockEntry))));
  std::vector<BlockEntry> entries(static_cast<size_t>(header.n_blocks));
  const size_t nbytes = entries.size() * sizeof(BlockEntry);
  ET_CHECK_OK_OR_RETURN_ERROR(
      file.read(place.offset + sizeof(header), entries.data(), nbytes));
  const Fingerprint found = fingerprint_of(entries.data(), nbytes);
  ET_CHECK_OR_RETURN_ERROR(
      found == header.index, InvalidProgram,
      "packed weights %s: fingerprint of entries is %016" PRIx64 "%016" PRIx64
      ", the header has %016" PRIx64 "%016" PRIx64,
      path.c_str(), found.high, found.low, header.index.high, header.index.low);
  for (const BlockEntry& entry : entries) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_entry(entry, header.nbytes, path));
  }
  return entries;
}

Result<std::unique_ptr<PackedSection>> map_section(const File& file,
                                                   const Place& place,
                                                   const std::string& path) {
  const Result<std::vector<BlockEntry>> entries = read_index(file, place, path);
  ET_CHECK_OK_OR_RETURN_ERROR(entries.error());
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const uint64_t first = place.offset / page * page;
  const auto nbytes =
      static_cast<size_t>(place.offset - first + place.header.nbytes);
  void* const mapping = mmap(nullptr, nbytes, PROT_READ, MAP_PRIVATE, file.fd(),
                             static_cast<off_t>(first));
  if (mapping == MAP_FAILED) {
    return file.fail("mmap");
  }
  const auto* const section =
      static_cast<const std::byte*>(mapping) + (place.offset - first);
  std::vector<PackedBlock> blocks;
  for (const BlockEntry& entry : *entries) {
    blocks.push_back({entry.name, static_cast<size_t>(entry.nbytes),
                      section + entry.offset});
  }
  return std::make_unique<PackedSection>(mapping, nbytes, std::move(blocks));
}

/// The header comes last, when all else is on the disk: a section that was not
/// finished is none.
Error write_section(const File& file, uint64_t offset, const Fingerprint& graph,
                    const std::vector<PackedBlock>& blocks) {
  std::vector<BlockEntry> entries;
  uint64_t nbytes = round_up(
      sizeof(SectionHeader) + blocks.size() * sizeof(BlockEntry), kAlignment);
  for (const PackedBlock& block : blocks) {
    entries.push_back({block.name, nbytes, block.nbytes});
    nbytes += round_up(block.nbytes, kAlignment);
  }
  SectionHeader header;
  header.graph = graph;
  header.nbytes = round_up(nbytes, kSectionAlignment);
  header.n_blocks = entries.size();
  const size_t index_nbytes = entries.size() * sizeof(BlockEntry);
  header.index = fingerprint_of(entries.data(), index_nbytes);
  if (ftruncate(file.fd(), static_cast<off_t>(offset)) != 0 ||
      ftruncate(file.fd(), static_cast<off_t>(offset + header.nbytes)) != 0) {
    return file.fail("ftruncate");
  }
  ET_CHECK_OK_OR_RETURN_ERROR(
      file.write(offset + sizeof(header), entries.data(), index_nbytes));
  for (size_t i = 0; i < blocks.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(file.write(offset + entries[i].offset,
                                           blocks[i].data, blocks[i].nbytes));
  }
  if (fsync(file.fd()) != 0) {
    return file.fail("fsync");
  }
  return file.write(offset, &header, sizeof(header));
}

/// Adds to a file that is locked. False: there is to be another file.
Result<bool> add_to(const File& file, const std::string& path,
                    const Fingerprint& graph,
                    const std::vector<PackedBlock>& blocks) {
  const Result<uint64_t> size = file.size();
  ET_CHECK_OK_OR_RETURN_ERROR(size.error());
  if (*size == 0) {
    FileHeader header;
    header.build = build_fingerprint();
    ET_CHECK_OK_OR_RETURN_ERROR(file.write(0, &header, sizeof(header)));
  } else {
    const Result<Origin> origin = origin_of(file, *size, path);
    ET_CHECK_OK_OR_RETURN_ERROR(origin.error());
    if (*origin == Origin::kOtherBuild) {
      // Others may have it mapped.
      if (unlink(path.c_str()) != 0) {
        return file.fail("unlink");
      }
      return false;
    }
  }
  const Result<Place> end = find_section(file, *size, graph);
  ET_CHECK_OK_OR_RETURN_ERROR(end.error());
  if (!end->is_found) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        write_section(file, end->offset, graph, blocks));
  }
  return true;
}

}  // namespace

PackedSection::~PackedSection() { munmap(mapping_, nbytes_); }

Result<std::unique_ptr<PackedSection>> find_packed(const std::string& path,
                                                   const Fingerprint& graph) {
  const File file(path, O_RDONLY);
  if (!file.is_open()) {
    return errno == ENOENT
               ? Result<std::unique_ptr<PackedSection>>(
                     std::unique_ptr<PackedSection>())
               : Result<std::unique_ptr<PackedSection>>(file.fail("opening"));
  }
  const Result<uint64_t> size = file.size();
  ET_CHECK_OK_OR_RETURN_ERROR(size.error());
  if (*size == 0) {
    return std::unique_ptr<PackedSection>();
  }
  const Result<Origin> origin = origin_of(file, *size, path);
  ET_CHECK_OK_OR_RETURN_ERROR(origin.error());
  if (*origin == Origin::kOtherBuild) {
    return std::unique_ptr<PackedSection>();
  }
  const Result<Place> place = find_section(file, *size, graph);
  ET_CHECK_OK_OR_RETURN_ERROR(place.error());
  return place->is_found ? map_section(file, *place, path)
                         : std::unique_ptr<PackedSection>();
}

Error add_packed(const std::string& path, const Fingerprint& graph,
                 const std::vector<PackedBlock>& blocks) {
  constexpr int kAttempts = 8;
  for (int i = 0; i < kAttempts; ++i) {
    const File file(path, O_RDWR | O_CREAT);
    if (!file.is_open()) {
      return file.fail("opening");
    }
    if (flock(file.fd(), LOCK_EX) != 0) {
      return file.fail("flock");
    }
    // Another process may have begun it anew meanwhile.
    if (!file.is_current()) {
      continue;
    }
    const Result<bool> is_added = add_to(file, path, graph, blocks);
    ET_CHECK_OK_OR_RETURN_ERROR(is_added.error());
    if (*is_added) {
      return Error::Ok;
    }
  }
  ET_LOG(Error, "packed weights %s: the file was replaced again and again",
         path.c_str());
  return Error::AccessFailed;
}

#else

PackedSection::~PackedSection() = default;

Result<std::unique_ptr<PackedSection>> find_packed(const std::string&,
                                                   const Fingerprint&) {
  return std::unique_ptr<PackedSection>();
}

Error add_packed(const std::string& path, const Fingerprint&,
                 const std::vector<PackedBlock>&) {
  ET_LOG(Error, "packed weights %s: this system has no files to map",
         path.c_str());
  return Error::NotSupported;
}

#endif

}  // namespace executorch::backends::engine
