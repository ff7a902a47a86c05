# rushlight_kernel_sources(<variable> <table> <macro>): sources of the kernels of this
# directory's library, from the operator rows of the families that <table>
# includes. A row that names a kernel needs cpu/op_<name>.cpp, with the
# underscores around the name left out. Each source sees the rows of its own
# operator only, as the file that <macro> names, so that a new row does not
# compile the others again.
function(rushlight_kernel_sources variable table macro)
  file(RELATIVE_PATH directory ${PROJECT_SOURCE_DIR}
       ${CMAKE_CURRENT_SOURCE_DIR})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} family_lines REGEX "^#include")
  set(sources)
  foreach(line IN LISTS family_lines)
    string(REGEX REPLACE "^#include <(.*)>$" "${PROJECT_SOURCE_DIR}/\\1" family
                         "${line}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${family})
    file(STRINGS ${family} rows REGEX "^ET_OP\\(")
    foreach(row IN LISTS rows)
      string(REGEX REPLACE "^ET_OP\\(_*([A-Za-z0-9_]*[A-Za-z0-9])_*,.*$" "\\1"
                           name "${row}")
      string(REGEX REPLACE "^.*, *([A-Za-z0-9_]+)\\)$" "\\1" kernel "${row}")
      if(NOT kernel STREQUAL "none")
        set(source cpu/op_${name}.cpp)
        if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${source})
          message(
            FATAL_ERROR "${directory}/${source} is missing for the row\n  ${row}")
        endif()
        list(APPEND sources ${source})
        string(APPEND rows_of_${name} "${row}\n")
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES sources)
  foreach(source IN LISTS sources)
    string(REGEX REPLACE "^cpu/op_(.*)\\.cpp$" "\\1" name "${source}")
    set(rows ${directory}/rows/op_${name}.def)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${rows}
         CONTENT "${rows_of_${name}}" @ONLY)
    set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS
                                                     "${macro}=<${rows}>")
  endforeach()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# rushlight_kernel_options(<target>): loops over real numbers become vector code
# when nobody reads errno or the floating-point exception flags. A kernel that
# differs from the declaration that its row gives is an error here, not when an
# application is linked.
function(rushlight_kernel_options target)
  target_compile_options(
    ${target}
    PRIVATE
      $<$<CONFIG:RelWithDebInfo,Release>:-O3>
      -fno-math-errno
      -fno-trapping-math
      $<$<CXX_COMPILER_ID:GNU>:-Werror=missing-declarations>
      $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Werror=missing-prototypes;-Wno-pass-failed>
  )
endfunction()
