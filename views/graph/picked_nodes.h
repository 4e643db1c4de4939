// SPDX-License-Identifier: GPL-3.0-or-later
// Several nodes that are selected together on the canvas, in the order in which they were picked: a pattern is made of
// them, or they are shown alone. None: what is selected is the window's selection.
#pragma once

#include <QObject>
#include <algorithm>
#include <vector>

#include "base/ids.h"

namespace nw::views {

class PickedNodes : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  const std::vector<NodeId>& nodes() const { return nodes_; }
  bool empty() const { return nodes_.empty(); }
  bool contains(NodeId node) const { return std::ranges::find(nodes_, node) != nodes_.end(); }
  void add(const std::vector<NodeId>& nodes) {
    const size_t before = nodes_.size();
    for (const NodeId node : nodes)
      if (!contains(node)) nodes_.push_back(node);
    if (nodes_.size() != before) Q_EMIT changed();
  }
  // All of them are there: they are taken out; else they are added.
  void toggle(const std::vector<NodeId>& nodes) {
    if (!std::ranges::all_of(nodes, [this](NodeId node) { return contains(node); })) return add(nodes);
    std::erase_if(nodes_, [&](NodeId node) { return std::ranges::find(nodes, node) != nodes.end(); });
    Q_EMIT changed();
  }
  void clear() {
    if (nodes_.empty()) return;
    nodes_.clear();
    Q_EMIT changed();
  }

 Q_SIGNALS:
  void changed();

 private:
  std::vector<NodeId> nodes_;
};

}  // namespace nw::views
