#!/usr/bin/env bash
# Builds Rushlight and classifies handwritten digits: a .pt2 of torch.export is
# compiled to a .pte for a dynamic batch, and runs over images that training
# never saw.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-packages.sh
cmake --preset release -DEXECUTORCH_BUILD_TESTS=OFF \
  -DEXECUTORCH_BUILD_BENCHMARKS=OFF >/dev/null
cmake --build --preset release --target rushlight classify_digits

data=test/fixtures/digits
out=build/release/demo
mkdir -p "$out"
build/release/bin/rushlight compile "$data/digits.pt2" -o "$out/digits.pte"
build/release/bin/rushlight inspect "$out/digits.pte"
build/release/bin/classify_digits "$out/digits.pte" "$data/test_images.npy" \
  "$data/test_labels.npy"
