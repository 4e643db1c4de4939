// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an ONNX file: read, typed, listed; never a crash, a hang or a large allocation.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "import/onnx.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const nw::Result<nw::graph::Graph> graph = nw::import::read_onnx(bytes, nullptr);
  if (!graph.value) return 0;
  for (const nw::NodeId id : graph->post_order()) (void)nw::graph::to_string(graph->node(id).type);
  return 0;
}
