#pragma once

#include <executorch/exir/emit/data_segment.h>
#include <executorch/exir/emit/emit.h>
#include <executorch/exir/emit/external_constants.h>
#include <executorch/schema/program_generated.h>

#include <vector>

namespace executorch::exir {

/// Segments and external data that the methods of one program share.
struct ProgramData {
  bool constants_are_external = false;
  ExternalConstants external;
  /// Payloads, each a segment: segment i holds payload i.
  std::vector<const Delegate*> payloads;
  DataSegment constants;
  DataSegment mutable_data;  ///< initial values of mutable buffers
};

/// Writes one execution plan: values, operators and the chain of instructions,
/// in graph order.
Expected<flatbuffers::Offset<executorch_flatbuffer::ExecutionPlan>> emit_method(
    flatbuffers::FlatBufferBuilder& builder, const PlannedMethod& method,
    ProgramData& data);

}  // namespace executorch::exir
