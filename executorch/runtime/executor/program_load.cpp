#include <executorch/runtime/executor/program.h>

#include <cstddef>

#include <executorch/runtime/executor/program_validation.h>
#include <executorch/schema/extended_header.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace fb = executorch_flatbuffer;

namespace {

using SegmentType = DataLoader::SegmentInfo::Type;

/// Where the parts of a file are, in bytes.
struct Layout {
  size_t program_nbytes;
  size_t segment_base_offset;
  size_t segment_nbytes;
};

Error check_layout(const ExtendedHeader& header, uint64_t file_nbytes) {
  ET_CHECK_OR_RETURN_ERROR(
      header.program_size <= file_nbytes &&
          header.segment_base_offset <= file_nbytes &&
          header.segment_data_size <= file_nbytes - header.segment_base_offset,
      InvalidProgram,
      "the file has %" PRIu64
      " bytes, its header speaks of a program of %" PRIu64 " and of %" PRIu64
      " bytes of segments at %" PRIu64,
      file_nbytes, header.program_size, header.segment_data_size,
      header.segment_base_offset);
  ET_CHECK_OR_RETURN_ERROR(
      header.segment_base_offset == 0 ||
          header.segment_base_offset >= header.program_size,
      InvalidProgram,
      "segments at %" PRIu64 " lie within the program of %" PRIu64 " bytes",
      header.segment_base_offset, header.program_size);
  return Error::Ok;
}

Result<Layout> read_layout(DataLoader* loader) {
  const Result<size_t> file_nbytes = loader->size();
  if (!file_nbytes.ok()) {
    return file_nbytes.error();
  }
  const Result<FreeableBuffer> head =
      loader->load(0, ExtendedHeader::kNumHeadBytes,
                   DataLoader::SegmentInfo(SegmentType::Program));
  if (!head.ok()) {
    ET_LOG(Error, "the file has %zu bytes, a program has at least %zu",
           *file_nbytes, ExtendedHeader::kNumHeadBytes);
    return head.error();
  }
  const Result<ExtendedHeader> header =
      ExtendedHeader::Parse(head->data(), head->size());
  if (header.error() == Error::NotFound) {
    return Layout{*file_nbytes, 0, 0};
  }
  if (!header.ok()) {
    return header.error();
  }
  ET_CHECK_OK_OR_RETURN_ERROR(check_layout(*header, *file_nbytes));
  const auto base = static_cast<size_t>(header->segment_base_offset);
  // Old files do not say how long their segments are.
  const size_t segment_nbytes =
      header->segment_data_size > 0
          ? static_cast<size_t>(header->segment_data_size)
          : *file_nbytes - base;
  return Layout{static_cast<size_t>(header->program_size), base,
                base == 0 ? 0 : segment_nbytes};
}

Error check_identifier(const FreeableBuffer& data) {
  ET_CHECK_OR_RETURN_ERROR(
      reinterpret_cast<uintptr_t>(data.data()) % alignof(std::max_align_t) == 0,
      InvalidArgument, "the program is not aligned to %zu bytes",
      alignof(std::max_align_t));
  constexpr size_t kMinNbytes = ExtendedHeader::kHeaderOffset;
  ET_CHECK_OR_RETURN_ERROR(
      data.size() >= kMinNbytes && data.size() < FLATBUFFERS_MAX_BUFFER_SIZE,
      InvalidProgram, "a program cannot have %zu bytes", data.size());
  ET_CHECK_OR_RETURN_ERROR(fb::ProgramBufferHasIdentifier(data.data()),
                           InvalidProgram, "identifier '%.4s', expected '%s'",
                           flatbuffers::GetBufferIdentifier(data.data()),
                           fb::ProgramIdentifier());
  return Error::Ok;
}

Result<const fb::Program*> verify(const FreeableBuffer& data,
                                  Program::Verification verification) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_identifier(data));
  constexpr unsigned kMaxDepth = 64;
  // No table is smaller than its offset to the vtable.
  const size_t max_tables = data.size() / sizeof(flatbuffers::soffset_t);
  flatbuffers::Verifier verifier(
      static_cast<const uint8_t*>(data.data()), data.size(), kMaxDepth,
      static_cast<flatbuffers::uoffset_t>(max_tables));
  ET_CHECK_OR_RETURN_ERROR(fb::VerifyProgramBuffer(verifier), InvalidProgram,
                           "the program is cut off or damaged");
  const fb::Program* const program = fb::GetProgram(data.data());
  ET_CHECK_OR_RETURN_ERROR(
      program->version() <= Program::kMaxSupportedSchemaVersion, InvalidProgram,
      "schema version %" PRIu32 ", at most %" PRIu32 " is supported",
      program->version(), Program::kMaxSupportedSchemaVersion);
  ET_CHECK_OK_OR_RETURN_ERROR(validate_program(
      program, verification != Program::Verification::Minimal));
  return program;
}

size_t num_segment_constants(const fb::Program* program) {
  const auto* constants = program->constant_segment();
  return constants == nullptr || constants->offsets() == nullptr
             ? 0
             : constants->offsets()->size();
}

Result<FreeableBuffer> load_constants(DataLoader* loader,
                                      const fb::Program* program,
                                      const Layout& layout) {
  // Entry 0 is unused.
  if (num_segment_constants(program) <= 1) {
    return FreeableBuffer();
  }
  ET_CHECK_OR_RETURN_ERROR(
      program->constant_buffer() == nullptr ||
          program->constant_buffer()->size() == 0,
      InvalidProgram, "the program has constants both inside and in a segment");
  const uint32_t index = program->constant_segment()->segment_index();
  const auto* segment = program->segments()->Get(index);
  return loader->load(
      layout.segment_base_offset + static_cast<size_t>(segment->offset()),
      static_cast<size_t>(segment->size()),
      DataLoader::SegmentInfo(SegmentType::Constant, index));
}

}  // namespace

Result<Program> Program::load(DataLoader* loader,
                              Verification verification) {
  const Result<Layout> layout = read_layout(loader);
  if (!layout.ok()) {
    return layout.error();
  }
  Result<FreeableBuffer> data = loader->load(
      0, layout->program_nbytes, DataLoader::SegmentInfo(SegmentType::Program));
  if (!data.ok()) {
    return data.error();
  }
  const Result<const fb::Program*> program = verify(*data, verification);
  if (!program.ok()) {
    return program.error();
  }
  ET_CHECK_OK_OR_RETURN_ERROR(
      validate_segments(*program, layout->segment_nbytes));
  std::optional<internal::PteDataMap> named_data;
  if ((*program)->named_data() != nullptr &&
      (*program)->segments() != nullptr) {
    Result<internal::PteDataMap> map = internal::PteDataMap::create(
        loader, layout->segment_base_offset, (*program)->named_data(),
        (*program)->segments());
    if (!map.ok()) {
      return map.error();
    }
    named_data.emplace(std::move(*map));
  }
  Result<FreeableBuffer> constants = load_constants(loader, *program, *layout);
  if (!constants.ok()) {
    return constants.error();
  }
  return Program(loader, layout->segment_base_offset, std::move(*data),
                 *program, std::move(*constants), std::move(named_data));
}

}  // namespace runtime
}  // namespace executorch
