/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Its table ends before the functions that run kernels. Caught by: identity.table */
#include "base.h"

static void spoil(void) {
  table.struct_size = offsetof(nwt_target, load);
}
