// SPDX-License-Identifier: GPL-3.0-or-later
// Networks written as Relay text, with weights.
#pragma once

#include <QDebug>
#include <memory>
#include <string>

#include "import/relay.h"
#include "model/model.h"

namespace nw::test {

// Parameters called %w… become constants, with numbers of a simple sequence from -1 to 1. Null: the text is wrong.
inline std::shared_ptr<const model::Model> relay_network(const std::string& text) {
  auto graph = import::read_relay(text);
  if (!graph.ok()) {
    qWarning("%s", format(graph.diagnostics[0]).c_str());
    return nullptr;
  }
  for (size_t i = 0; i < graph->size(); ++i) {
    graph::Node& node = graph->node(NodeId(static_cast<int32_t>(i)));
    if (!node.name.starts_with("%w")) continue;
    node.kind = graph::NodeKind::Constant;
    node.data = NDArray(node.type.dtype, *graph::constant_shape(node.type.shape));
    for (int64_t e = 0; e < node.data.size(); ++e) node.data.set(e, static_cast<double>(e * 37 % 101) / 50 - 1);
  }
  return model::build_model(std::move(*graph), {}, "net.relay");
}

}  // namespace nw::test
