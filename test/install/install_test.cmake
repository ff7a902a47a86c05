# Installs BUILD_DIR to WORK_DIR/prefix, builds the project there and runs it on
# programs in FIXTURES_DIR, and on one that the installed command compiles.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
set(flags)
if(SANITIZERS)
  set(flags "-DCMAKE_CXX_FLAGS=-fsanitize=${SANITIZERS}")
endif()
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR}/project
    -B ${WORK_DIR}/build -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix ${flags})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)

function(unpack zip)
  run(${CMAKE_COMMAND} -E chdir ${WORK_DIR} ${CMAKE_COMMAND} -E tar xf
      ${FIXTURES_DIR}/${zip}.zip)
endfunction()

# Runs an application on the program of a fixture.
function(run_on app zip)
  unpack(upstream/${zip})
  run(${WORK_DIR}/build/${app} ${WORK_DIR}/model.pte)
endfunction()

# Runs it on what the installed command compiles with these options.
function(compile_and_run_on app)
  run(${WORK_DIR}/prefix/bin/rushlight compile ${WORK_DIR}/model.pt2 ${ARGN})
  run(${WORK_DIR}/build/${app} ${WORK_DIR}/model.pte)
endfunction()

unpack(pt2_versions/convnet.torch-2.9.1)
run_on(app add_mul.portable)
compile_and_run_on(app --backend portable)
if(EXISTS ${WORK_DIR}/build/app_with_delegates)
  run_on(app_with_delegates linear.xnnpack_fp32)
  run_on(app_with_delegates linear.mps_fp32)
  compile_and_run_on(app_with_delegates)
endif()
