#include <executorch/exir/import/zip_archive.h>

#include <fmt/format.h>
#include <minizip/unzip.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace executorch::exir {
namespace {

constexpr uint32_t kStored = 0;
constexpr uint32_t kDeflated = 8;
constexpr size_t kMaxName = 4096;
/// Deflate cannot expand by more than this.
constexpr uint64_t kMaxExpansion = 1032;

struct CloseUnzip {
  void operator()(void* handle) const { unzClose(handle); }
};
using UnzipHandle = std::unique_ptr<void, CloseUnzip>;

bool is_safe_name(std::string_view name) {
  if (name.empty() || name.front() == '/' ||
      name.find('\\') != std::string_view::npos) {
    return false;
  }
  for (size_t start = 0; start <= name.size();) {
    const size_t end = std::min(name.find('/', start), name.size());
    if (name.substr(start, end - start) == "..") {
      return false;
    }
    start = end + 1;
  }
  return true;
}

uint32_t checksum(std::span<const std::byte> bytes) {
  return static_cast<uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()),
                bytes.size()));
}

/// True if the file ends with a whole end-of-directory record.
bool has_end_record(std::span<const std::byte> bytes) {
  constexpr std::string_view kSignature = "PK\x05\x06";
  constexpr size_t kRecordNbytes = 22;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              bytes.size());
  const size_t at = text.rfind(kSignature);
  return at != std::string_view::npos && bytes.size() - at >= kRecordNbytes;
}

/// A file in memory, as minizip reads it.
struct MemoryStream {
  std::span<const std::byte> bytes;
  size_t at = 0;
};

voidpf open_stream(voidpf opaque, const void*, int) { return opaque; }

uLong read_stream(voidpf, voidpf stream, void* out, uLong count) {
  auto* memory = static_cast<MemoryStream*>(stream);
  const size_t n = std::min<size_t>(count, memory->bytes.size() - memory->at);
  std::memcpy(out, memory->bytes.data() + memory->at, n);
  memory->at += n;
  return n;
}

ZPOS64_T tell_stream(voidpf, voidpf stream) {
  return static_cast<MemoryStream*>(stream)->at;
}

long seek_stream(voidpf, voidpf stream, ZPOS64_T offset, int origin) {
  auto* memory = static_cast<MemoryStream*>(stream);
  const size_t base = origin == ZLIB_FILEFUNC_SEEK_SET   ? 0
                      : origin == ZLIB_FILEFUNC_SEEK_END ? memory->bytes.size()
                                                         : memory->at;
  const size_t to = base + static_cast<size_t>(offset);
  if (to > memory->bytes.size()) {
    return -1;
  }
  memory->at = to;
  return 0;
}

int close_stream(voidpf, voidpf) { return 0; }
int stream_error(voidpf, voidpf) { return 0; }

UnzipHandle open_zip(MemoryStream& memory) {
  zlib_filefunc64_def functions{};
  functions.zopen64_file = open_stream;
  functions.zread_file = read_stream;
  functions.ztell64_file = tell_stream;
  functions.zseek64_file = seek_stream;
  functions.zclose_file = close_stream;
  functions.zerror_file = stream_error;
  functions.opaque = &memory;
  return UnzipHandle(unzOpen2_64("", &functions));
}

}  // namespace

Expected<ZipArchive> ZipArchive::open(const std::string& path) {
  ET_ASSIGN(const auto file, MappedFile::open(path));
  return open(ArchiveBytes{file->bytes(), file, true}, path);
}

