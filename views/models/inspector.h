// SPDX-License-Identifier: GPL-3.0-or-later
// Content of the inspector for the selection, as values: the object, reasons, cost, origin. Runs on any thread.
#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "fusion/fusion.h"
#include "graph/graph.h"
#include "models/scope_tree.h"

namespace nw::views {

struct InspectorRow {
  QString label;
  QString value;
  QString link;       // "node:12", "group:3", "kernel:3", "edge:4:7", "try:0" (page.changes), "whatif:", or empty
  bool code = false;  // names and shapes, in the code font
};

struct InspectorSection {
  QString title;
  QString text;  // a sentence above the rows
  std::vector<InspectorRow> rows = {};
};

struct InspectorPage {
  QString title;
  QString subtitle;
  int group = -1;  // whose hue the head carries
  std::vector<InspectorSection> sections = {};
  std::vector<fusion::Change> changes = {};  // of fusion, that the links "try:N" try
};

InspectorPage describe_graph(const graph::Graph& graph, const fusion::Fusion* fusion);
InspectorPage describe_node(const graph::Graph& graph, const fusion::Fusion* fusion, const Readers& readers,
                            NodeId node);
// Also of two nodes without an edge between. `reason`: what was found out about just these two, with the change that
// would bring them together; null: the edge's own, from fusion.
InspectorPage describe_edge(const graph::Graph& graph, const fusion::Fusion* fusion, NodeId from, NodeId to,
                            const fusion::Reason* reason = nullptr);
InspectorPage describe_group(const graph::Graph& graph, const fusion::Fusion& fusion, GroupId group);
InspectorPage describe_scope(const graph::Graph& graph, const fusion::Fusion* fusion, const ScopeTree& tree,
                             int32_t scope);

}  // namespace nw::views
