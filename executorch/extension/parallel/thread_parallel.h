#pragma once

/// The place of earlier releases.
#include <executorch/runtime/kernel/thread_parallel_interface.h>
