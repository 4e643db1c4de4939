/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States 64 MiB of memory, and allocates more. Caught by: facts.memory */
#include "base.h"

static void spoil(void) {
  add_facts = ",\"memories\":[{\"scope\":\"global\",\"bytes\":67108864,\"per\":\"device\"}]";
}
