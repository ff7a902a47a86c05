#pragma once

/// File access functions under their POSIX names.

#include <unistd.h>
