#pragma once

#include <executorch/exir/emit/method_emitter.h>

namespace executorch::exir {

/// Writes a plan's entry for a delegate and gives its payload the next segment
/// of the program.
flatbuffers::Offset<executorch_flatbuffer::BackendDelegate> write_delegate(
    flatbuffers::FlatBufferBuilder& builder, const Delegate& delegate,
    ProgramData& data);

}  // namespace executorch::exir
