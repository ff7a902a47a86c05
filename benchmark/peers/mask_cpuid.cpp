// A library for LD_PRELOAD that shows a program an x86-64 CPU with AVX2 but
// without AVX-512, AVX-VNNI, AVX10 and AMX.
//
//   g++ -O2 -shared -fPIC -Wl,-z,initfirst mask_cpuid.cpp -o mask_cpuid.so
//   LD_PRELOAD=./mask_cpuid.so program
//
// Linux makes CPUID fault where the CPU can (arch_prctl(ARCH_SET_CPUID)); the
// handler of that fault answers instead. Threads inherit this, a program that
// is executed starts without and is preloaded again. initfirst, as libraries
// ask in their constructors already. The instructions themselves stay: who does
// not ask the CPU by CPUID, as the kernel's flags, sees them. A program that
// handles SIGSEGV itself stops at its next CPUID.

#include <cpuid.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace {

constexpr long kArchSetCpuid = 0x1012;

struct Registers {
  unsigned eax, ebx, ecx, edx;
};

struct sigaction former;

constexpr unsigned bits() { return 0; }

template <typename... Rest>
constexpr unsigned bits(unsigned first, Rest... rest) {
  return 1U << first | bits(rest...);
}

// AVX-512: F, DQ, IFMA, PF, ER, CD, BW, VL
constexpr unsigned kLeaf7Ebx = bits(16, 17, 21, 26, 27, 28, 30, 31);
// AVX-512: VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ
constexpr unsigned kLeaf7Ecx = bits(1, 6, 11, 12, 14);
// AVX-512: 4VNNIW, 4FMAPS, VP2INTERSECT, FP16; AMX: BF16, TILE, INT8
constexpr unsigned kLeaf7Edx = bits(2, 3, 8, 22, 23, 24, 25);
// AVX-VNNI, AVX512-BF16, AMX-FP16, AVX-IFMA
constexpr unsigned kLeaf7Sub1Eax = bits(4, 5, 21, 23);
// AVX-VNNI-INT8, AVX-NE-CONVERT, AMX-COMPLEX, AVX-VNNI-INT16, AVX10
constexpr unsigned kLeaf7Sub1Edx = bits(4, 5, 8, 10, 19);
// State of XCR0: opmask, ZMM_Hi256, Hi16_ZMM, XTILECFG, XTILEDATA
constexpr unsigned kStates = bits(5, 6, 7, 17, 18);

void mask_features(unsigned subleaf, Registers& r) {
  if (subleaf == 0) {
    r.ebx &= ~kLeaf7Ebx;
    r.ecx &= ~kLeaf7Ecx;
    r.edx &= ~kLeaf7Edx;
  } else if (subleaf == 1) {
    r.eax &= ~kLeaf7Sub1Eax;
    r.edx &= ~kLeaf7Sub1Edx;
  }
}

/// Sizes of the whole state stay: the system saves it all.
void mask_states(unsigned subleaf, Registers& r) {
  if (subleaf == 0) {
    r.eax &= ~kStates;
  } else if (subleaf < 32 && (kStates >> subleaf & 1)) {
    r = {};
  }
}

void mask(unsigned leaf, unsigned subleaf, Registers& r) {
  switch (leaf) {
    case 0x7:
      return mask_features(subleaf, r);
    case 0xD:
      return mask_states(subleaf, r);
    case 0x1D:  // tiles of AMX
    case 0x1E:  // their products
    case 0x24:  // AVX10
      r = {};
  }
}

bool make_cpuid_fault(bool fault) {
  return syscall(SYS_arch_prctl, kArchSetCpuid, fault ? 0L : 1L) == 0;
}

Registers masked_cpuid(unsigned leaf, unsigned subleaf) {
  Registers r{};
  make_cpuid_fault(false);
  __cpuid_count(leaf, subleaf, r.eax, r.ebx, r.ecx, r.edx);
  make_cpuid_fault(true);
  mask(leaf, subleaf, r);
  return r;
}

bool is_cpuid(const unsigned char* code) {
  return code[0] == 0x0F && code[1] == 0xA2;
}

/// CPUID faults as a general protection does: sent by the kernel, no address.
bool is_from_cpuid(const siginfo_t& info, const ucontext_t& context) {
  const auto code = context.uc_mcontext.gregs[REG_RIP];
  return info.si_code == SI_KERNEL &&
         is_cpuid(reinterpret_cast<const unsigned char*>(code));
}

void call_former(int signal, siginfo_t* info, void* context) {
  if ((former.sa_flags & SA_SIGINFO) != 0) {
    former.sa_sigaction(signal, info, context);
  } else if (former.sa_handler == SIG_DFL || former.sa_handler == SIG_IGN) {
    sigaction(signal, &former, nullptr);  // the instruction faults again
  } else {
    former.sa_handler(signal);
  }
}

void handle(int signal, siginfo_t* info, void* context) {
  auto& state = *static_cast<ucontext_t*>(context);
  if (!is_from_cpuid(*info, state)) {
    return call_former(signal, info, context);
  }
  auto& registers = state.uc_mcontext.gregs;
  const Registers r = masked_cpuid(static_cast<unsigned>(registers[REG_RAX]),
                                   static_cast<unsigned>(registers[REG_RCX]));
  registers[REG_RAX] = r.eax;
  registers[REG_RBX] = r.ebx;
  registers[REG_RCX] = r.ecx;
  registers[REG_RDX] = r.edx;
  registers[REG_RIP] += 2;
}

__attribute__((constructor)) void start() {
  struct sigaction action {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGSEGV, &action, &former) != 0 || !make_cpuid_fault(true)) {
    fputs("mask_cpuid: CPUID does not fault here\n", stderr);
    _exit(1);
  }
}

}  // namespace
