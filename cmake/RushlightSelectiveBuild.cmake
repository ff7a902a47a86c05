# rushlight_selective_build(TARGET <app> PROGRAMS a.pte b.pte...)
# Links <app> with the kernels that the programs name, and no others. It gets
# executorch::kernels::selected_kernels() to register. The rows are chosen by
# the command select-kernels, of this build or, in a cross build, of the host's
# (RUSHLIGHT_HOST_TOOLS).
set(RUSHLIGHT_HOST_TOOLS "" CACHE PATH
    "bin folder of a build for this machine, in a cross build")
set(rushlight_selected_kernels_source
    ${CMAKE_CURRENT_LIST_DIR}/../executorch/kernels/selected_kernels.cpp)

# The command of that name: of this build, or of RUSHLIGHT_HOST_TOOLS.
function(rushlight_host_tool variable name)
  if(TARGET ${name})
    set(${variable} ${name} PARENT_SCOPE)
  else()
    find_program(RUSHLIGHT_TOOL_${name} ${name} REQUIRED
                 PATHS ${RUSHLIGHT_HOST_TOOLS} NO_DEFAULT_PATH)
    set(${variable} ${RUSHLIGHT_TOOL_${name}} PARENT_SCOPE)
  endif()
endfunction()

function(rushlight_selective_build)
  cmake_parse_arguments(ARG "" "TARGET" "PROGRAMS" ${ARGN})
  rushlight_host_tool(select_kernels select-kernels)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${ARG_TARGET}_kernels)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${folder}/selected_portable_rows.def
           ${folder}/selected_quantized_rows.def
    COMMAND ${select_kernels} ${folder} ${ARG_PROGRAMS}
    DEPENDS ${ARG_PROGRAMS} ${select_kernels}
    COMMENT "Selecting the kernels of ${ARG_TARGET}"
    VERBATIM)
  add_library(
    ${ARG_TARGET}_kernels STATIC
    ${rushlight_selected_kernels_source}
    ${folder}/selected_portable_rows.def ${folder}/selected_quantized_rows.def)
  target_include_directories(${ARG_TARGET}_kernels PRIVATE ${folder})
  target_link_libraries(
    ${ARG_TARGET}_kernels
    PUBLIC executorch::core
    PRIVATE executorch_device_options executorch::portable_kernels
            executorch::quantized_kernels executorch_prim_ops)
  target_link_libraries(${ARG_TARGET} PRIVATE ${ARG_TARGET}_kernels)
endfunction()
