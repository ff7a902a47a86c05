#pragma once

#include <executorch/exir/import/tensor_meta.h>
#include <executorch/exir/import/zip_archive.h>

#include <map>
#include <string>

namespace executorch::exir {

/// A stored tensor: its spec and its row-major bytes, inside of the mapped
/// archive where the archive holds them that way.
struct StoredTensor {
  TensorSpec spec;
  ConstantData data;
};

/// The weights or constants of an archive by name, as a table of
/// `data/<kind>/model_<kind>_config.json`. Bytes are read on demand.
class WeightTable {
 public:
  /// `folder` is "<root>/data/weights" or "<root>/data/constants". An archive
  /// without the table has no such tensors.
  static Expected<WeightTable> read(const ZipArchive& archive,
                                    const std::string& folder,
                                    const std::string& config_name);

  bool contains(std::string_view fqn) const;
  /// Fails, naming the tensor, if its bytes do not hold what its sizes,
  /// strides and offset say.
  Expected<StoredTensor> load(std::string_view fqn) const;

 private:
  struct Entry {
    std::string path;
    TensorMeta meta;
  };

  const ZipArchive* archive_ = nullptr;
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace executorch::exir
