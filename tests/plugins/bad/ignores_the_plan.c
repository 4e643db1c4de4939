/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a kernel once, whatever the plan says. Caught by: time.runs */
#include "base.h"

static nwt_status run(nwt_device* device, nwt_module* module, const nwt_call* call, nwt_sink results) {
  nwt_plan once = *call->plan;
  nwt_call changed = *call;
  once.runs = 1;
  changed.plan = &once;
  return cpu->run(device, module, &changed, results);
}

static void spoil(void) {
  table.run = run;
}
