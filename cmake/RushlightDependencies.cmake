# Packages of the compiler and the command; the device half needs FlatBuffers
# alone.
if(EXECUTORCH_BUILD_COMPILER)
  find_package(fmt REQUIRED)
  find_package(simdjson REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(ZLIB REQUIRED)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(MINIZIP REQUIRED IMPORTED_TARGET minizip)
  find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
  find_path(TL_EXPECTED_INCLUDE_DIR tl/expected.hpp REQUIRED)
endif()
