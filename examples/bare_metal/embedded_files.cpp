#include "embedded_files.h"

/// Bytes of a .npy file before its data, for the two files here.
#define NPY_HEADER_NBYTES "128"

#define EMBED(symbol, path, skip)                       \
  __asm__(".section .rodata." #symbol ",\"a\",%progbits\n" \
          ".balign 16\n"                                \
          ".global " #symbol "_begin\n" #symbol         \
          "_begin:\n"                                   \
          ".incbin \"" path "\", " skip                 \
          "\n"                                          \
          ".global " #symbol "_end\n" #symbol           \
          "_end:\n"                                     \
          ".previous\n");                               \
  extern "C" const uint8_t symbol##_begin[];            \
  extern "C" const uint8_t symbol##_end[]

EMBED(program, PROGRAM_FILE, "0");
EMBED(images, IMAGES_FILE, NPY_HEADER_NBYTES);
EMBED(labels, LABELS_FILE, NPY_HEADER_NBYTES);

namespace {

executorch::runtime::Span<const uint8_t> between(const uint8_t* begin,
                                                 const uint8_t* end) {
  return {begin, static_cast<size_t>(end - begin)};
}

}  // namespace

const executorch::runtime::Span<const uint8_t> kProgram =
    between(program_begin, program_end);
const executorch::runtime::Span<const uint8_t> kImages =
    between(images_begin, images_end);
const executorch::runtime::Span<const uint8_t> kLabels =
    between(labels_begin, labels_end);
