#pragma once

#include <executorch/exir/import/mapped_file.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace executorch::exir {

/// Bytes of one archive entry and what keeps them alive.
struct ArchiveBytes {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
  bool is_mapped = false;  ///< a part of the mapped file

  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
};

/// A zip file. Stored entries are read in place; deflated ones are inflated
/// when asked for. The first of several entries of one name counts.
class ZipArchive {
 public:
  /// Reads the directory and checks each entry's place against the file.
  /// Entry names with `..` or a leading slash are refused.
  static Expected<ZipArchive> open(const std::string& path);
  /// The same for an archive that is an entry of another; `name` is for
  /// messages.
  static Expected<ZipArchive> open(ArchiveBytes bytes, const std::string& name);

  bool contains(const std::string& name) const {
    return entries_.count(name) != 0;
  }
  /// Names in alphabetical order.
  std::vector<std::string> names() const;
  /// Bytes of an entry, its checksum verified. Fails for a name that is not
  /// there, for compression other than deflate, and for encrypted entries.
  Expected<ArchiveBytes> read(const std::string& name) const;

 private:
  struct Entry {
    uint64_t data_offset = 0;
    uint64_t compressed_nbytes = 0;
    uint64_t nbytes = 0;
    uint32_t crc = 0;
    uint32_t method = 0;
    bool is_encrypted = false;
  };

  Expected<ArchiveBytes> inflate(const std::string& name,
                                 const Entry& entry) const;

  ArchiveBytes file_;
  std::map<std::string, Entry> entries_;
};

}  // namespace executorch::exir
