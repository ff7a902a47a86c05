#include "upstream_arena.h"

#include <fstream>
#include <sstream>

#include "paths.h"

namespace rushlight::test {

std::optional<size_t> upstream_arena_nbytes(const std::string& model) {
  std::ifstream table(fixture("upstream_arena.tsv"));
  for (std::string line; std::getline(table, line);) {
    std::istringstream row(line);
    std::string name;
    double seconds = 0;
    size_t file_nbytes = 0;
    size_t arena_nbytes = 0;
    if (row >> name >> seconds >> file_nbytes >> arena_nbytes &&
        name == model) {
      return arena_nbytes;
    }
  }
  return std::nullopt;
}

}  // namespace rushlight::test
