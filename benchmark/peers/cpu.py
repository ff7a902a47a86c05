"""Which CPU programs see: this machine's, or less of it."""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CPUS = ("native", "avx2")
# PyTorch's compiler reads /proc/cpuinfo, where no mask is.
UNMASKED = ("compiled",)
# The C library has asked the CPU before the mask is there.
TUNABLES = "glibc.cpu.hwcaps=" + ",".join(
    f"-AVX512{part}" for part in ("F", "VL", "BW", "DQ", "CD")
)


def build_mask(folder):
    """The library of mask_cpuid.cpp, made anew in a folder."""
    library = folder / "mask_cpuid.so"
    folder.mkdir(parents=True, exist_ok=True)
    options = ("-O2", "-shared", "-fPIC", "-Wl,-z,initfirst", "-o", library)
    subprocess.run(["g++", *options, HERE / "mask_cpuid.cpp"], check=True)
    return library


def prefix(cpu, folder):
    """What starts a command that sees a CPU of CPUS."""
    if cpu == "native":
        return []
    library = build_mask(folder).resolve()
    masked = ["env", f"LD_PRELOAD={library}", f"GLIBC_TUNABLES={TUNABLES}"]
    if subprocess.run([*masked, "true"]).returncode:
        sys.exit("this machine cannot show another CPU, see mask_cpuid.cpp")
    return masked
