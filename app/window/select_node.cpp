// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/select_node.h"

#include "common/document_session.h"
#include "common/text.h"

namespace nw::window {

using namespace nw::views;

bool select_node(DocumentSession& session, const QString& name) {
  const auto graph = session.graph();
  const NodeId node = graph ? graph->find(ss(name)) : NodeId();
  if (node.valid()) {
    session.select(Selection::of_node(node));
    return true;
  }
  const qsizetype comma = name.indexOf(QLatin1Char(','));
  if (!graph || comma < 0) return false;
  const NodeId from = graph->find(ss(name.left(comma))), to = graph->find(ss(name.mid(comma + 1)));
  if (from.valid() && to.valid()) session.select(Selection::of_edge(from, to));
  return from.valid() && to.valid();
}

}  // namespace nw::window
