#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/platform/runtime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// \file
/// What the tests of damaged payloads share.
namespace executorch {
namespace backends {
namespace engine {
namespace testing {

/// The first error on the way from bytes to a graph, and what was logged.
struct Outcome {
  runtime::Error error = runtime::Error::Ok;
  std::string log;
};

/// From bytes to a graph.
using ReadAndBuild = runtime::Error (*)(const void* data, size_t nbytes);

inline Outcome outcome_of(ReadAndBuild read_and_build, const void* data,
                          size_t nbytes) {
  runtime::runtime_init();
  ::testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.error = read_and_build(data, nbytes);
  outcome.log = ::testing::internal::GetCapturedStderr();
  return outcome;
}

/// One fault that a maker of payloads puts into one, and words of its message.
template <typename PayloadMaker>
struct Fault {
  const char* name;
  const char* words;
  std::function<void(PayloadMaker&)> make;
};

/// No payload that ends early is read.
inline void expect_every_prefix_refused(ReadAndBuild read_and_build,
                                        const std::vector<uint64_t>& memory,
                                        size_t nbytes) {
  ASSERT_EQ(read_and_build(memory.data(), nbytes), runtime::Error::Ok);
  for (size_t n = 0; n < nbytes; ++n) {
    EXPECT_NE(outcome_of(read_and_build, memory.data(), n).error,
              runtime::Error::Ok)
        << n;
  }
}

}  // namespace testing
}  // namespace engine
}  // namespace backends
}  // namespace executorch
