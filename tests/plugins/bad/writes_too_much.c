/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes one byte more than it was asked to, inside the buffer. Caught by: memory.read_back */
#include "base.h"

static nwt_status write(nwt_device* device, nwt_buffer* buffer, uint64_t at, nwt_bytes bytes) {
  const nwt_status status = cpu->write(device, buffer, at, bytes);
  char byte = 0;
  nwt_bytes next = {&byte, 1};
  if (status != NWT_OK || cpu->read(device, buffer, at + bytes.size, &byte, 1) != NWT_OK) return status;
  byte ^= 1;
  return cpu->write(device, buffer, at + bytes.size, next);
}

static void spoil(void) {
  table.write = write;
  table.view = 0; /* a view is a buffer, and would be caught as well */
}
