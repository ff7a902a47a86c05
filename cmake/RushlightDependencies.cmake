# Packages of the compiler and the command; the device half needs FlatBuffers,
# and the engine xxHash (and Highway), which leave nothing to link.
if(EXECUTORCH_BUILD_COMPILER)
  find_package(fmt REQUIRED)
  find_package(simdjson REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(ZLIB REQUIRED)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(MINIZIP REQUIRED IMPORTED_TARGET minizip)
  find_path(TL_EXPECTED_INCLUDE_DIR tl/expected.hpp REQUIRED)
endif()
if(EXECUTORCH_BUILD_COMPILER OR EXECUTORCH_BUILD_ENGINE)
  find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
endif()
