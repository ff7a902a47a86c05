#pragma once

#include <string>
#include <vector>

namespace rushlight::test {

/// Names below test/fixtures/<folder>, sorted: zips without their extension,
/// or the folders in it.
std::vector<std::string> fixture_names(const std::string& folder);

/// A name of letters, digits and underscores for GoogleTest.
std::string test_name(std::string name);

}  // namespace rushlight::test
