#pragma once

#include <executorch/exir/import/exported_program.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rushlight {

/// What `inspect` tells of one method.
struct MethodReport {
  std::string name;
  std::vector<std::string> inputs;  ///< `f32[s0, 8]`, `int`, `none`
  std::vector<std::string> outputs;
  std::map<std::string, size_t> operators;  ///< name: number of calls
  std::vector<std::string> delegates;
  std::vector<std::string> external_constants;  ///< names in a .ptd file
  std::vector<int64_t> planned_nbytes;          ///< by memory id
};

struct SegmentReport {
  std::string kind;
  uint64_t offset = 0;  ///< from the start of the file
  uint64_t nbytes = 0;
};

/// What a .ptd file holds under one name.
struct NamedDataReport {
  std::string name;
  std::string layout;  ///< `f32[3, 4]`, `no tensor`
  uint64_t nbytes = 0;
};

struct Report {
  std::string format;
  uint64_t constant_nbytes = 0;
  std::vector<MethodReport> methods;
  std::vector<SegmentReport> segments;
  std::vector<NamedDataReport> data;
};

Report report_archive(const executorch::exir::ExportedProgram& program);

/// Reads a `.pte`; fails with what is wrong in it.
executorch::exir::Expected<Report> report_program(const std::string& path);

/// Reads a `.ptd`; fails with what is wrong in it.
executorch::exir::Expected<Report> report_data(const std::string& path);

std::string to_text(const Report& report);
std::string to_json(const Report& report);

}  // namespace rushlight
