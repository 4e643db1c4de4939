/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends its process in place of running a kernel. Caught by: run.once */
#include <unistd.h>

#include "base.h"

static nwt_status run(nwt_device* device, nwt_module* module, const nwt_call* call, nwt_sink results) {
  (void)device;
  (void)module;
  (void)call;
  (void)results;
  _exit(0);
}

static void spoil(void) {
  table.run = run;
}
