#pragma once

/// The release of ExecuTorch whose interface these headers follow.
#define ET_VERSION_MAJOR 1
#define ET_VERSION_MINOR 5
#define ET_VERSION_PATCH 0
#define ET_VERSION "1.5.0"

/// A number for a release that grows with it.
#define ET_VERSION_CHECK(major, minor, patch) \
  (((major) << 16) | ((minor) << 8) | (patch))
#define ET_VERSION_CODE \
  ET_VERSION_CHECK(ET_VERSION_MAJOR, ET_VERSION_MINOR, ET_VERSION_PATCH)
