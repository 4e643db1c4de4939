// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected in the window, shared by every view. At most one kind of thing at a time.
#pragma once

#include <string>

#include "base/ids.h"

namespace nw::views {

struct Selection {
  enum class Kind { None, Node, Edge, Group, Scope };
  Kind kind = Kind::None;
  NodeId node;        // Node; Edge: the producer
  NodeId to;          // Edge: the consumer
  GroupId group;      // Group
  std::string scope;  // Scope: its path

  bool operator==(const Selection&) const = default;
  bool empty() const { return kind == Kind::None; }

  static Selection of_node(NodeId node) { return {Kind::Node, node, {}, {}, {}}; }
  static Selection of_edge(NodeId from, NodeId to) { return {Kind::Edge, from, to, {}, {}}; }
  static Selection of_group(GroupId group) { return {Kind::Group, {}, {}, group, {}}; }
  static Selection of_scope(std::string path) { return {Kind::Scope, {}, {}, {}, std::move(path)}; }
};

}  // namespace nw::views
