#pragma once

#include <executorch/runtime/core/function_ref.h>

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {

/// How many threads share work that costs as much as `multiply_adds` would:
/// no more than the pool of the process has (the caller's included), and one
/// where the work is too small to wake another.
size_t workers_for(size_t multiply_adds);

/// Calls work(task, worker) for each task below `n_tasks`, with `worker` below
/// `n_workers`; calls with the same worker follow one another. Returns when all
/// are done. One worker is the calling thread, without the pool.
void for_each_task(size_t n_tasks, size_t n_workers,
                   runtime::FunctionRef<void(size_t task, size_t worker)> work);

/// What pointwise work and moving cost, in multiply-adds an element.
inline constexpr size_t kElementCost = 4;

/// Calls work(first, last, worker) for ranges that make up [0, n): some for
/// each worker, as threads are not equally fast.
void for_each_range(
    size_t n, size_t n_workers,
    runtime::FunctionRef<void(size_t first, size_t last, size_t worker)> work);

/// Part `i` of `parts` nearly equal ones of [0, n) begins here.
constexpr size_t part_begin(size_t n, size_t parts, size_t i) {
  return n * i / parts;
}

}  // namespace engine
}  // namespace backends
}  // namespace executorch
