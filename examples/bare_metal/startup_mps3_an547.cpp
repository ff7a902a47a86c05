#include <cstdint>

/// Start of an Arm MPS3 board with a Cortex-M55 (qemu-system-arm, machine
/// mps3-an547): vectors, the floating-point unit, then newlib's start code,
/// which speaks to the host by semihosting.

extern "C" {

[[noreturn]] void _start();
extern uint32_t stack_top;

[[noreturn]] void reset() {
  // Coprocessors 10 and 11: floating point.
  auto* const access_control = reinterpret_cast<volatile uint32_t*>(0xE000ED88);
  *access_control |= 0xFu << 20;
  __asm__ volatile("dsb\n isb");
  _start();
}

[[noreturn]] void fault() {
  while (true) {
    __asm__ volatile("bkpt 0xFF");
  }
}

__attribute__((section(".vectors"), used)) const void* const vectors[] = {
    &stack_top, reinterpret_cast<const void*>(reset),
    reinterpret_cast<const void*>(fault), reinterpret_cast<const void*>(fault),
    reinterpret_cast<const void*>(fault), reinterpret_cast<const void*>(fault),
    reinterpret_cast<const void*>(fault)};

}  // extern "C"
