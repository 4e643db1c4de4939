// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/allocator.h"

#include <malloc.h>

namespace nw {

void keep_freed_memory() {
  mallopt(M_MXFAST, 0);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_MAX, 0);
}

}  // namespace nw
