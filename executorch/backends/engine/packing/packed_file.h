#pragma once

#include <executorch/backends/engine/packing/fingerprint.h>
#include <executorch/backends/engine/packing/packed_section.h>
#include <executorch/runtime/core/result.h>

#include <memory>
#include <string>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// \file
/// Packed weights in a file, so that the next start maps them rather than packs
/// them: docs/formats.md. A file has sections, one for each graph; several
/// processes may read it and add to it at a time. It belongs to the build of
/// the engine that wrote it; another one begins it anew.

/// Maps the section of a graph. Bounds of every block are checked, what is in
/// them cannot be.
///
/// @returns Null where there is no file, no such section, or a file of another
///     build.
/// @retval Error::InvalidProgram The file is something else.
/// @retval Error::AccessFailed It cannot be read.
runtime::Result<std::unique_ptr<PackedSection>> find_packed(
    const std::string& path, const Fingerprint& graph);

/// Adds a section, unless there is one.
///
/// @retval Error::InvalidProgram The file is something else; it stays as it is.
/// @retval Error::AccessFailed It cannot be written.
/// @retval Error::NotSupported This system has no files to map.
runtime::Error add_packed(const std::string& path, const Fingerprint& graph,
                          const std::vector<PackedBlock>& blocks);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
