// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a script: reading ends, in bounded time and memory, with a program.
#include "script/script.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > (1 << 14)) return 0;
  nw::script::read(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
