# Package of find_package(executorch). It gives the targets executorch::<name>
# and, for projects that know upstream's names, the same without the prefix.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/executorch-targets.cmake")
if(NOT TARGET executorch::core)
  add_library(executorch::core ALIAS executorch::executorch_core)
  add_library(executorch::prim_ops ALIAS executorch::executorch_prim_ops)
endif()

set(EXECUTORCH_LIBRARIES)
foreach(
  name IN
  ITEMS executorch
        executorch_core
        portable_kernels
        portable_ops_lib
        quantized_kernels
        quantized_ops_lib
        bundled_program
        etdump
        extension_data_loader
        extension_evalue_util
        extension_flat_tensor
        extension_kernel_util
        extension_memory_allocator
        extension_module
        extension_module_static
        extension_named_data_map
        extension_pytree
        extension_runner_util
        extension_tensor
        extension_threadpool)
  if(TARGET executorch::${name})
    if(NOT TARGET ${name})
      add_library(${name} ALIAS executorch::${name})
    endif()
    list(APPEND EXECUTORCH_LIBRARIES ${name})
  endif()
endforeach()
get_filename_component(EXECUTORCH_INCLUDE_DIRS
                       "${CMAKE_CURRENT_LIST_DIR}/../../../include" ABSOLUTE)
set(EXECUTORCH_FOUND ON)
