// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as Relay text: reading ends, what was read can be fused, and what is written of it can be read again.
#include "fusion/fusion.h"
#include "import/relay.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > (1 << 14)) return 0;
  const auto graph = nw::import::read_relay(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!graph.value) return 0;
  nw::fusion::fuse(*graph, nw::op::Registry::standard().traits());
  nw::import::read_relay(nw::import::write_relay(*graph));
  return 0;
}
