/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Never comes back from discover. Caught by: facts.discover */
#include <unistd.h>

#include "base.h"

static nwt_status discover(nwt_sink devices) {
  (void)devices;
  for (;;) pause();
  return NWT_OK;
}

static void spoil(void) {
  table.discover = discover;
}
