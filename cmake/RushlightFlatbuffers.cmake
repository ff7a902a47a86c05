# rushlight_schema_headers(<target> <folder> <schema>...)
# Generates executorch/<folder>/<name>_generated.h for each schema, given without
# .fbs: a file here, or one of executorch/schema that such a file includes. They
# are installed, and built before whatever links the interface library <target>.
function(rushlight_schema_headers target folder)
  set(out ${PROJECT_BINARY_DIR}/generated/executorch/${folder})
  set(shared ${PROJECT_SOURCE_DIR}/executorch/schema)
  set(headers)
  foreach(path IN LISTS ARGN)
    get_filename_component(name ${path} NAME)
    set(schema ${CMAKE_CURRENT_SOURCE_DIR}/${path}.fbs)
    if(NOT EXISTS ${schema})
      set(schema ${shared}/${name}.fbs)
    endif()
    add_custom_command(
      OUTPUT ${out}/${name}_generated.h
      COMMAND ${FLATC_EXECUTABLE} --cpp --cpp-std c++11 --gen-mutable
              --scoped-enums -I ${shared} -o ${out} ${schema}
      DEPENDS ${schema} ${shared}/scalar_type.fbs
      COMMENT "Generating ${folder}/${name}_generated.h"
      VERBATIM)
    list(APPEND headers ${out}/${name}_generated.h)
  endforeach()
  add_custom_target(${target}_headers DEPENDS ${headers})
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}_headers)
  target_link_libraries(${target} INTERFACE executorch_schema)
  install(TARGETS ${target} EXPORT executorch-targets)
  install(FILES ${headers}
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/executorch/${folder})
endfunction()
