#include <executorch/exir/emit/emit.h>

#include <executorch/exir/emit/method_emitter.h>

#include <cstring>
#include <utility>

namespace executorch::exir {
namespace {

namespace fb = executorch_flatbuffer;

/// Extended header (docs/formats.md): magic, its own length, bytes of the
/// program, start and bytes of the segments; padded to the alignment that the
/// FlatBuffer behind it needs.
constexpr size_t kHeaderOffset = 8;
constexpr uint32_t kHeaderLength = 32;
constexpr uint64_t kSegmentAlignment = 128;

uint64_t round_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

template <class T>
void put(std::vector<std::byte>& bytes, size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof(value));
}

/// The FlatBuffer with the header between its identifier and its tables.
std::vector<std::byte> with_header(const flatbuffers::FlatBufferBuilder& fb,
                                   uint64_t segment_nbytes) {
  const auto* buffer =
      reinterpret_cast<const std::byte*>(fb.GetBufferPointer());
  const size_t nbytes = fb.GetSize();
  const uint64_t program_nbytes = nbytes + kHeaderLength;
  const uint64_t base = round_up(program_nbytes, kSegmentAlignment);
  std::vector<std::byte> head(base);
  std::memcpy(head.data(), buffer, kHeaderOffset);
  std::memcpy(head.data() + kHeaderOffset + kHeaderLength,
              buffer + kHeaderOffset, nbytes - kHeaderOffset);
  uint32_t root = 0;
  std::memcpy(&root, buffer, sizeof(root));
  put<uint32_t>(head, 0, root + kHeaderLength);
  std::memcpy(head.data() + kHeaderOffset, "eh00", 4);
  put<uint32_t>(head, kHeaderOffset + 4, kHeaderLength);
  put<uint64_t>(head, kHeaderOffset + 8, program_nbytes);
  put<uint64_t>(head, kHeaderOffset + 16, base);
  put<uint64_t>(head, kHeaderOffset + 24, segment_nbytes);
  return head;
}

class ProgramEmitter {
 public:
  explicit ProgramEmitter(const EmitOptions& options) {
    data_.constants_are_external = options.external_constants;
  }

  Expected<EmittedProgram> run(std::span<const PlannedMethod> methods) {
    std::vector<flatbuffers::Offset<fb::ExecutionPlan>> plans;
    for (const PlannedMethod& method : methods) {
      ET_ASSIGN(plans.emplace_back(), emit_method(builder_, method, data_));
    }
    finish(plans);
    const std::vector<std::byte> head = with_header(builder_, segment_nbytes_);
    std::vector<FilePiece> pieces;
    for (Segment& segment : segments_) {
      for (FilePiece& piece : segment.pieces) {
        piece.offset += head.size() + segment.offset;
        pieces.push_back(std::move(piece));
      }
    }
    return EmittedProgram(
        EmittedFile(head, std::move(pieces), head.size() + segment_nbytes_),
        data_.external.file());
  }

 private:
  /// Bytes behind the head, in pieces with offsets within the segment.
  struct Segment {
    uint64_t offset = 0;
    uint64_t nbytes = 0;
    std::vector<FilePiece> pieces;
  };

  uint32_t add_segment(std::vector<FilePiece> pieces, uint64_t nbytes) {
    const uint64_t offset = round_up(segment_nbytes_, kSegmentAlignment);
    segments_.push_back({offset, nbytes, std::move(pieces)});
    segment_nbytes_ = offset + nbytes;
    return static_cast<uint32_t>(segments_.size()) - 1;
  }

  uint32_t add_segment(const DataSegment& segment) {
    return add_segment(segment.pieces(), segment.nbytes());
  }

  void add_payload(const Delegate& delegate) {
    std::vector<FilePiece> pieces;
    uint64_t nbytes = 0;
    for (const ConstantData& data : delegate.payload) {
      pieces.push_back({nbytes, data});
      nbytes += data.bytes.size();
    }
    add_segment(std::move(pieces), nbytes);
  }

  void finish(
      const std::vector<flatbuffers::Offset<fb::ExecutionPlan>>& plans) {
    for (const Delegate* delegate : data_.payloads) {
      add_payload(*delegate);
    }
    const auto constants = fb::CreateSubsegmentOffsetsDirect(
        builder_, add_segment(data_.constants), &data_.constants.offsets());
    std::vector<flatbuffers::Offset<fb::SubsegmentOffsets>> mutable_segments;
    if (!data_.mutable_data.empty()) {
      mutable_segments.push_back(fb::CreateSubsegmentOffsetsDirect(
          builder_, add_segment(data_.mutable_data),
          &data_.mutable_data.offsets()));
    }
    std::vector<flatbuffers::Offset<fb::DataSegment>> segments;
    for (const Segment& segment : segments_) {
      segments.push_back(
          fb::CreateDataSegment(builder_, segment.offset, segment.nbytes));
    }
    const std::vector<flatbuffers::Offset<fb::BackendDelegateInlineData>>
        delegate_data;
    const auto program = fb::CreateProgramDirect(
        builder_, 0, &plans, nullptr, &delegate_data, &segments, constants,
        mutable_segments.empty() ? nullptr : &mutable_segments);
    builder_.Finish(program, fb::ProgramIdentifier());
  }

  flatbuffers::FlatBufferBuilder builder_{1 << 16};
  ProgramData data_;
  std::vector<Segment> segments_;
  uint64_t segment_nbytes_ = 0;
};

}  // namespace

Expected<EmittedProgram> emit_methods(std::span<const PlannedMethod> methods,
                                      const EmitOptions& options) {
  return ProgramEmitter(options).run(methods);
}

}  // namespace executorch::exir
