#!/usr/bin/env bash
# Installs the Debian packages that building and testing need; does nothing
# where they are there already.
set -euo pipefail

packages=(
  ca-certificates ccache clang cmake flatbuffers-compiler g++
  g++-aarch64-linux-gnu gcc-arm-none-eabi googletest libbenchmark-dev
  libcli11-dev libexpected-dev libflatbuffers-dev libfmt-dev libgmock-dev
  libgtest-dev libhwy-dev libminizip-dev libnewlib-arm-none-eabi
  libpthreadpool-dev libsimdjson-dev libstdc++-arm-none-eabi-newlib
  libxxhash-dev ninja-build pkg-config python3 python3-pip qemu-system-arm
  qemu-user unzip zlib1g-dev
)

missing=()
for package in "${packages[@]}"; do
  if ! dpkg-query -W -f='${Status}' "$package" 2>/dev/null |
      grep -q 'install ok installed'; then
    missing+=("$package")
  fi
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

sudo=()
if [ "$(id -u)" -ne 0 ]; then
  sudo=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update -q
"${sudo[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"
