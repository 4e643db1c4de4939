/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Its facts are no JSON. Caught by: facts.discover */
#include "base.h"

static nwt_status discover(nwt_sink devices) {
  nwt_text name = {"", 0};
  nwt_bytes facts = {"a fast processor", 16};
  devices.put(devices.self, name, facts);
  return NWT_OK;
}

static void spoil(void) {
  table.discover = discover;
}
