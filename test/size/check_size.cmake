# cmake -D SIZE=<size> -D CORE=<executable> -D EMPTY=<executable>
#       -D BUDGET=<bytes> -P check_size.cmake
# Prints what CORE has in flash (code, constants, initial values) and memory
# (with zeros) beyond EMPTY, and fails if the former exceeds the budget.
function(sections executable flash memory)
  execute_process(COMMAND ${SIZE} ${executable} OUTPUT_VARIABLE table
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "\n *([0-9]+)[ \t]+([0-9]+)[ \t]+([0-9]+)" row "${table}")
  math(EXPR bytes "${CMAKE_MATCH_1} + ${CMAKE_MATCH_2}")
  set(${flash} ${bytes} PARENT_SCOPE)
  math(EXPR bytes "${CMAKE_MATCH_2} + ${CMAKE_MATCH_3}")
  set(${memory} ${bytes} PARENT_SCOPE)
endfunction()

sections(${CORE} core_flash core_memory)
sections(${EMPTY} empty_flash empty_memory)
math(EXPR flash "${core_flash} - ${empty_flash}")
math(EXPR memory "${core_memory} - ${empty_memory}")
get_filename_component(name ${CORE} NAME)
message("${name}: ${flash} bytes of code and constants (budget ${BUDGET}), "
        "${memory} bytes of variables")
if(flash GREATER BUDGET)
  message(FATAL_ERROR "${name} is too large: ${flash} bytes, budget ${BUDGET}")
endif()
