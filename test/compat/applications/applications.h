#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Small applications in the manner of those that are published for ExecuTorch.
/// Each is a source that sees ExecuTorch's headers and nothing of this project;
/// with the wheel at hand they are compiled against its headers too. An answer
/// is empty where something failed.
namespace applications {

/// Module and TensorPtr: the class of highest score of each image
/// (8 x 8 floats).
std::vector<int> classify_images(const std::string& program_path,
                                 const std::vector<float>& images);

/// Program, Method and MemoryManager: the scores of one image.
std::vector<float> score_image(const std::string& program_path,
                               const std::vector<float>& image);

/// A program that calls `demo_ops::scale_add.out(self, other, factor)`, which
/// the application registers.
std::vector<float> run_custom_kernel(const std::string& program_path,
                                     const std::vector<float>& values);

/// A program with a delegate of `DemoBackend`, which the application registers.
std::vector<float> run_custom_backend(const std::string& program_path,
                                      const std::vector<float>& values);

/// A run with an event tracer: the ETDump.
std::vector<uint8_t> record_run(const std::string& program_path,
                                const std::vector<float>& image);

}  // namespace applications
