# rushlight_add_extension(<target> [SOURCES ...] HEADERS ... [LIBRARIES ...])
# A library of the device half in executorch/extension or executorch/devtools,
# installed and exported under upstream's name. Without sources it is headers
# alone.
function(rushlight_add_extension target)
  cmake_parse_arguments(ARG "" "" "SOURCES;HEADERS;LIBRARIES" ${ARGN})
  set(scope INTERFACE)
  if(ARG_SOURCES)
    set(scope PUBLIC)
    add_library(${target} STATIC ${ARG_SOURCES})
    target_link_libraries(${target} PRIVATE executorch_device_options)
  else()
    add_library(${target} INTERFACE)
  endif()
  add_library(executorch::${target} ALIAS ${target})
  target_link_libraries(${target} ${scope} executorch_core ${ARG_LIBRARIES})
  target_sources(
    ${target} ${scope} FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES
    ${ARG_HEADERS})
  install(TARGETS ${target} EXPORT executorch-targets FILE_SET HEADERS)
endfunction()

# rushlight_register_whole(<target>): whoever links this static library gets all
# of it, so that the kernels in it register themselves before main().
function(rushlight_register_whole target)
  if(APPLE)
    target_link_options(${target} INTERFACE
                        "SHELL:LINKER:-force_load,$<TARGET_FILE:${target}>")
  elseif(NOT MSVC)
    target_link_options(
      ${target}
      INTERFACE
      "SHELL:LINKER:--whole-archive $<TARGET_FILE:${target}> LINKER:--no-whole-archive"
    )
  endif()
endfunction()
