# Compile options of every target, as two interface targets:
#   executorch_options         standard, warnings, include roots
#   executorch_device_options  the same for the device half: C++17 without
#                              exceptions or RTTI
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

add_library(executorch_options INTERFACE)
target_include_directories(
  executorch_options
  INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
            $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_options(
  executorch_options
  INTERFACE $<BUILD_INTERFACE:-Wall;-Wextra;-Wconversion>
            $<$<BOOL:${EXECUTORCH_WARNINGS_AS_ERRORS}>:$<BUILD_INTERFACE:-Werror>>)
if(NOT EXECUTORCH_ENABLE_LOGGING)
  # What only messages name.
  target_compile_options(
    executorch_options
    INTERFACE $<BUILD_INTERFACE:-Wno-unused-parameter;-Wno-unused-variable>)
endif()
if(EXECUTORCH_SANITIZERS)
  add_compile_options(-fsanitize=${EXECUTORCH_SANITIZERS}
                      -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${EXECUTORCH_SANITIZERS})
endif()

add_library(executorch_device_options INTERFACE)
target_link_libraries(executorch_device_options INTERFACE executorch_options)
target_compile_features(executorch_device_options INTERFACE cxx_std_17)
target_compile_options(
  executorch_device_options
  INTERFACE $<BUILD_INTERFACE:-fno-exceptions;-fno-rtti>)

add_library(executorch_host_options INTERFACE)
target_link_libraries(executorch_host_options INTERFACE executorch_options)
target_compile_features(executorch_host_options INTERFACE cxx_std_20)
# g++ 12 reports moved-from variants inside of expected as uninitialised.
target_compile_options(
  executorch_host_options
  INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:$<BUILD_INTERFACE:-Wno-maybe-uninitialized>>)

install(TARGETS executorch_options executorch_device_options
                executorch_host_options
        EXPORT executorch-targets)
