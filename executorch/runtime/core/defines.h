#pragma once

/// Set to 0 to leave the names of enum values out of the binary.
#ifndef ET_ENABLE_ENUM_STRINGS
#define ET_ENABLE_ENUM_STRINGS 1
#endif
