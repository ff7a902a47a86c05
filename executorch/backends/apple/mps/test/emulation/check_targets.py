"""Compiles the delegate for Apple's targets as far as that can be done without
Apple's SDK: names, types and versions are checked against the generated
headers, no code is made.

usage: check_targets.py --clang CLANG --include FOLDER ... --system FOLDER ...
                        --source FILE ...

Every source must compile for the oldest iOS and macOS; every file of refused/
must not, with the message that it names in its first line.
"""

import argparse
import pathlib
import subprocess
import sys

TARGETS = ("arm64-apple-ios15.0", "x86_64-apple-macosx12.0")

# The C and C++ headers are those of this Linux, for want of Apple's; the macros
# make glibc's usable for the target.
FLAGS = ("-fsyntax-only -std=c++17 -fobjc-arc -fblocks -fno-exceptions "
         "-fno-rtti -nostdinc++ -nostdlibinc -U__nonnull -D_GNU_SOURCE "
         "-D__LP64__ -D__x86_64__ -Wno-nullability-completeness "
         "-Werror=unguarded-availability-new").split()


def compile_for(target, source, options):
    command = [options.clang, f"--target={target}", *FLAGS]
    for folder in options.include:
        command += ["-I", folder]
    for folder in options.system:
        # GCC's own headers are for GCC.
        if "/lib/gcc/" not in folder:
            command += ["-isystem", folder]
    result = subprocess.run([*command, str(source)], capture_output=True,
                            text=True)
    return result.returncode, result.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    for name in ("--include", "--system", "--source"):
        parser.add_argument(name, nargs="+", required=True)
    options = parser.parse_args()
    failures = 0
    for target in TARGETS:
        for source in options.source:
            code, messages = compile_for(target, source, options)
            if code != 0:
                failures += 1
                print(f"{source} does not compile for {target}:\n{messages}")
        refused = pathlib.Path(__file__).parent / "refused"
        for source in sorted(refused.glob("*.mm")):
            expected = source.read_text().splitlines()[0].split(": ", 1)[1]
            code, messages = compile_for(target, source, options)
            if code == 0 or expected not in messages:
                failures += 1
                print(f"{source} for {target}: expected an error with "
                      f"\"{expected}\", found:\n{messages}")
    count = len(TARGETS) * len(options.source)
    print(f"{count} compilations, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
