#!/usr/bin/env bash
# Installs what is needed, builds and runs every test:
#   release   a release build; the interop test against the real ExecuTorch too
#   size      the smallest runtime, within its budget
#   asan      AddressSanitizer and UndefinedBehaviorSanitizer, no slow models
#   tsan      concurrent use, with ThreadSanitizer
#   aarch64   the runtime for 64-bit Arm, under qemu-user
#   cortex_m  the bare-metal example on a Cortex-M55 in qemu, and the core's size
#
#   scripts/test.sh [part]...     (default: all, in this order)
set -euo pipefail
cd "$(dirname "$0")/.."

wheel_version=1.5.1
parts=("$@")
if [ ${#parts[@]} -eq 0 ]; then
  parts=(release size asan tsan aarch64 cortex_m)
fi

# The wheel of ExecuTorch: its C++ headers and shared libraries, no PyTorch.
fetch_wheel() {
  local folder=build/wheel/executorch-$wheel_version
  if [ ! -d "$folder/executorch/include" ]; then
    mkdir -p build/wheel
    rm -rf "$folder" build/wheel/*.whl
    python3 -m pip download --quiet --no-deps --only-binary=:all: \
      --python-version 3.11 --platform manylinux_2_28_x86_64 \
      --dest build/wheel "executorch==$wheel_version"
    unzip -q build/wheel/executorch-$wheel_version-*.whl -d "$folder"
  fi
}

test_release() {
  fetch_wheel
  cmake --preset release -DEXECUTORCH_WARNINGS_AS_ERRORS=ON \
    -DEXECUTORCH_WHEEL_DIR="$PWD/build/wheel/executorch-$wheel_version"
  cmake --build --preset release
  ctest --preset release --parallel "$(nproc)"
}

test_size() {
  cmake --preset size
  cmake --build --preset size
  ctest --preset size
  size build/size/bin/empty_probe build/size/bin/core_probe
}

test_asan() {
  cmake --preset asan
  cmake --build --preset asan
  ctest --preset asan --parallel "$(nproc)"
}

# The release build's commands make the programs and choose the kernels.
test_tsan() {
  cmake --preset release
  cmake --build --preset release --target rushlight select-kernels
  cmake --preset tsan
  cmake --build --preset tsan
  ctest --preset tsan
}

test_aarch64() {
  cmake --preset aarch64
  cmake --build --preset aarch64
  ctest --preset aarch64 --parallel "$(nproc)"
}

# The program and the choice of kernels come from the release build.
test_cortex_m() {
  cmake --preset release
  cmake --build --preset release --target rushlight select-kernels
  cmake --preset cortex-m
  cmake --build --preset cortex-m
  qemu-system-arm -machine mps3-an547 -nographic -semihosting \
    -kernel build/cortex-m/bin/bare_metal
  arm-none-eabi-size build/cortex-m/bin/{empty_probe,core_probe,bare_metal}
  cmake -D SIZE=arm-none-eabi-size -D BUDGET=40000 \
    -D CORE=build/cortex-m/bin/core_probe \
    -D EMPTY=build/cortex-m/bin/empty_probe -P test/size/check_size.cmake
}

scripts/install-packages.sh
for part in "${parts[@]}"; do
  echo "== $part"
  "test_$part"
done
ccache --show-stats || true
echo "all tests passed: ${parts[*]}"
