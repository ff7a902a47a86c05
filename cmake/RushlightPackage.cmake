# Installs the CMake package `executorch`.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ExecuTorch)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/executorch-config-version.cmake
  COMPATIBILITY AnyNewerVersion)
install(
  EXPORT executorch-targets
  NAMESPACE executorch::
  DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/cmake/executorch-config.cmake
              ${PROJECT_BINARY_DIR}/executorch-config-version.cmake
        DESTINATION ${package_dir})
