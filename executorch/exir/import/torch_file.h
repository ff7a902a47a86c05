#pragma once

#include <executorch/exir/import/tensor_meta.h>
#include <executorch/exir/import/zip_archive.h>

#include <map>
#include <set>
#include <string>

namespace executorch::exir {

/// Tensors of a file that torch.save wrote: a zip of its own with a pickle and
/// one raw file for each storage. Tensors may share storages.
struct TorchFile {
  struct Tensor {
    TensorMeta meta;
    ArchiveBytes storage;
  };

  /// By name. The parts of a tensor subclass (torchao's quantized tensors)
  /// have the tensor's name, a dot and the attribute's.
  std::map<std::string, Tensor, std::less<>> tensors;
  /// Names of tensor subclasses, which are their parts and nothing else.
  std::set<std::string, std::less<>> subclasses;
};

/// Reads a file that holds a dictionary of tensors, or one tensor, which gets
/// the name `name`. Entries of the dictionary that are no tensors are left
/// out. Fails, naming the tensor, for layouts other than strided and dtypes
/// outside of the program format.
Expected<TorchFile> read_torch_file(const ArchiveBytes& bytes,
                                    const std::string& name);

}  // namespace executorch::exir