Expected<ZipArchive> ZipArchive::open(ArchiveBytes bytes,
                                      const std::string& path) {
  ZipArchive archive;
  archive.file_ = std::move(bytes);
  MemoryStream memory{archive.file_.bytes, 0};
  const UnzipHandle zip = open_zip(memory);
  if (zip == nullptr) {
    return fail(fmt::format("{}: not a zip archive", path));
  }
  if (!has_end_record(archive.file_.bytes)) {
    return fail(fmt::format("{}: the zip archive is cut off", path));
  }
  const uint64_t file_nbytes = archive.file_.bytes.size();
  int status = unzGoToFirstFile(zip.get());
  for (; status == UNZ_OK; status = unzGoToNextFile(zip.get())) {
    unz_file_info64 info = {};
    char name_text[kMaxName + 1] = {};
    if (unzGetCurrentFileInfo64(zip.get(), &info, name_text, kMaxName, nullptr,
                                0, nullptr, 0) != UNZ_OK ||
        info.size_filename > kMaxName) {
      return fail(fmt::format("{}: the zip directory is damaged", path));
    }
    const std::string name(name_text);
    if (!is_safe_name(name)) {
      return fail(fmt::format("{}: entry name \"{}\" leaves the archive", path,
                              name));
    }
    Entry entry{0,
                info.compressed_size,
                info.uncompressed_size,
                static_cast<uint32_t>(info.crc),
                static_cast<uint32_t>(info.compression_method),
                (info.flag & 1) != 0};
    int method = 0;
    if (unzOpenCurrentFile2(zip.get(), &method, nullptr, 1) != UNZ_OK) {
      return fail(fmt::format("{}: entry {} has a damaged header", path, name));
    }
    entry.data_offset = unzGetCurrentFileZStreamPos64(zip.get());
    unzCloseCurrentFile(zip.get());
    if (entry.data_offset > file_nbytes ||
        entry.compressed_nbytes > file_nbytes - entry.data_offset) {
      return fail(fmt::format(
          "{}: entry {} has {} bytes at {}, the file has {}", path, name,
          entry.compressed_nbytes, entry.data_offset, file_nbytes));
    }
    archive.entries_.emplace(name, entry);
  }
  if (status != UNZ_END_OF_LIST_OF_FILE) {
    return fail(fmt::format("{}: the zip directory is damaged", path));
  }
  return archive;
}

std::vector<std::string> ZipArchive::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) {
    names.push_back(name);
  }
  return names;
}

Expected<ArchiveBytes> ZipArchive::read(const std::string& name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) {
    return fail(fmt::format("archive has no entry {}", name));
  }
  const Entry& entry = found->second;
  if (entry.is_encrypted) {
    return fail(fmt::format("archive entry {} is encrypted", name));
  }
  if (entry.method == kDeflated) {
    return inflate(name, entry);
  }
  if (entry.method != kStored || entry.nbytes != entry.compressed_nbytes) {
    return fail(fmt::format(
        "archive entry {}: compression method {} with {} of {} bytes, "
        "expected stored or deflated",
        name, entry.method, entry.compressed_nbytes, entry.nbytes));
  }
  const auto bytes =
      file_.bytes.subspan(entry.data_offset, entry.nbytes);
  const uint32_t crc = checksum(bytes);
  if (crc != entry.crc) {
    return fail(fmt::format(
        "archive entry {} is damaged: checksum {:08x}, expected {:08x}", name,
        crc, entry.crc));
  }
  return ArchiveBytes{bytes, file_.owner, file_.is_mapped};
}

Expected<ArchiveBytes> ZipArchive::inflate(const std::string& name,
                                           const Entry& entry) const {
  if (entry.nbytes / kMaxExpansion > entry.compressed_nbytes) {
    return fail(fmt::format(
        "archive entry {}: {} bytes cannot come from {} compressed ones", name,
        entry.nbytes, entry.compressed_nbytes));
  }
  const auto source =
      file_.bytes.subspan(entry.data_offset, entry.compressed_nbytes);
  if (entry.nbytes == 0) {
    return ArchiveBytes{};
  }
  auto buffer = std::make_shared<std::vector<std::byte>>(entry.nbytes);
  z_stream stream = {};
  stream.next_in =
      reinterpret_cast<Bytef*>(const_cast<std::byte*>(source.data()));
  stream.avail_in = static_cast<uInt>(source.size());
  stream.next_out = reinterpret_cast<Bytef*>(buffer->data());
  stream.avail_out = static_cast<uInt>(buffer->size());
  const bool fits = source.size() == stream.avail_in &&
                    buffer->size() == stream.avail_out &&
                    ::inflateInit2(&stream, -MAX_WBITS) == Z_OK;
  const int status = fits ? ::inflate(&stream, Z_FINISH) : Z_DATA_ERROR;
  const bool complete = status == Z_STREAM_END && stream.avail_out == 0;
  if (fits) {
    ::inflateEnd(&stream);
  }
  if (!complete || checksum(*buffer) != entry.crc) {
    return fail(fmt::format("archive entry {} is damaged: its compressed data "
                            "or checksum is wrong",
                            name));
  }
  return ArchiveBytes{*buffer, buffer, false};
}

}  // namespace executorch::exir
