#pragma once

#include <executorch/exir/ir/diagnostic.h>

#include <string>

namespace rushlight::test {

/// Writes the complete form of a weightless archive: every entry but
/// `weights.tsv`, and the weights that it lists.
executorch::exir::Expected<void> materialize(const std::string& source,
                                             const std::string& target);

/// Path of the complete archive of fixtures/zoo/<model>, made if it is not yet
/// in data_folder().
executorch::exir::Expected<std::string> zoo_archive(const std::string& model);

}  // namespace rushlight::test
