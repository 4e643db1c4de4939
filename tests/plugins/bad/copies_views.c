/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives a copy of the bytes for a view of them. Caught by: memory.views */
#include "base.h"

static nwt_status view(nwt_device* device, nwt_buffer* of, uint64_t at, uint64_t bytes, nwt_buffer** made) {
  nwt_status status = cpu->allocate(device, bytes, made);
  void* const copy = malloc(bytes + 1);
  nwt_bytes all = {copy, bytes};
  if (status == NWT_OK) status = cpu->read(device, of, at, copy, bytes);
  if (status == NWT_OK) status = cpu->write(device, *made, 0, all);
  free(copy);
  return status;
}

static void spoil(void) {
  table.view = view;
}
