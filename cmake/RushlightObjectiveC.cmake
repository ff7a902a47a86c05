# Objective-C++, for the MPS delegate: on Apple's systems, or against emulated
# frameworks that prove it on Linux. Clang compiles it; C++ stays with the
# compiler of the build.
option(EXECUTORCH_BUILD_MPS "Build the MPS delegate for Apple's GPUs" ${APPLE})

find_program(EXECUTORCH_CLANGXX clang++)
mark_as_advanced(EXECUTORCH_CLANGXX)
set(rushlight_can_emulate OFF)
# Message dispatch is written for x86-64; and the sanitizers of two compilers do
# not mix.
if(EXECUTORCH_CLANGXX AND CMAKE_SYSTEM_NAME STREQUAL "Linux"
   AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64"
   AND EXECUTORCH_BUILD_COMPILER AND EXECUTORCH_BUILD_TESTS
   AND NOT EXECUTORCH_SANITIZERS)
  set(rushlight_can_emulate ON)
endif()
option(EXECUTORCH_BUILD_MPS_EMULATION
       "Build and test the MPS delegate against emulated frameworks"
       ${rushlight_can_emulate})

if(EXECUTORCH_BUILD_MPS AND NOT APPLE)
  message(FATAL_ERROR "EXECUTORCH_BUILD_MPS needs Apple's frameworks; "
                      "EXECUTORCH_BUILD_MPS_EMULATION builds without them")
endif()
if(EXECUTORCH_BUILD_MPS_EMULATION)
  set(CMAKE_OBJCXX_COMPILER ${EXECUTORCH_CLANGXX})
  enable_language(ASM)
endif()
if(EXECUTORCH_BUILD_MPS OR EXECUTORCH_BUILD_MPS_EMULATION)
  enable_language(OBJCXX)
  set(CMAKE_OBJCXX_STANDARD 17)
  set(CMAKE_OBJCXX_EXTENSIONS OFF)
  if(CCACHE_PROGRAM)
    set(CMAKE_OBJCXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  endif()
endif()
