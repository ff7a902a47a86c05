#pragma once

#include <cstddef>
#include <cstdint>

/// What libFuzzer calls, and replay.cpp. Each target is one such function that
/// must return, whatever the bytes are.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
