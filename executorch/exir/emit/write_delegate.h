#pragma once

#include <executorch/exir/emit/method_emitter.h>

namespace executorch::exir {

/// Writes a plan's entry for a delegate, gives its payload the next segment of
/// the program, and adds its named constants to the external data. Fails if
/// there are such constants but no external data.
Expected<flatbuffers::Offset<executorch_flatbuffer::BackendDelegate>>
write_delegate(flatbuffers::FlatBufferBuilder& builder,
               const Delegate& delegate, ProgramData& data);

}  // namespace executorch::exir
