#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "allocation_counter.h"
#include "case_zip.h"
#include "golden.h"
#include "materialize.h"
#include "paths.h"
#include "program_run.h"
#include "static_memory.h"

namespace rushlight::test {
namespace {

using executorch::runtime::Error;

size_t allocations_of(void* (*allocate)(), void (*release)(void*)) {
  const HeapUse before = heap_use();
  void* volatile block = allocate();
  const HeapUse after = heap_use();
  release(block);
  return after.allocations - before.allocations;
}

TEST(AllocationCounter, SeesEveryWayToTheHeap) {
  EXPECT_EQ(allocations_of([] { return std::malloc(24); }, std::free), 1u);
  EXPECT_EQ(allocations_of([] { return std::calloc(2, 24); }, std::free), 1u);
  EXPECT_EQ(
      allocations_of([] { return std::aligned_alloc(64, 64); }, std::free), 1u);
  EXPECT_EQ(allocations_of([] { return ::operator new(24); },
                           [](void* block) { ::operator delete(block); }),
            1u);
}

/// Loads `forward` with memory of the caller, and counts what loading and
/// three runs ask of the heap: nothing.
void expect_no_allocation(const std::string& program,
                          std::vector<InputValue>& inputs) {
  const auto session = open_session(program);
  ASSERT_EQ(error_of(session), "");
  const auto meta = (*session)->program().method_meta("forward");
  ASSERT_EQ(meta.error(), Error::Ok);
  StaticMemory memory(*meta);
  const HeapUse before_load = heap_use();
  auto method = (*session)->program().load_method("forward", &memory.manager());
  EXPECT_EQ(heap_use().allocations - before_load.allocations, 0u);
  ASSERT_EQ(method.error(), Error::Ok);
  for (int run = 0; run < 3; ++run) {
    ASSERT_EQ(error_of(set_inputs(*method, inputs)), "");
    const HeapUse before_run = heap_use();
    ASSERT_EQ(method->execute(), Error::Ok);
    EXPECT_EQ(heap_use().allocations - before_run.allocations, 0u);
  }
}

class Execute : public testing::TestWithParam<std::string> {};

TEST_P(Execute, AllocatesNothing) {
  const ScratchFolder folder;
  const std::string program = folder / "model.pte";
  const auto archive = zoo_archive(GetParam());
  ASSERT_EQ(error_of(archive), "");
  ASSERT_EQ(error_of(compile_file(*archive, program)), "");
  auto golden = read_golden(GetParam());
  ASSERT_EQ(error_of(golden), "");
  expect_no_allocation(program, golden->inputs);
}

INSTANTIATE_TEST_SUITE_P(Zoo, Execute,
                         testing::Values("add_mul", "linear", "mv2", "mv3",
                                         "resnet18"),
                         [](const auto& test) { return test.param; });

class ExecuteUpstream : public testing::TestWithParam<std::string> {};

TEST_P(ExecuteUpstream, AllocatesNothing) {
  const auto zip =
      open_case(fixture("upstream/" + GetParam() + ".portable.zip"));
  ASSERT_EQ(error_of(zip), "");
  auto inputs = read_input_folder(zip->calls[0].folder, 0);
  ASSERT_EQ(error_of(inputs), "");
  expect_no_allocation(zip->program, *inputs);
}

INSTANTIATE_TEST_SUITE_P(Executorch, ExecuteUpstream,
                         testing::Values("cond_mixed", "llama_kv",
                                         "transformer"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace rushlight::test
