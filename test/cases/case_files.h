#pragma once

#include <string>
#include <vector>

namespace rushlight::test {

/// Names below test/fixtures/<folder>, sorted: zips without their extension,
/// or the folders in it.
std::vector<std::string> fixture_names(const std::string& folder);

/// Zips, `field/C03_plain` and so on, of the folders whose every case must do
/// what its case.json says.
std::vector<std::string> whole_programs();

/// A name of letters, digits and underscores for GoogleTest.
std::string test_name(std::string name);

/// Zips of the folders whose every case must do what its case.json says.
std::vector<std::string> whole_programs();

}  // namespace rushlight::test
