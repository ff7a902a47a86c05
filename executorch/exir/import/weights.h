#pragma once

#include <executorch/exir/import/tensor_meta.h>
#include <executorch/exir/import/torch_file.h>
#include <executorch/exir/import/zip_archive.h>

#include <map>
#include <set>
#include <string>

namespace executorch::exir {

/// A stored tensor: its spec and its row-major bytes, inside of the mapped
/// archive where the archive holds them that way.
struct StoredTensor {
  TensorSpec spec;
  ConstantData data;
};

/// The weights or constants of an archive by name. Raw files are read on
/// demand; what is stored as pickles is read at once.
class WeightTable {
 public:
  /// Tensors as `data/<kind>/model_<kind>_config.json` lists them, or of the
  /// one pickle `data/<kind>/<model>.pt` of torch 2.8. `folder` is
  /// "<root>/data/weights" or "<root>/data/constants". An archive with neither
  /// has no such tensors.
  static Expected<WeightTable> read(const ZipArchive& archive,
                                    const std::string& folder,
                                    const std::string& config_name,
                                    const std::string& model);
  /// Tensors of one file of torch.save, if the archive has it.
  static Expected<WeightTable> read_pickled(const ZipArchive& archive,
                                            const std::string& path);

  bool contains(std::string_view fqn) const;
  /// True for a tensor subclass; its parts are named `fqn.attribute`.
  bool is_subclass(std::string_view fqn) const {
    return subclasses_.find(fqn) != subclasses_.end();
  }
  /// Fails, naming the tensor, if its bytes do not hold what its sizes,
  /// strides and offset say.
  Expected<StoredTensor> load(std::string_view fqn) const;

 private:
  /// A tensor in a raw file of the archive, or in bytes at hand.
  struct Entry {
    std::string path;
    TensorMeta meta;
    ArchiveBytes storage;
  };

  Expected<void> add_config_entry(std::string_view fqn, json::element entry,
                                  const std::string& folder);
  void add_pickled(TorchFile file);

  const ZipArchive* archive_ = nullptr;
  std::map<std::string, Entry, std::less<>> entries_;
  std::set<std::string, std::less<>> subclasses_;
};

}  // namespace executorch::exir
