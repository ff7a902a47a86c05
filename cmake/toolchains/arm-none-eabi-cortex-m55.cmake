# Debian's bare-metal compiler with newlib; programs run in qemu-system-arm
# (machine mps3-an547, semihosting).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR cortex-m55)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# The compiler's own stdint.h hides from newlib that there is int64_t.
set(cortex_m_flags
    "-mcpu=cortex-m55 -mthumb -mfloat-abi=hard -D__int64_t_defined=1")
set(CMAKE_C_FLAGS_INIT "${cortex_m_flags}")
set(CMAKE_CXX_FLAGS_INIT
    "${cortex_m_flags} -fno-threadsafe-statics -ffunction-sections -fdata-sections")
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE NEVER)
