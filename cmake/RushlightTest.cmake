# rushlight_add_test(NAME <binary> SOURCES ... LIBRARIES ... [LABELS ...])
# A GoogleTest binary whose cases CTest knows one by one.
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

function(rushlight_add_test)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;LIBRARIES;LABELS;DEFINITIONS"
                        ${ARGN})
  if(NOT EXECUTORCH_BUILD_TESTS)
    return()
  endif()
  add_executable(${ARG_NAME} ${ARG_SOURCES})
  target_link_libraries(${ARG_NAME} PRIVATE executorch_host_options
                                            ${ARG_LIBRARIES} GTest::gmock
                                            GTest::gtest_main)
  target_precompile_headers(${ARG_NAME} PRIVATE <gmock/gmock.h>
                            <gtest/gtest.h>)
  target_compile_definitions(
    ${ARG_NAME}
    PRIVATE ${ARG_DEFINITIONS}
            RUSHLIGHT_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
            RUSHLIGHT_BINARY_DIR="${PROJECT_BINARY_DIR}")
  gtest_discover_tests(${ARG_NAME} DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 600)
endfunction()
