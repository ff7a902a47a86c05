#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>

namespace executorch {
namespace extension {
namespace flat_tensor {

/// FlatTensor.version of the files that are written.
constexpr uint32_t kSchemaVersion = 0;

/// Writes tensors as a .ptd file, in the order of their names. The same tensors
/// give the same bytes.
///
/// @param[in] path The file; it is replaced.
/// @param[in] tensor_map Tensors on the CPU, with their data.
/// @param[in] tensor_alignment What the start of each tensor in the file is a
///     multiple of, in bytes; a multiple of 8 so that the flatbuffer is
///     aligned.
/// @retval Error::InvalidArgument A tensor has no data, or the alignment is 0.
/// @retval Error::AccessFailed Writing failed.
/// @retval Error::NotSupported The machine is big endian.
ET_EXPERIMENTAL runtime::Error save_ptd(
    const std::string& path,
    const std::map<std::string, aten::Tensor>& tensor_map,
    const size_t tensor_alignment);

/// The same, to a stream.
ET_EXPERIMENTAL runtime::Error save_ptd(
    std::ostream& out, const std::map<std::string, aten::Tensor>& tensor_map,
    const size_t tensor_alignment);

}  // namespace flat_tensor
}  // namespace extension
}  // namespace executorch
