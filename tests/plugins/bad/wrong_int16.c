/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes wrong numbers where a kernel has three arguments of type int16. Caught by: run.elementwise.int16 */
#include "base.h"

static nwt_module* wrong;

static int count(nwt_text text, const char* word) {
  int found = 0;
  size_t i;
  for (i = 0; i + strlen(word) <= text.size; ++i) found += memcmp(text.data + i, word, strlen(word)) == 0;
  return found;
}

static nwt_status load(nwt_device* device, nwt_bytes binary, const nwt_code* code, nwt_module** loaded) {
  const nwt_status status = cpu->load(device, binary, code, loaded);
  if (status == NWT_OK && count(code->signature, "\"int16\"") == 3) wrong = *loaded;
  return status;
}

static nwt_status run(nwt_device* device, nwt_module* module, const nwt_call* call, nwt_sink results) {
  const nwt_status status = cpu->run(device, module, call, results);
  nwt_buffer* const result = call->buffers[call->buffer_count - 1];
  char byte = 0;
  nwt_bytes changed = {&byte, 1};
  if (status != NWT_OK || module != wrong) return status;
  cpu->read(device, result, 0, &byte, 1);
  byte ^= 1;
  return cpu->write(device, result, 0, changed);
}

static void spoil(void) {
  table.load = load;
  table.run = run;
}
