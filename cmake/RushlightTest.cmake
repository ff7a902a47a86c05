# rushlight_add_test(NAME <binary> SOURCES ... LIBRARIES ... [LABELS ...])
# A GoogleTest binary whose cases CTest knows one by one; PREFIX goes before their
# names.
if(EXECUTORCH_BUILD_TESTS)
  enable_testing()
  if(CMAKE_CROSSCOMPILING)
    # Debian has its source.
    set(INSTALL_GTEST OFF)
    add_subdirectory(/usr/src/googletest ${PROJECT_BINARY_DIR}/googletest
                     EXCLUDE_FROM_ALL)
    if(NOT TARGET GTest::gmock)
      add_library(GTest::gmock ALIAS gmock)
    endif()
  else()
    find_package(GTest REQUIRED)
  endif()
  include(GoogleTest)
endif()

# What all tests are compiled with, so that they share a precompiled header: they
# are compiled once and run for a moment, so little optimisation is enough.
function(rushlight_test_options target)
  target_link_libraries(${target} PRIVATE executorch_host_options GTest::gmock
                                          GTest::gtest_main)
  # CMake writes one of clang's where Objective-C++ is enabled.
  target_compile_options(
    ${target}
    PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-unknown-pragmas>
            $<$<CONFIG:Release>:-O1>)
endfunction()

if(EXECUTORCH_BUILD_TESTS)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/test_headers.cpp CONTENT "")
  add_executable(test_headers EXCLUDE_FROM_ALL
                              ${PROJECT_BINARY_DIR}/test_headers.cpp)
  rushlight_test_options(test_headers)
  # What users of the core are compiled with counts for what they precompile.
  target_compile_options(
    test_headers
    PRIVATE $<TARGET_PROPERTY:executorch_core,INTERFACE_COMPILE_OPTIONS>)
  target_precompile_headers(test_headers PRIVATE <gmock/gmock.h>
                            <gtest/gtest.h>)
  # All tests with the label runtime.
  add_custom_target(runtime_tests)
endif()

function(rushlight_add_test)
  cmake_parse_arguments(ARG "" "NAME;PREFIX"
                        "SOURCES;LIBRARIES;LABELS;DEFINITIONS" ${ARGN})
  if(NOT EXECUTORCH_BUILD_TESTS)
    return()
  endif()
  add_executable(${ARG_NAME} ${ARG_SOURCES})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_LIBRARIES})
  rushlight_test_options(${ARG_NAME})
  target_precompile_headers(${ARG_NAME} REUSE_FROM test_headers)
  target_compile_definitions(
    ${ARG_NAME}
    PRIVATE ${ARG_DEFINITIONS}
            RUSHLIGHT_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
            RUSHLIGHT_BINARY_DIR="${PROJECT_BINARY_DIR}")
  if("runtime" IN_LIST ARG_LABELS)
    add_dependencies(runtime_tests ${ARG_NAME})
  endif()
  gtest_discover_tests(${ARG_NAME} TEST_PREFIX "${ARG_PREFIX}"
                       DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 600)
endfunction()

# The same on the emulated GPU, as Emulated.<case>; nothing where it is not built.
function(rushlight_add_emulated_test)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT EXECUTORCH_BUILD_MPS_EMULATION)
    return()
  endif()
  rushlight_add_test(
    NAME ${ARG_NAME}
    PREFIX Emulated.
    SOURCES ${ARG_SOURCES} ${PROJECT_SOURCE_DIR}/test/support/emulation.cpp
    LIBRARIES ${ARG_LIBRARIES} mps_backend mps_emulation
    LABELS ${ARG_LABELS})
  set_target_properties(${ARG_NAME} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()
