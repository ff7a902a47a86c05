#include "delegate_checks.h"

#include <executorch/exir/backend/work.h>
#include <executorch/exir/exir.h>
#include <gtest/gtest.h>

#include "golden.h"
#include "materialize.h"
#include "paths.h"
#include "program_run.h"

namespace rushlight::test {

using executorch::exir::Backend;
using executorch::exir::Delegate;

void expect_eager_answers(const std::string& model, const Backend& backend,
                          bool fp16) {
  const ScratchFolder folder;
  const auto archive = zoo_archive(model);
  ASSERT_EQ(error_of(archive), "");
  ASSERT_EQ(error_of(compile_file(*archive, folder / "model.pte", &backend)),
            "");
  auto golden = read_golden(model);
  ASSERT_EQ(error_of(golden), "");
  const auto session = open_session(folder / "model.pte");
  ASSERT_EQ(error_of(session), "");
  const auto method = LoadedMethod::load(**session, "");
  ASSERT_EQ(error_of(method), "");
  const auto outputs = run_method(**method, golden->inputs);
  ASSERT_EQ(error_of(outputs), "");
  const auto& expected = fp16 ? golden->half_outputs : golden->outputs;
  ASSERT_EQ(outputs->size(), expected.size());
  for (size_t i = 0; i < outputs->size(); ++i) {
    EXPECT_EQ(difference((*outputs)[i], expected[i]), "") << "output " << i;
  }
}

void expect_multiply_adds_delegated(const std::string& model,
                                    const Backend& backend) {
  const auto archive = zoo_archive(model);
  ASSERT_EQ(error_of(archive), "");
  auto program = executorch::exir::import_pt2(*archive);
  ASSERT_EQ(error_of(program), "");
  executorch::exir::LowerOptions options;
  options.backend = &backend;
  ASSERT_EQ(error_of(executorch::exir::lower(*program, options)), "");
  int64_t left = 0;
  for (const auto& node : program->graph->nodes()) {
    left += executorch::exir::multiply_adds(*node);
  }
  int64_t delegated = 0;
  for (const Delegate& delegate : program->graph->delegates()) {
    delegated += delegate.multiply_adds;
  }
  EXPECT_LE(left * 99, delegated);
}

}  // namespace rushlight::test
