/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says that every run takes no time. Caught by: time.positive */
#include "base.h"

static nwt_sink results_sink;

static void put_result(void* self, nwt_text name, nwt_bytes value) {
  void* const zeros = calloc(value.size + 1, 1);
  (void)self;
  if (name.size == 7 && memcmp(name.data, "time_ns", 7) == 0) value.data = zeros;
  results_sink.put(results_sink.self, name, value);
  free(zeros);
}

static nwt_status run(nwt_device* device, nwt_module* module, const nwt_call* call, nwt_sink results) {
  nwt_sink own = {0, put_result};
  results_sink = results;
  return cpu->run(device, module, call, own);
}

static void spoil(void) {
  table.run = run;
}
